package io.github.cameldb2cdc.test;

import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;
import java.util.Objects;

/**
 * A position in the log as change tables hold it (IBMSNAP_COMMITSEQ, IBMSNAP_INTENTSEQ, SYNCHPOINT): 10 or 16 bytes
 * that count as one unsigned number. Immutable; only values of one length have an order.
 */
public final class LogSequence implements Comparable<LogSequence> {
    private final byte[] bytes;

    private LogSequence(byte[] bytes) {
        this.bytes = bytes;
    }

    /**
     * @param bytes the value as the driver returns it; copied
     * @throws IllegalArgumentException when there are neither 10 nor 16 bytes
     */
    public static LogSequence of(byte[] bytes) {
        Objects.requireNonNull(bytes, "bytes");
        if (bytes.length != 10 && bytes.length != 16) {
            throw new IllegalArgumentException(
                    "A log sequence has 10 or 16 bytes, not " + bytes.length + "; pass the value as it was read");
        }
        return new LogSequence(bytes.clone());
    }

    /** @param hex 20 or 32 hexadecimal digits */
    public static LogSequence ofHex(String hex) {
        return of(HexFormat.of().parseHex(hex.toLowerCase(Locale.ROOT)));
    }

    /** A copy of the bytes, to be bound with {@code setBytes}. */
    public byte[] bytes() {
        return bytes.clone();
    }

    /** The bytes as upper-case hexadecimal digits. */
    public String hex() {
        return HexFormat.of().withUpperCase().formatHex(bytes);
    }

    /** @throws IllegalArgumentException when the lengths differ */
    @Override
    public int compareTo(LogSequence other) {
        if (bytes.length != other.bytes.length) {
            throw new IllegalArgumentException("A sequence of " + bytes.length + " bytes has no order against one of "
                    + other.bytes.length + "; compare values of one installation");
        }
        return Arrays.compareUnsigned(bytes, other.bytes);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LogSequence that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(bytes);
    }

    @Override
    public String toString() {
        return hex();
    }
}
