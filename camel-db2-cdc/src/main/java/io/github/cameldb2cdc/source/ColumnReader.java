package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.TableId;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.function.Function;

/**
 * Reads the values of one column out of a result. Chosen once for a column, so that the loop over the rows decides
 * nothing by type. The statement names the column by {@link Db2Sql#value}.
 */
@FunctionalInterface
interface ColumnReader {

    /** The value of the result's column with this index (from 1); null for null. */
    Object read(ResultSet rows, int index) throws SQLException;

    /**
     * The reader for a column.
     *
     * @throws CdcException bug, if the column is a large object, which change tables cannot have
     */
    static ColumnReader of(Column column) {
        return switch (column.type()) {
            case SMALLINT, INTEGER ->
                (rows, index) -> {
                    int value = rows.getInt(index);
                    return rows.wasNull() ? null : (Integer) value;
                };
            case BIGINT ->
                (rows, index) -> {
                    long value = rows.getLong(index);
                    return rows.wasNull() ? null : (Long) value;
                };
            case DECIMAL -> ResultSet::getBigDecimal;
            case DECFLOAT -> ColumnReader::readDecimalFloat;
            case REAL ->
                (rows, index) -> {
                    float value = rows.getFloat(index);
                    return rows.wasNull() ? null : (Float) value;
                };
            case DOUBLE ->
                (rows, index) -> {
                    double value = rows.getDouble(index);
                    return rows.wasNull() ? null : (Double) value;
                };
            case BOOLEAN ->
                (rows, index) -> {
                    boolean value = rows.getBoolean(index);
                    return rows.wasNull() ? null : (Boolean) value;
                };
            case CHAR, VARCHAR, GRAPHIC, VARGRAPHIC -> ResultSet::getString;
            case CHAR_FOR_BIT_DATA, VARCHAR_FOR_BIT_DATA, BINARY, VARBINARY, ROWID -> ResultSet::getBytes;
            case DATE -> text(TemporalText::date);
            case TIME -> text(TemporalText::time);
            case TIMESTAMP -> text(TemporalText::timestamp);
            case CLOB, DBCLOB, BLOB, XML ->
                throw CdcException.bug(
                        "The column " + column.name() + " is a large object, which is not in change tables.");
        };
    }

    /**
     * The reader for a column that tells rows apart: refuses values that would look like another row's.
     *
     * @throws CdcException bug, as {@link #of}
     */
    static ColumnReader ofKey(TableId table, Column column) {
        ColumnReader reader = of(column);
        return switch (column.type()) {
            case TIME ->
                (rows, index) -> {
                    String text = rows.getString(index);
                    requireExact(table, column, text == null || TemporalText.isExactTime(text));
                    return reader.read(rows, index);
                };
            case TIMESTAMP ->
                (rows, index) -> {
                    String text = rows.getString(index);
                    requireExact(table, column, text == null || TemporalText.isExactTimestamp(text));
                    return reader.read(rows, index);
                };
            case DECFLOAT ->
                (rows, index) -> {
                    Object value = reader.read(rows, index);
                    requireExact(table, column, !(value instanceof Double));
                    return value;
                };
            default -> reader;
        };
    }

    private static void requireExact(TableId table, Column column, boolean isExact) {
        if (!isExact) {
            throw CdcException.definite("The key column " + TableId.spell(column.name()) + " of " + table
                    + " has a value by which events cannot tell rows apart: 24:00:00, a TIMESTAMP with digits behind the"
                    + " ninth, NaN or an infinity; change that value, or choose other keyColumns.");
        }
    }

    private static ColumnReader text(Function<String, Object> parser) {
        return (rows, index) -> {
            String text = rows.getString(index);
            return text == null ? null : parser.apply(text);
        };
    }

    /** NaN and the infinities, which a BigDecimal cannot be and the driver refuses to make one of, are a Double. */
    private static Object readDecimalFloat(ResultSet rows, int index) throws SQLException {
        try {
            return rows.getBigDecimal(index);
        } catch (SQLException e) {
            Double special = specialNumber(rows.getString(index));
            if (special == null) {
                throw e;
            }
            return special;
        }
    }

    private static Double specialNumber(String text) {
        String name = text == null ? "" : text.strip().toUpperCase(Locale.ROOT);
        return switch (name) {
            case "INFINITY", "+INFINITY" -> Double.POSITIVE_INFINITY;
            case "-INFINITY" -> Double.NEGATIVE_INFINITY;
            case "NAN", "+NAN", "-NAN", "SNAN", "+SNAN", "-SNAN" -> Double.NaN;
            default -> null;
        };
    }

    /** About how many bytes a value takes in memory; text counts a byte for a character. */
    static int sizeOf(Object value) {
        if (value instanceof String text) {
            return text.length();
        }
        if (value instanceof byte[] bytes) {
            return bytes.length;
        }
        return value instanceof BigDecimal ? 16 : 8;
    }
}
