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
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.Base64;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Rows of random tables come back from the JSON as they were. {@code -Denvelope.seed=} repeats a failing run. */
class JsonEnvelopePropertyTest {

    private final long seed = Long.getLong("envelope.seed", new Random().nextLong());
    private final RandomRows rows = new RandomRows(new Random(seed));

    @Test
    void rowsComeBackFromTheJson() throws IOException {
        for (int round = 0; round < 2_000; round++) {
            TableSchema table = rows.table();
            RowChange change = Events.update(rows.row(table), rows.row(table));
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
}
