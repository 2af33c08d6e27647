package io.github.cameldb2cdc.test.relay;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/**
 * The value of an SQLSTT object: the text twice, in the mixed and in the single-byte character set, of which the driver
 * fills one (null indicator 0, four bytes of length, UTF-8) and leaves the other null (indicator 0xFF).
 */
final class SqlText {
    private static final byte NULL = (byte) 0xFF;

    private SqlText() {}

    static String decode(byte[] value) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(value);
        while (buffer.remaining() > 4) {
            if (buffer.get() == NULL) {
                continue;
            }
            int length = buffer.getInt();
            if (length < 0 || length > buffer.remaining()) {
                break;
            }
            return new String(value, buffer.position(), length, StandardCharsets.UTF_8);
        }
        throw new IOException("An SQLSTT object carries no text");
    }

    static byte[] encode(String sql) {
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(text.length + 6)
                .put((byte) 0)
                .putInt(text.length)
                .put(text)
                .put(NULL)
                .array();
    }
}
