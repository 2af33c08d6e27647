package io.github.cameldb2cdc.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class TombstoneTest {

    @Test
    void aTombstoneIsThatOfItsDelete() {
        RowChange deletion = change(Operation.DELETE, table("ID"));
        Tombstone tombstone = new Tombstone(deletion);

        assertThat(tombstone.key()).isEqualTo(new RowKey(new Object[] {7}));
        assertThat(tombstone.position()).isEqualTo(deletion.position());
        assertThat(tombstone.origin()).isEqualTo(deletion.origin());
        assertThat(tombstone).hasToString("tombstone of S.T at 0B:0A");
    }

    @Test
    void onlyTheDeleteOfARowWithAKeyHasOne() {
        assertThatThrownBy(() -> new Tombstone(change(Operation.CREATE, table("ID"))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Tombstone(change(Operation.DELETE, table())))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static TableSchema table(String... key) {
        List<Column> columns = List.of(new Column("ID", ColumnType.INTEGER, 4, 0, false));
        return new TableSchema(new TableId("S", "T"), columns, List.of(key), List.of(key));
    }

    private static RowChange change(Operation operation, TableSchema table) {
        Row row = new Row(table, new Object[] {7});
        boolean deleted = operation == Operation.DELETE;
        return new RowChange(
                new Origin("db2", "SAMPLE", "0.1.0"),
                operation,
                table,
                deleted ? row : null,
                deleted ? null : row,
                Position.row(Sequence.parse("0B"), Sequence.parse("0A")),
                0,
                null,
                null,
                Instant.EPOCH);
    }
}
