package io.github.cameldb2cdc.event;

import java.util.Arrays;
import java.util.HexFormat;

/**
 * A log sequence of Db2 as Capture stores it: an opaque string of unsigned bytes. Its length (10 or 16 bytes) is a
 * property of the installation, so it is taken from the data and never assumed.
 *
 * <p>Two sequences are ordered only if they have one length: Db2 pads the shorter operand of a comparison with blanks,
 * which orders nothing. A stored 10-byte sequence that meets 16-byte data is widened first, see {@link #widenTo(int)}.
 *
 * <p>Immutable and thread-safe.
 */
public final class Sequence implements Comparable<Sequence> {

    private static final HexFormat HEX = HexFormat.of().withUpperCase();
    private static final int SHORT_LENGTH = 10;
    private static final int LONG_LENGTH = 16;

    private final byte[] bytes;
    /** The text, made when it is first asked for: headers, keys and envelopes of one event ask several times. */
    private String text;

    private Sequence(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * A sequence with these bytes, which are copied.
     *
     * @throws IllegalArgumentException if there are no bytes
     */
    public static Sequence of(byte[] bytes) {
        return ofOwned(bytes.clone());
    }

    /** A sequence over an array that the caller gives up; saves a copy for each row that is read. */
    public static Sequence ofOwned(byte[] bytes) {
        if (bytes.length == 0) {
            throw new IllegalArgumentException("A log sequence has at least one byte.");
        }
        return new Sequence(bytes);
    }

    /** The highest sequence of a length in bytes. */
    public static Sequence highest(int length) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) 0xFF);
        return ofOwned(bytes);
    }

    /**
     * Reads the form that {@link #toString()} writes; lower case is accepted.
     *
     * @throws IllegalArgumentException if the text is not an even number of hexadecimal digits
     */
    public static Sequence parse(String hex) {
        return ofOwned(HexFormat.of().parseHex(hex));
    }

    /** The number of bytes. */
    public int length() {
        return bytes.length;
    }

    /** A copy of the bytes. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** Whether these are the bytes of this sequence; saves making an object for a row of the commit before. */
    public boolean hasBytes(byte[] other) {
        return Arrays.equals(bytes, other);
    }

    /**
     * The sequence directly before this one among those of its length: {@code x > s.predecessor()} says
     * {@code x >= s}.
     *
     * @throws IllegalStateException if all bytes are zero
     */
    public Sequence predecessor() {
        byte[] result = bytes.clone();
        for (int i = result.length - 1; i >= 0; i--) {
            if (result[i]-- != 0) {
                return new Sequence(result);
            }
        }
        throw new IllegalStateException("Nothing stands before a log sequence of zero bytes.");
    }

    /**
     * This sequence in the given length. Only 10 bytes become 16, by six zero bytes in front, which is how IBM's own
     * migration rewrites stored sequences on LUW.
     *
     * @throws CdcException definite, if the lengths are others
     */
    public Sequence widenTo(int length) {
        if (bytes.length == length) {
            return this;
        }
        if (bytes.length != SHORT_LENGTH || length != LONG_LENGTH) {
            throw CdcException.definite("The stored position has log sequences of " + bytes.length
                    + " bytes and Capture writes " + length
                    + ", which cannot be compared; check that the checkpoint belongs to this server.");
        }
        byte[] result = new byte[length];
        System.arraycopy(bytes, 0, result, length - bytes.length, bytes.length);
        return new Sequence(result);
    }

    /**
     * Compares as unsigned bytes.
     *
     * @throws IllegalArgumentException if the lengths differ
     */
    @Override
    public int compareTo(Sequence other) {
        if (bytes.length != other.bytes.length) {
            throw new IllegalArgumentException(
                    "Log sequences of " + bytes.length + " and " + other.bytes.length + " bytes have no order.");
        }
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Sequence sequence && Arrays.equals(bytes, sequence.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    /** Upper-case hexadecimal digits, two for each byte. */
    @Override
    public String toString() {
        // threads may make it twice, with the same outcome; a text is safe to hand over without a lock
        String known = text;
        if (known == null) {
            known = HEX.formatHex(bytes);
            text = known;
        }
        return known;
    }
}
