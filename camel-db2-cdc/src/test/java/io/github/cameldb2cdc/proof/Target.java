package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import javax.sql.DataSource;

/**
 * What a target has after the events it was given: creates and updates are upserts by key, deletes go by key. Rows
 * without a key are counted; their changes are told apart by position, so that a repeated one is applied once.
 */
final class Target {

    private final Map<TableId, TableUnderProof> tables = new LinkedHashMap<>();
    private final Map<TableId, SortedMap<String, String>> rows = new LinkedHashMap<>();
    private Position appliedWithoutKey;

    Target(Collection<TableUnderProof> tables) {
        for (TableUnderProof table : tables) {
            this.tables.put(table.id(), table);
            rows.put(table.id(), new TreeMap<>());
        }
    }

    void apply(RowChange event) {
        TableUnderProof table = tables.get(event.table().id());
        SortedMap<String, String> stored = rows.get(table.id());
        if (!table.isKeyless()) {
            if (event.operation() == Operation.DELETE) {
                stored.remove(table.keyOf(values(table, event.before())));
            } else {
                List<Object> values = values(table, event.after());
                stored.put(table.keyOf(values), TableUnderProof.text(values));
            }
            return;
        }
        boolean repeated = !event.isSnapshot()
                && appliedWithoutKey != null
                && event.position().compareTo(appliedWithoutKey) <= 0;
        if (!repeated) {
            applyWithoutKey(table, stored, event);
        }
    }

    private void applyWithoutKey(TableUnderProof table, SortedMap<String, String> stored, RowChange event) {
        if (event.before() != null) {
            String row = TableUnderProof.text(values(table, event.before()));
            assertThat(stored)
                    .as("%s takes away a row of %s", event, table.id())
                    .containsKey(row);
            count(stored, row, -1);
        }
        if (event.after() != null) {
            count(stored, TableUnderProof.text(values(table, event.after())), 1);
        }
        if (!event.isSnapshot()) {
            appliedWithoutKey = event.position();
        }
    }

    private static void count(SortedMap<String, String> stored, String row, int change) {
        int next = Integer.parseInt(stored.getOrDefault(row, "0")) + change;
        if (next == 0) {
            stored.remove(row);
        } else {
            stored.put(row, String.valueOf(next));
        }
    }

    private static List<Object> values(TableUnderProof table, Row row) {
        assertThat(row.toMap().keySet()).containsExactlyInAnyOrderElementsOf(table.columns());
        return table.columns().stream().map(row::get).toList();
    }

    /** Fails unless a table has rows of these keys only. */
    void assertOnlyHas(TableId table, Set<String> keys) {
        assertThat(keys)
                .as("keys of %s that were told", table)
                .containsAll(rows.get(table).keySet());
    }

    /** Fails unless every table has the rows of the source. */
    void assertEqualsSource(DataSource source) throws SQLException {
        try (Connection connection = source.getConnection()) {
            for (TableUnderProof table : tables.values()) {
                assertThat(rows.get(table.id())).as("rows of %s", table.id()).isEqualTo(table.read(connection));
            }
        }
    }
}
