package io.github.cameldb2cdc.envelope;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.CommitTime;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.time.Instant;
import java.util.List;

/** Events for tests, made from what a test wants to say and fixed values for the rest. */
final class Events {

    static final Origin ORIGIN = new Origin("hr", "SAMPLE", "0.1.0");
    static final TableId EMPLOYEES = new TableId("DB2INST1", "EMPLOYEES");
    static final Instant COMMITTED = Instant.parse("2026-11-30T12:00:00.123456789Z");
    static final Instant READ = Instant.parse("2026-11-30T12:00:01.5Z");
    static final Sequence COMMIT = Sequence.parse("0000000000000000C350");
    static final Sequence INTENT = Sequence.parse("0000000000000000C34F");

    private Events() {}

    static Column column(String name, ColumnType type) {
        return new Column(name, type, 0, 0, true);
    }

    static Column column(String name, ColumnType type, int scale) {
        return new Column(name, type, 0, scale, true);
    }

    static TableSchema keyed(List<Column> columns, String... key) {
        return keyed(EMPLOYEES, columns, key);
    }

    static TableSchema keyed(TableId id, List<Column> columns, String... key) {
        return new TableSchema(id, columns, List.of(key), List.of(key));
    }

    static Row row(TableSchema table, Object... values) {
        return new Row(table, values);
    }

    static RowChange insertInto(TableSchema table, Object... values) {
        return change(Operation.CREATE, null, row(table, values));
    }

    static RowChange update(Row before, Row after) {
        return change(Operation.UPDATE, before, after);
    }

    static RowChange deleteFrom(TableSchema table, Object... values) {
        return change(Operation.DELETE, row(table, values), null);
    }

    static RowChange change(Operation operation, Row before, Row after) {
        return change(operation, before, after, Position.row(COMMIT, INTENT), new CommitTime(COMMITTED, false, "ANNA"));
    }

    static RowChange change(Operation operation, Row before, Row after, Position position, CommitTime commitTime) {
        TableSchema table = (after != null ? after : before).table();
        return new RowChange(ORIGIN, operation, table, before, after, position, 3, commitTime, null, READ);
    }

    static RowChange read(String snapshotId, TableSchema table, Object... values) {
        return new RowChange(
                ORIGIN,
                Operation.READ,
                table,
                null,
                row(table, values),
                Position.row(COMMIT, INTENT),
                -1,
                null,
                snapshotId,
                READ);
    }
}
