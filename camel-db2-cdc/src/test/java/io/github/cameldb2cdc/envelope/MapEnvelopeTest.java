package io.github.cameldb2cdc.envelope;

import static io.github.cameldb2cdc.envelope.Events.column;
import static io.github.cameldb2cdc.envelope.Events.insertInto;
import static io.github.cameldb2cdc.envelope.Events.keyed;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.event.Unavailable;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;

class MapEnvelopeTest {

    private static final TableSchema TABLE = keyed(
            List.of(
                    column("ID", ColumnType.INTEGER),
                    column("PAY", ColumnType.DECIMAL, 2),
                    column("HIRED", ColumnType.DATE),
                    column("PHOTO", ColumnType.VARBINARY)),
            "ID");
    private static final byte[] PHOTO = {1, 2, 3};
    private static final RowChange CREATE =
            insertInto(TABLE, 1, new BigDecimal("10.00"), LocalDate.of(2026, 11, 30), PHOTO);

    @Test
    void valuesAreThoseOfTheRow() {
        Map<String, Object> after = new LinkedHashMap<>();
        after.put("ID", 1);
        after.put("PAY", new BigDecimal("10.00"));
        after.put("HIRED", LocalDate.of(2026, 11, 30));
        after.put("PHOTO", PHOTO);
        assertThat(MapEnvelope.toMap(CREATE)).containsEntry("after", after).containsEntry("before", null);
    }

    @Test
    void theSourceHasTimesAsNumbers() {
        assertThat(MapEnvelope.toMap(CREATE)).extractingByKey("source").isEqualTo(sourceOfAChange());
    }

    @Test
    void fieldsHaveTheOrderOfTheJson() {
        for (RowChange change : List.of(CREATE, Events.read("1", TABLE, 1, null, null, null))) {
            Map<String, Object> map = MapEnvelope.toMap(change);
            JsonNode tree = JsonEnvelope.plain().toTree(change);
            assertThat(map.keySet()).containsExactlyElementsOf(namesOf(tree));
            assertThat(((Map<?, ?>) map.get("source")).keySet().stream().map(String::valueOf))
                    .containsExactlyElementsOf(namesOf(tree.get("source")));
            assertThat(((Map<?, ?>) map.get("after")).keySet().stream().map(String::valueOf))
                    .containsExactly("ID", "PAY", "HIRED", "PHOTO");
        }
    }

    @Test
    void anUnknownCommitTimeIsNull() {
        RowChange change = Events.change(Operation.CREATE, null, CREATE.after(), CREATE.position(), null);
        assertThat(MapEnvelope.toMap(change).get("source"))
                .asInstanceOf(InstanceOfAssertFactories.MAP)
                .containsEntry("ts_ms", null)
                .containsEntry("ts_us", null)
                .containsEntry("ts_ns", null);
    }

    @Test
    void theMapsAreTheCallersToChange() {
        Map<String, Object> map = MapEnvelope.toMap(CREATE);
        map.remove("source");
        map.put("after", null);
        assertThat(MapEnvelope.toMap(CREATE)).containsKey("source");
        assertThat(MapEnvelope.toMap(CREATE).get("after")).isNotNull();
    }

    @Test
    void theKeyHasTheKeyColumnsOnly() {
        assertThat(MapEnvelope.keyToMap(CREATE)).isEqualTo(Map.of("ID", 1));
        assertThat(MapEnvelope.keyToMap(insertInto(keyed(TABLE.columns()), 1, null, null, null)))
                .isNull();
    }

    private static Map<String, Object> sourceOfAChange() {
        Map<String, Object> source = new LinkedHashMap<>();
        source.put("version", "0.1.0");
        source.put("connector", "db2");
        source.put("name", "hr");
        source.put("ts_ms", 1796040000123L);
        source.put("snapshot", "false");
        source.put("db", "SAMPLE");
        source.put("sequence", null);
        source.put("ts_us", 1796040000123456L);
        source.put("ts_ns", 1796040000123456789L);
        source.put("schema", "DB2INST1");
        source.put("table", "EMPLOYEES");
        source.put("change_lsn", "CSN:0000000000000000C34F");
        source.put("commit_lsn", "CSN:0000000000000000C350");
        return source;
    }

    private static List<String> namesOf(JsonNode node) {
        List<String> names = new ArrayList<>();
        node.fieldNames().forEachRemaining(names::add);
        return names;
    }

    @Test
    void aLargeObjectThatIsNotAvailableIsItsText() {
        TableSchema table = keyed(List.of(column("C", ColumnType.CLOB), column("B", ColumnType.BLOB)));
        Map<?, ?> after = (Map<?, ?>) MapEnvelope.toMap(insertInto(table, Unavailable.VALUE, Unavailable.VALUE))
                .get("after");
        assertThat(after.get("C")).isEqualTo("__debezium_unavailable_value");
        assertThat(after.get("B")).isEqualTo("__debezium_unavailable_value");
    }
}
