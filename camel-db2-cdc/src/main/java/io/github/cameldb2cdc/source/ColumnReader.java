package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Column;
import java.math.BigDecimal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalTime;

/**
 * Reads the values of one column out of a result. Chosen once for a column, so that the loop over the rows decides
 * nothing by type.
 */
@FunctionalInterface
interface ColumnReader {

    /** The value of the result's column with this index (from 1); null for null. */
    Object read(ResultSet rows, int index) throws SQLException;

    /**
     * The reader for a column.
     *
     * @throws CdcException definite, if the column is a large object, which change tables cannot have
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
            case DECIMAL, DECFLOAT -> ResultSet::getBigDecimal;
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
            case DATE -> (rows, index) -> rows.getObject(index, LocalDate.class);
            case TIME -> (rows, index) -> rows.getObject(index, LocalTime.class);
            case TIMESTAMP -> LocalTimes::read;
            case CLOB, DBCLOB, BLOB, XML ->
                throw CdcException.bug(
                        "The column " + column.name() + " is a large object, which is not in change tables.");
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
