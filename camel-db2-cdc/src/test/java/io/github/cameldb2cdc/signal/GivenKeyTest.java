package io.github.cameldb2cdc.signal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys of rows, as a signal gives them. */
class GivenKeyTest {

    private static GivenKey given(String json) throws Exception {
        return new GivenKey((ObjectNode) JsonMapper.builder().build().readTree(json));
    }

    private static TableSchema table(Column... columns) {
        List<String> names = List.of(columns).stream().map(Column::name).toList();
        return new TableSchema(new TableId("HR", "ITEMS"), List.of(columns), names, names);
    }

    private static Column column(String name, ColumnType type, int length, int scale) {
        return new Column(name, type, length, scale, false);
    }

    @Test
    void valuesAreOfTheTypesOfTheKey() throws Exception {
        TableSchema table = table(
                column("I", ColumnType.INTEGER, 4, 0),
                column("L", ColumnType.BIGINT, 8, 0),
                column("D", ColumnType.DECIMAL, 9, 2),
                column("T", ColumnType.VARCHAR, 20, 0),
                column("DAY", ColumnType.DATE, 4, 0),
                column("AT", ColumnType.TIME, 3, 0),
                column("TS", ColumnType.TIMESTAMP, 10, 6),
                column("B", ColumnType.BINARY, 2, 0));
        RowKey key = given(
                        "{\"I\": 7, \"L\": \"9223372036854775807\", \"D\": 1.5, \"T\": \"ä\", \"DAY\": \"2026-01-31\","
                                + " \"AT\": \"23:59:00\", \"TS\": \"2026-01-31 23:59:00.123456\", \"B\": \"0aFF\"}")
                .keyOf(table);
        assertThat(key).isEqualTo(new RowKey(new Object[] {
            7,
            Long.MAX_VALUE,
            new BigDecimal("1.50"),
            "ä",
            LocalDate.of(2026, 1, 31),
            LocalTime.of(23, 59),
            LocalDateTime.of(2026, 1, 31, 23, 59, 0, 123_456_000),
            new byte[] {10, -1}
        }));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"A\": 1}",
                "{\"A\": 1, \"B\": null}",
                "{\"A\": 1, \"C\": 2}",
                "{\"A\": 1, \"B\": [2]}",
                "{\"A\": 1, \"B\": 2, \"C\": 3}"
            })
    void eachColumnOfTheKeyHasAValueAndNoOtherHas(String json) throws Exception {
        GivenKey key = given(json);
        TableSchema table = table(column("A", ColumnType.INTEGER, 4, 0), column("B", ColumnType.INTEGER, 4, 0));
        assertThatThrownBy(() -> key.keyOf(table))
                .isInstanceOf(SignalRefusedException.class)
                .hasMessage("A key of HR.ITEMS must be an object with one value for each of the columns [A, B] and no"
                        + " others.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"4711x\"", "4711.5", "4711471147114711", "true"})
    void aValueOfAnotherTypeIsRefusedWithoutBeingShown(String value) throws Exception {
        GivenKey key = given("{\"A\": " + value + "}");
        TableSchema table = table(column("A", ColumnType.INTEGER, 4, 0));
        assertThatThrownBy(() -> key.keyOf(table))
                .isInstanceOf(SignalRefusedException.class)
                .hasMessageContaining("key column A of HR.ITEMS does not fit its type INTEGER")
                .hasMessageNotContaining("4711")
                .hasNoCause();
        assertThat(key.toString()).doesNotContain("4711");
    }
}
