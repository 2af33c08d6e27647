package io.github.cameldb2cdc.envelope;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.TableId;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The forms of decimal numbers, see {@link DecimalMode}. */
final class DecimalForms {

    /** JSON readers bound the length of numbers, Jackson at 1000 digits; a DECFLOAT may have 6145 in plain notation. */
    private static final int LARGEST_PLAIN_SCALE = 100;

    private static final ConnectType DECIMAL = ConnectType.BYTES.named("org.apache.kafka.connect.data.Decimal");
    private static final ConnectType VARIABLE_SCALE = ConnectType.struct(
                    null,
                    null,
                    List.of(
                            new ConnectType.Field("scale", ConnectType.INT32, false),
                            new ConnectType.Field("value", ConnectType.BYTES, false)))
            .named("io.debezium.data.VariableScaleDecimal")
            .withDoc("Variable scaled decimal");

    private DecimalForms() {}

    static ColumnForm ofDecimal(Column column, DecimalMode mode) {
        return switch (mode) {
            case NUMBER -> new ColumnForm((value, json) -> json.writeNumber(plain(value)), null);
            case PRECISE -> preciseDecimal(column);
            case STRING -> new ColumnForm((value, json) -> json.writeString(plain(value)), ConnectType.STRING);
            case DOUBLE -> new ColumnForm(DecimalForms::writeDouble, ConnectType.DOUBLE);
        };
    }

    static ColumnForm ofDecimalFloat(TableId table, Column column, DecimalMode mode) {
        return switch (mode) {
            case NUMBER -> new ColumnForm(DecimalForms::writeNumber, null);
            case PRECISE -> preciseDecimalFloat(table, column);
            case STRING -> new ColumnForm((value, json) -> json.writeString(plain(value)), ConnectType.STRING);
            case DOUBLE -> new ColumnForm(DecimalForms::writeDouble, ConnectType.DOUBLE);
        };
    }

    private static ColumnForm preciseDecimal(Column column) {
        int scale = column.scale();
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("scale", Integer.toString(scale));
        parameters.put("connect.decimal.precision", Integer.toString(column.length()));
        // the reader takes the scale from the schema, so bytes of another scale would be another number
        return new ColumnForm(
                (value, json) -> json.writeBinary(((BigDecimal) value)
                        .setScale(scale, RoundingMode.UNNECESSARY)
                        .unscaledValue()
                        .toByteArray()),
                DECIMAL.withParameters(Collections.unmodifiableMap(parameters)));
    }

    private static ColumnForm preciseDecimalFloat(TableId table, Column column) {
        UnwritableValues special = new UnwritableValues(
                table,
                column,
                "decimalMode=PRECISE has no form for NaN and infinities; decimalMode=STRING or DOUBLE has.");
        return new ColumnForm(
                (value, json) -> {
                    if (value instanceof BigDecimal number) {
                        writeVariableScale(number, json);
                    } else {
                        special.write(json);
                    }
                },
                VARIABLE_SCALE);
    }

    private static void writeVariableScale(BigDecimal number, JsonGenerator json) throws IOException {
        BigDecimal stripped = number.stripTrailingZeros();
        BigDecimal written = stripped.scale() < 0 ? stripped.setScale(0) : stripped;
        json.writeStartObject();
        json.writeNumberField("scale", written.scale());
        json.writeBinaryField("value", written.unscaledValue().toByteArray());
        json.writeEndObject();
    }

    /** NaN and the infinities of a DECFLOAT, which a BigDecimal cannot be, are a Double. */
    private static String plain(Object value) {
        return value instanceof BigDecimal number ? number.toPlainString() : value.toString();
    }

    private static void writeDouble(Object value, JsonGenerator json) throws IOException {
        json.writeNumber(((Number) value).doubleValue());
    }

    private static void writeNumber(Object value, JsonGenerator json) throws IOException {
        if (value instanceof BigDecimal number) {
            boolean plain = Math.abs(number.scale()) <= LARGEST_PLAIN_SCALE;
            json.writeNumber(plain ? number.toPlainString() : number.toString());
        } else {
            writeDouble(value, json);
        }
    }
}
