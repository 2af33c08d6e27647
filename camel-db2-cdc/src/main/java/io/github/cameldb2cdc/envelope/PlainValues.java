package io.github.cameldb2cdc.envelope;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.TableId;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;

/**
 * The values of the format PLAIN: what a reader without Debezium's schemas understands.
 *
 * <table>
 * <caption>Values</caption>
 * <tr><th>Db2</th><th>JSON</th></tr>
 * <tr><td>SMALLINT, INTEGER, BIGINT</td><td>number</td></tr>
 * <tr><td>DECIMAL</td><td>number with all digits of the scale, {@code 10.00}</td></tr>
 * <tr><td>DECFLOAT</td><td>number with all its digits, {@code 0.0000000001}; with an exponent, {@code 1E+6144}, beyond
 * {@value #LARGEST_PLAIN_SCALE} places; NaN and the infinities as text</td></tr>
 * <tr><td>REAL, DOUBLE</td><td>number; NaN and the infinities as text</td></tr>
 * <tr><td>CHAR, VARCHAR, GRAPHIC, VARGRAPHIC</td><td>text, blanks kept</td></tr>
 * <tr><td>FOR BIT DATA, BINARY, VARBINARY, ROWID</td><td>base64 text with padding</td></tr>
 * <tr><td>DATE</td><td>{@code 2026-11-30}</td></tr>
 * <tr><td>TIME</td><td>{@code 12:00:00}</td></tr>
 * <tr><td>TIMESTAMP</td><td>{@code 2026-11-30T12:00:00.123456} with the column's fractional digits, at most 9</td></tr>
 * <tr><td>BOOLEAN</td><td>true or false</td></tr>
 * </table>
 */
final class PlainValues {

    /** JSON readers bound the length of numbers, Jackson at 1000 digits; a DECFLOAT may have 6145 in plain notation. */
    private static final int LARGEST_PLAIN_SCALE = 100;

    private PlainValues() {}

    /**
     * The writer of a column's values.
     *
     * @throws CdcException bug, for a large object: Capture does not write those
     */
    static ValueWriter writerFor(Column column) {
        return switch (column.type()) {
            case SMALLINT, INTEGER -> (value, json) -> json.writeNumber((int) (Integer) value);
            case BIGINT -> (value, json) -> json.writeNumber((long) (Long) value);
            case DECIMAL -> (value, json) -> json.writeNumber(((BigDecimal) value).toPlainString());
            case DECFLOAT -> PlainValues::writeDecimalFloat;
            case REAL -> (value, json) -> json.writeNumber((float) (Float) value);
            case DOUBLE -> (value, json) -> json.writeNumber((double) (Double) value);
            case CHAR, VARCHAR, GRAPHIC, VARGRAPHIC -> (value, json) -> json.writeString((String) value);
            case CHAR_FOR_BIT_DATA, VARCHAR_FOR_BIT_DATA, BINARY, VARBINARY, ROWID ->
                (value, json) -> json.writeBinary((byte[]) value);
            case DATE -> (value, json) -> json.writeString(IsoText.ofDate((LocalDate) value));
            case TIME -> (value, json) -> json.writeString(IsoText.ofTime((LocalTime) value));
            case TIMESTAMP -> timestampWriter(column.scale());
            case BOOLEAN -> (value, json) -> json.writeBoolean((Boolean) value);
            case CLOB, DBCLOB, BLOB, XML ->
                throw CdcException.bug("The column " + TableId.spell(column.name())
                        + " is a large object, which change tables do not have.");
        };
    }

    private static ValueWriter timestampWriter(int scale) {
        // a TIMESTAMP(12) is read to the nanosecond; digits that were not read are not made up
        int digits = Math.min(scale, IsoText.NANOSECOND_DIGITS);
        return (value, json) -> json.writeString(IsoText.ofTimestamp((LocalDateTime) value, digits));
    }

    private static void writeDecimalFloat(Object value, JsonGenerator json) throws IOException {
        if (value instanceof Double special) {
            // NaN and the infinities, which a BigDecimal cannot be
            json.writeNumber(special);
            return;
        }
        BigDecimal number = (BigDecimal) value;
        boolean plain = Math.abs(number.scale()) <= LARGEST_PLAIN_SCALE;
        json.writeNumber(plain ? number.toPlainString() : number.toString());
    }
}
