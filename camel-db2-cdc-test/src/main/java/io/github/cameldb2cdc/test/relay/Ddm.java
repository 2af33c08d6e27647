package io.github.cameldb2cdc.test.relay;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;

/**
 * One DDM object: a code point and its bytes, which for commands and replies are a list of parameters, each again
 * length, code point and value. Lengths above 32,767 bytes are written in the extended form: four bytes after the code
 * point. Immutable.
 */
final class Ddm {
    private static final int HEADER_BYTES = 4;
    private static final int EXTENDED = 0x8000;
    private static final int LONGEST_PLAIN_BYTES = 0x7FFF - HEADER_BYTES;

    private final int codePoint;
    private final byte[] value;
    private final byte[] trailer;

    Ddm(int codePoint, byte[] value) {
        this(codePoint, value, new byte[0]);
    }

    private Ddm(int codePoint, byte[] value, byte[] trailer) {
        this.codePoint = codePoint;
        this.value = value;
        this.trailer = trailer;
    }

    /** Reads the first object of a DSS; whatever follows it there is kept behind it untouched. */
    static Ddm decode(byte[] content) throws IOException {
        if (content.length < HEADER_BYTES) {
            throw new IOException("A DSS carries no DDM object");
        }
        int length = unsignedShort(content, 0);
        int start = HEADER_BYTES;
        int valueLength = length - HEADER_BYTES;
        if ((length & EXTENDED) != 0) {
            int extensionBytes = (length & ~EXTENDED) - HEADER_BYTES;
            valueLength = extensionBytes == 0 ? content.length - HEADER_BYTES : number(content, start, extensionBytes);
            start += extensionBytes;
        }
        if (valueLength < 0 || start + valueLength > content.length) {
            throw new IOException("A DDM object says it is longer than its DSS");
        }
        return new Ddm(
                unsignedShort(content, 2),
                slice(content, start, valueLength),
                slice(content, start + valueLength, content.length - start - valueLength));
    }

    int codePoint() {
        return codePoint;
    }

    /** The bytes after length and code point; not to be changed. */
    byte[] value() {
        return value;
    }

    /** The object behind this one in the same DSS. */
    Optional<Ddm> next() throws IOException {
        return trailer.length == 0 ? Optional.empty() : Optional.of(decode(trailer));
    }

    Ddm withNext(Ddm next) {
        return new Ddm(codePoint, value, next.encode());
    }

    Ddm withValue(byte[] newValue) {
        return new Ddm(codePoint, newValue, trailer);
    }

    Optional<byte[]> parameter(int parameter) {
        int position = find(parameter);
        return position < 0
                ? Optional.empty()
                : Optional.of(slice(value, position + HEADER_BYTES, unsignedShort(value, position) - HEADER_BYTES));
    }

    Ddm withoutParameter(int parameter) {
        int position = find(parameter);
        return position < 0 ? this : withValue(replaced(position, new byte[0]));
    }

    /** Replaces the value of a parameter; without the parameter nothing changes. */
    Ddm withParameter(int parameter, byte[] newValue) {
        int position = find(parameter);
        return position < 0 ? this : withValue(replaced(position, encodeParameter(parameter, newValue)));
    }

    /** Appends a parameter, in place of the one of that code point when there is one. */
    Ddm plusParameter(int parameter, byte[] newValue) {
        byte[] rest = withoutParameter(parameter).value;
        byte[] encoded = encodeParameter(parameter, newValue);
        byte[] longer = Arrays.copyOf(rest, rest.length + encoded.length);
        System.arraycopy(encoded, 0, longer, rest.length, encoded.length);
        return withValue(longer);
    }

    static byte[] encodeParameter(int codePoint, byte[] value) {
        byte[] encoded = new byte[HEADER_BYTES + value.length];
        putShort(encoded, 0, encoded.length);
        putShort(encoded, 2, codePoint);
        System.arraycopy(value, 0, encoded, HEADER_BYTES, value.length);
        return encoded;
    }

    byte[] encode() {
        ByteArrayOutputStream out = new ByteArrayOutputStream(value.length + trailer.length + 8);
        boolean extended = value.length > LONGEST_PLAIN_BYTES;
        int length = extended ? EXTENDED | HEADER_BYTES + 4 : HEADER_BYTES + value.length;
        out.write(length >> 8);
        out.write(length);
        out.write(codePoint >> 8);
        out.write(codePoint);
        if (extended) {
            for (int shift = 24; shift >= 0; shift -= 8) {
                out.write(value.length >> shift);
            }
        }
        out.writeBytes(value);
        out.writeBytes(trailer);
        return out.toByteArray();
    }

    private int find(int parameter) {
        int position = 0;
        while (position + HEADER_BYTES <= value.length) {
            int length = unsignedShort(value, position);
            if (unsignedShort(value, position + 2) == parameter) {
                return position;
            }
            if (length < HEADER_BYTES || (length & EXTENDED) != 0) {
                return -1;
            }
            position += length;
        }
        return -1;
    }

    private byte[] replaced(int position, byte[] replacement) {
        int end = position + unsignedShort(value, position);
        ByteArrayOutputStream out = new ByteArrayOutputStream(value.length + replacement.length);
        out.write(value, 0, position);
        out.writeBytes(replacement);
        out.write(value, end, value.length - end);
        return out.toByteArray();
    }

    private static int number(byte[] bytes, int position, int length) throws IOException {
        long number = 0;
        for (int i = 0; i < length; i++) {
            number = number << 8 | bytes[position + i] & 0xFF;
        }
        if (number > Integer.MAX_VALUE) {
            throw new IOException("A DDM object of " + number + " bytes is too long");
        }
        return (int) number;
    }

    private static byte[] slice(byte[] bytes, int start, int length) {
        byte[] slice = new byte[length];
        System.arraycopy(bytes, start, slice, 0, length);
        return slice;
    }

    private static int unsignedShort(byte[] bytes, int position) {
        return (bytes[position] & 0xFF) << 8 | bytes[position + 1] & 0xFF;
    }

    private static void putShort(byte[] bytes, int position, int number) {
        bytes[position] = (byte) (number >> 8);
        bytes[position + 1] = (byte) number;
    }
}
