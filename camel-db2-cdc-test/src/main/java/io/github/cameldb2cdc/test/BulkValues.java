package io.github.cameldb2cdc.test;

import io.github.cameldb2cdc.test.derby.Column;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.Time;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.LocalDateTime;

/** Values for any column from a seed and the number of the row; the first column counts, so that it can be a key. */
final class BulkValues {
    private static final LocalDateTime EPOCH = LocalDateTime.of(2024, 1, 1, 0, 0);
    private static final int FIRST_CAPTURED_COLUMN = 4;

    private BulkValues() {}

    static Object value(Column column, long seed, long row) {
        long number = column.position() == FIRST_CAPTURED_COLUMN ? row + 1 : mix(seed + column.position(), row);
        long positive = number & Long.MAX_VALUE;
        return switch (column.jdbcType()) {
            case Types.SMALLINT -> (int) (positive % 10_000);
            case Types.INTEGER -> (int) (positive & Integer.MAX_VALUE);
            case Types.BIGINT -> number;
            case Types.DECIMAL, Types.NUMERIC -> decimal(column, positive);
            case Types.REAL, Types.DOUBLE, Types.FLOAT -> (double) (positive % 1_000_000) / 8;
            case Types.BOOLEAN -> number % 2 == 0;
            case Types.DATE -> Date.valueOf(EPOCH.toLocalDate().plusDays(positive % 3_000));
            case Types.TIME -> Time.valueOf(EPOCH.toLocalTime().plusSeconds(positive % 86_400));
            case Types.TIMESTAMP -> Timestamp.valueOf(EPOCH.plusSeconds(positive % 100_000_000));
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY -> bytes(column, positive);
            default -> text(column, positive);
        };
    }

    private static BigDecimal decimal(Column column, long positive) {
        BigInteger limit = BigInteger.TEN.pow(Math.min(column.length(), 18));
        return new BigDecimal(BigInteger.valueOf(positive).mod(limit), column.scale());
    }

    private static byte[] bytes(Column column, long positive) {
        byte[] bytes = new byte[Math.min(column.length(), 16)];
        for (int index = 0; index < bytes.length; index++) {
            bytes[index] = (byte) (positive >>> (index % 8 * 8));
        }
        return bytes;
    }

    private static String text(Column column, long positive) {
        String text = "row-" + Long.toString(positive, 36);
        return text.length() > column.length() ? text.substring(text.length() - column.length()) : text;
    }

    // one round of SplitMix64
    private static long mix(long seed, long row) {
        long mixed = seed * 0x9E3779B97F4A7C15L + row * 0xD1B54A32D192ED03L;
        mixed = (mixed ^ mixed >>> 30) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ mixed >>> 27) * 0x94D049BB133111EBL;
        return mixed ^ mixed >>> 31;
    }
}
