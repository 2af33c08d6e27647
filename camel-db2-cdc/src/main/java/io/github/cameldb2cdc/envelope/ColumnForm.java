package io.github.cameldb2cdc.envelope;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.Unavailable;
import java.nio.charset.StandardCharsets;

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
 * <tr><td>CLOB, DBCLOB, XML</td><td>text, or {@value Unavailable#TEXT}</td></tr>
 * <tr><td>BLOB</td><td>bytes as elsewhere, or those of that text, as Debezium has it</td></tr>
 * </table>
 *
 * @param writer writes a value
 * @param type the type in a schema; null for numbers of any scale, which Kafka Connect has none for
 */
record ColumnForm(ValueWriter writer, ConnectType type) {

    private static final ConnectType XML = ConnectType.STRING.named("io.debezium.data.Xml");
    private static final byte[] UNAVAILABLE_BYTES = Unavailable.TEXT.getBytes(StandardCharsets.UTF_8);

    /** The form of a column. */
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
            case CLOB, DBCLOB -> ofLargeText(ConnectType.STRING);
            case XML -> ofLargeText(XML);
            case BLOB -> ofLargeBytes(style.binaries());
        };
    }

    /** A value that is not available is its own text. */
    private static ColumnForm ofLargeText(ConnectType type) {
        return new ColumnForm((value, json) -> json.writeString(value.toString()), type);
    }

    private static ColumnForm ofLargeBytes(BinaryMode mode) {
        ColumnForm bytes = ofBytes(mode);
        return new ColumnForm(
                (value, json) -> bytes.writer().write(value == Unavailable.VALUE ? UNAVAILABLE_BYTES : value, json),
                bytes.type());
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
