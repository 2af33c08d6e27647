package io.github.cameldb2cdc.envelope;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.TableId;

/**
 * How the values of a column are written. What an {@link EnvelopeStyle} does not say:
 *
 * <table>
 * <caption>Values</caption>
 * <tr><th>Db2</th><th>JSON</th></tr>
 * <tr><td>SMALLINT, INTEGER, BIGINT</td><td>number</td></tr>
 * <tr><td>REAL, DOUBLE</td><td>number; NaN and the infinities as text</td></tr>
 * <tr><td>CHAR, VARCHAR, GRAPHIC, VARGRAPHIC</td><td>text, blanks kept</td></tr>
 * <tr><td>BOOLEAN</td><td>true or false</td></tr>
 * </table>
 *
 * @param writer writes a value
 * @param type the type in a schema; null for numbers of any scale, which Kafka Connect has none for
 */
record ColumnForm(ValueWriter writer, ConnectType type) {

    /**
     * The form of a column.
     *
     * @throws CdcException bug, for a large object: Capture does not write those
     */
    static ColumnForm of(TableId table, Column column, EnvelopeStyle style) {
        return switch (column.type()) {
            case SMALLINT ->
                new ColumnForm((value, json) -> json.writeNumber((int) (Integer) value), ConnectType.INT16);
            case INTEGER -> new ColumnForm((value, json) -> json.writeNumber((int) (Integer) value), ConnectType.INT32);
            case BIGINT -> new ColumnForm((value, json) -> json.writeNumber((long) (Long) value), ConnectType.INT64);
            case DECIMAL -> DecimalForms.ofDecimal(column, style.decimals());
            case DECFLOAT -> DecimalForms.ofDecimalFloat(table, column, style.decimals());
            case REAL -> new ColumnForm((value, json) -> json.writeNumber((float) (Float) value), ConnectType.FLOAT);
            case DOUBLE ->
                new ColumnForm((value, json) -> json.writeNumber((double) (Double) value), ConnectType.DOUBLE);
            case CHAR, VARCHAR, GRAPHIC, VARGRAPHIC ->
                new ColumnForm((value, json) -> json.writeString((String) value), ConnectType.STRING);
            case CHAR_FOR_BIT_DATA, VARCHAR_FOR_BIT_DATA, BINARY, VARBINARY, ROWID -> ofBytes(style.binaries());
            case DATE -> TemporalForms.ofDate(style.temporals());
            case TIME -> TemporalForms.ofTime(style.temporals());
            case TIMESTAMP -> TemporalForms.ofTimestamp(table, column, style.temporals());
            case BOOLEAN -> new ColumnForm((value, json) -> json.writeBoolean((Boolean) value), ConnectType.BOOLEAN);
            case CLOB, DBCLOB, BLOB, XML ->
                throw CdcException.bug("The column " + TableId.spell(column.name())
                        + " is a large object, which change tables do not have.");
        };
    }

    private static ColumnForm ofBytes(BinaryMode mode) {
        return switch (mode) {
            case BASE64 -> new ColumnForm((value, json) -> json.writeBinary((byte[]) value), ConnectType.BYTES);
            case BASE64_URL_SAFE ->
                new ColumnForm(
                        (value, json) -> json.writeString(BytesText.base64UrlSafe((byte[]) value)), ConnectType.STRING);
            case HEX ->
                new ColumnForm((value, json) -> json.writeString(BytesText.hex((byte[]) value)), ConnectType.STRING);
        };
    }
}
