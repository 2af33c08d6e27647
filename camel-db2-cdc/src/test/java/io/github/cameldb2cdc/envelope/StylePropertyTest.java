package io.github.cameldb2cdc.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.TableSchema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Whatever the style, a reader who knows the schemas of Kafka Connect and the names of Debezium's types gets back the
 * values, as far as the style keeps them. {@code -Denvelope.seed=} repeats a failing run.
 */
class StylePropertyTest {

    private static final DecimalMode[] DECIMALS = {DecimalMode.PRECISE, DecimalMode.STRING, DecimalMode.DOUBLE};
    private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

    private final long seed = Long.getLong("envelope.seed", new Random().nextLong());
    private final Random random = new Random(seed);
    private final RandomRows rows = new RandomRows(random);

    @Test
    void valuesComeBackByTheirSchemas() throws Exception {
        for (int round = 0; round < 2_000; round++) {
            EnvelopeStyle style = style();
            TableSchema table = rows.table();
            RowChange change = Events.update(rows.row(table), rows.row(table));
            JsonNode message = JsonEnvelope.of(style).toTree(change);
            assertRow(message, 0, change.before(), style);
            assertRow(message, 1, change.after(), style);
            assertKey(change, message, style);
        }
    }

    private EnvelopeStyle style() {
        return new EnvelopeStyle(
                EnvelopeFormat.values()[random.nextInt(2)],
                DECIMALS[random.nextInt(DECIMALS.length)],
                TemporalMode.values()[random.nextInt(TemporalMode.values().length)],
                BinaryMode.values()[random.nextInt(BinaryMode.values().length)],
                random.nextBoolean(),
                true);
    }

    private void assertRow(JsonNode message, int image, Row row, EnvelopeStyle style) {
        JsonNode fields = message.at("/schema/fields/" + image + "/fields");
        JsonNode values = message.get("payload").get(image == 0 ? "before" : "after");
        assertThat(fields).as(() -> replay(style)).hasSameSizeAs(row.table().columns());
        for (int i = 0; i < row.size(); i++) {
            Column column = row.table().columns().get(i);
            JsonNode value = values.get(column.name());
            assertThat(fields.get(i).get("field").textValue())
                    .as(() -> replay(style))
                    .isEqualTo(column.name());
            Object read = value.isNull() ? null : read(fields.get(i), column, value, style);
            assertThat(read).as(() -> replay(style)).isEqualTo(expected(column, row.get(i), style));
        }
    }

    private void assertKey(RowChange change, JsonNode message, EnvelopeStyle style) throws Exception {
        String name = change.table().messageKey().get(0);
        JsonNode key = JsonTree.read(JsonEnvelope.of(style).keyToText(change).getBytes(StandardCharsets.UTF_8));
        int index = change.table().indexOf(name);
        assertThat(key.at("/schema/fields/0"))
                .as(() -> replay(style))
                .isEqualTo(message.at("/schema/fields/1/fields/" + index));
        assertThat(key.get("payload").get(name))
                .as(() -> replay(style))
                .isEqualTo(message.at("/payload/after").get(name));
    }

    private String replay(EnvelopeStyle style) {
        return style + " -Denvelope.seed=" + seed;
    }

    /** The value as the style keeps it. */
    private static Object expected(Column column, Object value, EnvelopeStyle style) {
        if (value instanceof BigDecimal number) {
            boolean rounded = style.decimals() == DecimalMode.DOUBLE;
            return rounded ? (Object) number.doubleValue() : number.stripTrailingZeros();
        }
        if (value instanceof LocalDateTime timestamp) {
            return expectedTimestamp(column, timestamp, style.temporals());
        }
        return value;
    }

    private static Object expectedTimestamp(Column column, LocalDateTime timestamp, TemporalMode mode) {
        boolean adaptive = mode == TemporalMode.ADAPTIVE || mode == TemporalMode.ADAPTIVE_TIME_MICROSECONDS;
        if (mode == TemporalMode.NANOSECONDS || adaptive && column.scale() > 6) {
            return EpochTime.hasNanos(timestamp) ? timestamp : null;
        }
        return switch (mode) {
            case CONNECT -> timestamp.truncatedTo(ChronoUnit.MILLIS);
            case MICROSECONDS -> timestamp.truncatedTo(ChronoUnit.MICROS);
            default -> timestamp;
        };
    }

    private static Object read(JsonNode schema, Column column, JsonNode value, EnvelopeStyle style) {
        return switch (schema.get("type").textValue()) {
            case "boolean" -> value.booleanValue();
            case "int16" -> value.intValue();
            case "int32", "int64" -> readNumber(schema.path("name").asText(), column.type(), value.longValue());
            case "float" -> Float.valueOf(value.asText());
            case "double" -> Double.valueOf(value.asText());
            case "struct" -> unscaled(value.get("value"), value.get("scale").intValue());
            case "bytes" ->
                schema.has("name")
                        ? unscaled(value, schema.at("/parameters/scale").asInt())
                        : Base64.getDecoder().decode(value.textValue());
            default -> readText(column.type(), value.textValue(), style);
        };
    }

    private static BigDecimal unscaled(JsonNode base64, int scale) {
        BigInteger unscaled = new BigInteger(Base64.getDecoder().decode(base64.textValue()));
        return new BigDecimal(unscaled, scale).stripTrailingZeros();
    }

    private static Object readNumber(String name, ColumnType type, long number) {
        return switch (name.substring(name.lastIndexOf('.') + 1)) {
            case "Date" -> LocalDate.ofEpochDay(number);
            case "Time" -> LocalTime.ofNanoOfDay(number * 1_000_000);
            case "MicroTime" -> LocalTime.ofNanoOfDay(number * 1_000);
            case "NanoTime" -> LocalTime.ofNanoOfDay(number);
            case "Timestamp" -> EPOCH.plus(number, ChronoUnit.MILLIS);
            case "MicroTimestamp" -> EPOCH.plus(number, ChronoUnit.MICROS);
            case "NanoTimestamp" -> EPOCH.plusNanos(number);
            default -> type == ColumnType.BIGINT ? (Object) number : (Object) (int) number;
        };
    }

    private static Object readText(ColumnType type, String text, EnvelopeStyle style) {
        String local = text.endsWith("Z") ? text.substring(0, text.length() - 1) : text;
        return switch (type) {
            case DATE -> LocalDate.parse(local);
            case TIME -> LocalTime.parse(local);
            case TIMESTAMP -> LocalDateTime.parse(local);
            case DECIMAL, DECFLOAT -> new BigDecimal(text).stripTrailingZeros();
            case CHAR, VARCHAR, GRAPHIC, VARGRAPHIC -> text;
            default ->
                style.binaries() == BinaryMode.HEX
                        ? HexFormat.of().parseHex(text)
                        : Base64.getUrlDecoder().decode(text);
        };
    }
}
