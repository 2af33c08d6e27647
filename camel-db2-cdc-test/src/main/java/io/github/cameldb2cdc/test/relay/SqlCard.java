package io.github.cameldb2cdc.test.relay;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The SQLCA at the start of an SQLCARD or SQLDARD: a null indicator, SQLCODE (4 bytes, big-endian), SQLSTATE (5),
 * SQLERRPROC (8), then a nullable group with six numbers (24), eleven warning flags, the database name and the message
 * tokens (each two bytes of length and the text; the tokens once per character set). What follows is kept as it is.
 *
 * <p>Derby separates tokens by 0x14 and appends its message id; Db2 separates them by 0xFF.
 */
final class SqlCard {
    private static final int NULL = 0xFF;
    private static final int CODE_POSITION = 1;
    private static final int HEADER_BYTES = 18;
    private static final int COUNTERS_BYTES = 35;
    private static final char DERBY_SEPARATOR = '\u0014';
    private static final int LONGEST_TOKENS_BYTES = 4000;

    private final int sqlCode;
    private final String sqlState;
    private final String tokens;
    private final byte[] counters;
    private final byte[] rest;

    private SqlCard(int sqlCode, String sqlState, String tokens, byte[] counters, byte[] rest) {
        this.sqlCode = sqlCode;
        this.sqlState = sqlState;
        this.tokens = tokens;
        this.counters = counters;
        this.rest = rest;
    }

    /** Whether the bytes begin with an SQLCA that reports an error: cheap, for every card that passes. */
    static boolean isError(byte[] bytes, int start, int length) {
        return length > HEADER_BYTES && bytes[start] == 0 && bytes[start + CODE_POSITION] < 0;
    }

    static SqlCard decode(byte[] value) {
        ByteBuffer in = ByteBuffer.wrap(value);
        if (in.get() != 0) {
            return new SqlCard(0, "00000", "", noCounters(), remaining(in));
        }
        int sqlCode = in.getInt();
        String sqlState = text(in, 5);
        in.position(HEADER_BYTES);
        byte[] counters = noCounters();
        String tokens = "";
        if (in.get() == 0) {
            in.get(counters);
            text(in, in.getShort() & 0xFFFF);
            tokens = text(in, in.getShort() & 0xFFFF);
            tokens += text(in, in.getShort() & 0xFFFF);
        }
        return new SqlCard(sqlCode, sqlState, tokens, counters, remaining(in));
    }

    int sqlCode() {
        return sqlCode;
    }

    String sqlState() {
        return sqlState;
    }

    /** Derby's message arguments; its message id, the last token, is left out. */
    List<String> arguments() {
        int first = tokens.indexOf(DERBY_SEPARATOR);
        if (first < 0) {
            return List.of();
        }
        List<String> parts = List.of(tokens.split(String.valueOf(DERBY_SEPARATOR), -1));
        return parts.subList(0, parts.size() - 1);
    }

    /** The same card, saying what Db2 would say. */
    byte[] encodeAs(Db2Error error) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(128 + rest.length);
        out.write(0);
        out.writeBytes(ByteBuffer.allocate(4).putInt(error.sqlCode()).array());
        out.writeBytes(error.sqlState().getBytes(StandardCharsets.UTF_8));
        out.writeBytes("SQLRELAY".getBytes(StandardCharsets.UTF_8));
        out.write(0);
        out.writeBytes(counters);
        writeShort(out, 0);
        byte[] encodedTokens = encode(error.tokens());
        writeShort(out, encodedTokens.length);
        out.writeBytes(encodedTokens);
        writeShort(out, 0);
        out.writeBytes(rest);
        return out.toByteArray();
    }

    /** The value of a new SQLCARD without diagnostics group. */
    static byte[] encodeNew(Db2Error error) {
        return new SqlCard(0, "00000", "", noCounters(), new byte[] {(byte) NULL}).encodeAs(error);
    }

    private static byte[] encode(List<String> tokens) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int i = 0; i < tokens.size(); i++) {
            if (i > 0) {
                out.write(0xFF);
            }
            byte[] token = tokens.get(i).getBytes(StandardCharsets.UTF_8);
            out.write(token, 0, Math.min(token.length, LONGEST_TOKENS_BYTES));
        }
        return out.toByteArray();
    }

    private static byte[] noCounters() {
        byte[] counters = new byte[COUNTERS_BYTES];
        for (int flag = 24; flag < COUNTERS_BYTES; flag++) {
            counters[flag] = ' ';
        }
        return counters;
    }

    private static String text(ByteBuffer in, int length) {
        byte[] bytes = new byte[length];
        in.get(bytes);
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static byte[] remaining(ByteBuffer in) {
        byte[] bytes = new byte[in.remaining()];
        in.get(bytes);
        return bytes;
    }

    private static void writeShort(ByteArrayOutputStream out, int number) {
        out.write(number >> 8);
        out.write(number);
    }
}
