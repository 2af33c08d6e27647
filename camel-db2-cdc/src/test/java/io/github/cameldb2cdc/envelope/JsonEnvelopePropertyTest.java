package io.github.cameldb2cdc.envelope;

import static io.github.cameldb2cdc.envelope.Events.column;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.TableSchema;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rows of random tables come back from the JSON as they were. {@code -Denvelope.seed=} repeats a failing run. */
class JsonEnvelopePropertyTest {

    private static final List<ColumnType> TYPES = Arrays.stream(ColumnType.values())
            .filter(type -> !type.isLargeObject())
            .toList();
    private static final String LETTERS = "aZ09 \"\\/.:{}[],\u0000\u001f\n\t\u007f\u00fc\u6f22\u2028\ufffd";

    private final long seed = Long.getLong("envelope.seed", new Random().nextLong());
    private final Random random = new Random(seed);

    @Test
    void rowsComeBackFromTheJson() throws IOException {
        for (int round = 0; round < 2_000; round++) {
            TableSchema table = table();
            RowChange change = Events.update(row(table), row(table));
            JsonNode tree = JsonTree.read(JsonEnvelope.plain().toBytes(change));
            assertRow(tree.get("before"), change.before());
            assertRow(tree.get("after"), change.after());
            assertKey(change);
        }
    }

    @Test
    void eventsDoNotShowTheirValuesAsText() {
        TableSchema table = Events.keyed(List.of(column("NAME", ColumnType.VARCHAR)), "NAME");
        RowChange change = Events.insertInto(table, "secret");
        assertThat(List.of(change, change.after(), change.key(), table))
                .allSatisfy(thing -> assertThat(thing.toString()).doesNotContain("secret"));
    }

    private void assertRow(JsonNode object, Row row) {
        Iterator<Map.Entry<String, JsonNode>> fields = object.properties().iterator();
        for (Column column : row.table().columns()) {
            Map.Entry<String, JsonNode> field = fields.next();
            assertThat(field.getKey()).as(this::replay).isEqualTo(column.name());
            Object expected = row.get(column.name());
            Object actual = expected == null && field.getValue().isNull() ? null : read(column, field.getValue());
            assertThat(actual).as(this::replay).isEqualTo(expected);
        }
        assertThat(fields.hasNext()).as(this::replay).isFalse();
    }

    private void assertKey(RowChange change) throws IOException {
        byte[] key = JsonEnvelope.plain().keyToBytes(change);
        JsonNode after = JsonTree.read(JsonEnvelope.plain().toBytes(change)).get("after");
        JsonNode read = JsonTree.read(key);
        assertThat(read).as(this::replay).hasSameSizeAs(change.table().messageKey());
        for (String name : change.table().messageKey()) {
            assertThat(read.get(name)).as(this::replay).isEqualTo(after.get(name));
        }
    }

    private String replay() {
        return "-Denvelope.seed=" + seed;
    }

    private TableSchema table() {
        List<Column> columns = new ArrayList<>();
        int count = 1 + random.nextInt(8);
        for (int i = 0; i < count; i++) {
            ColumnType type = TYPES.get(random.nextInt(TYPES.size()));
            int scale = type == ColumnType.DECIMAL ? random.nextInt(32) : random.nextInt(10);
            columns.add(column(i + text(), type, scale));
        }
        return Events.keyed(columns, columns.get(random.nextInt(count)).name());
    }

    private Row row(TableSchema table) {
        return new Row(
                table,
                table.columns().stream()
                        .map(column -> random.nextInt(5) == 0 ? null : value(column))
                        .toArray());
    }

    private Object value(Column column) {
        return switch (column.type()) {
            case SMALLINT -> (int) (short) random.nextInt();
            case INTEGER -> random.nextInt();
            case BIGINT -> random.nextLong();
            case DECIMAL -> new BigDecimal(new BigInteger(random.nextInt(103), random), column.scale());
            case DECFLOAT -> new BigDecimal(new BigInteger(112, random).negate(), random.nextInt(100));
            case REAL -> Float.intBitsToFloat(random.nextInt());
            case DOUBLE -> Double.longBitsToDouble(random.nextLong());
            case CHAR, VARCHAR, GRAPHIC, VARGRAPHIC -> text();
            case DATE -> date();
            case TIME -> LocalTime.ofSecondOfDay(random.nextInt(86_400));
            case TIMESTAMP -> timestamp(column.scale());
            case BOOLEAN -> random.nextBoolean();
            default -> bytes();
        };
    }

    private Object read(Column column, JsonNode value) {
        return switch (column.type()) {
            case SMALLINT, INTEGER -> value.intValue();
            case BIGINT -> value.longValue();
            case DECIMAL, DECFLOAT -> value.decimalValue();
            case REAL -> Float.valueOf(value.asText());
            case DOUBLE -> Double.valueOf(value.asText());
            case CHAR, VARCHAR, GRAPHIC, VARGRAPHIC -> value.textValue();
            case DATE -> LocalDate.parse(value.textValue());
            case TIME -> LocalTime.parse(value.textValue());
            case TIMESTAMP -> LocalDateTime.parse(value.textValue());
            case BOOLEAN -> value.booleanValue();
            default -> Base64.getDecoder().decode(value.textValue());
        };
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(12); i > 0; i--) {
            int at = random.nextInt(LETTERS.length() + 1);
            text.append(at == LETTERS.length() ? "\ud83d\ude00" : LETTERS.substring(at, at + 1));
        }
        return text.toString();
    }

    private byte[] bytes() {
        byte[] bytes = new byte[random.nextInt(100)];
        random.nextBytes(bytes);
        return bytes;
    }

    private LocalDate date() {
        long first = LocalDate.of(1, 1, 1).toEpochDay();
        long last = LocalDate.of(9999, 12, 31).toEpochDay();
        return LocalDate.ofEpochDay(first + (long) (random.nextDouble() * (last - first + 1)));
    }

    private LocalDateTime timestamp(int digits) {
        int unit = BigInteger.TEN.pow(9 - digits).intValueExact();
        int nanos = random.nextInt(1_000_000_000) / unit * unit;
        return date().atTime(LocalTime.ofSecondOfDay(random.nextInt(86_400)).withNano(nanos));
    }
}
