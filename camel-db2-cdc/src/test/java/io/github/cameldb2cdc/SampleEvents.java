package io.github.cameldb2cdc;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.CommitTime;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.time.Instant;
import java.util.List;

/** Events of one table, HR.EMP with the key ID and the column NAME. */
final class SampleEvents {

    static final Instant COMMITTED = Instant.parse("2026-11-30T12:00:00Z");
    static final Instant READ = Instant.parse("2026-11-30T12:00:01Z");
    static final Origin ORIGIN = new Origin("db2", "SAMPLE", "0.1.0");
    static final TableSchema EMP = new TableSchema(
            new TableId("HR", "EMP"),
            List.of(
                    new Column("ID", ColumnType.INTEGER, 4, 0, false),
                    new Column("NAME", ColumnType.VARCHAR, 20, 0, true)),
            List.of("ID"),
            List.of("ID"));

    private SampleEvents() {}

    /** The creation of the row with this id, at COMMITSEQ C350 and INTENTSEQ C34F. */
    static RowChange created(int id) {
        return created(id, new CommitTime(COMMITTED, false, "DB2INST1"));
    }

    static RowChange created(int id, CommitTime commitTime) {
        Position position =
                Position.row(Sequence.parse("0000000000000000C350"), Sequence.parse("0000000000000000C34F"));
        return new RowChange(ORIGIN, Operation.CREATE, EMP, null, row(id), position, id, commitTime, null, READ);
    }

    /** A row that a snapshot read. */
    static RowChange read(int id) {
        Position position = Position.endOf(Sequence.parse("0000000000000000C350"));
        return new RowChange(ORIGIN, Operation.READ, EMP, null, row(id), position, -1, null, "s1", READ);
    }

    /** The deletion of the row with this id, half of a change of the key if there is another key. */
    static RowChange deleted(int id, Integer newId) {
        return keyHalf(Operation.DELETE, row(id), null, newId);
    }

    /** The other half: the creation of the row with this id. */
    static RowChange recreated(int id, int oldId) {
        return keyHalf(Operation.CREATE, null, row(id), oldId);
    }

    private static RowChange keyHalf(Operation operation, Row before, Row after, Integer otherId) {
        RowChange model = created(0);
        return new RowChange(
                ORIGIN,
                operation,
                EMP,
                before,
                after,
                model.position(),
                0,
                model.commitTime(),
                null,
                READ,
                otherId == null ? null : new RowKey(new Object[] {otherId}));
    }

    /** An event of which no JSON can be made: its value has another class than its column says. */
    static RowChange malformed() {
        Position position = Position.row(Sequence.parse("0A"), Sequence.parse("0B"));
        Row row = new Row(EMP, new Object[] {new Object(), "x"});
        return new RowChange(ORIGIN, Operation.CREATE, EMP, null, row, position, 0, null, null, READ);
    }

    private static Row row(int id) {
        return new Row(EMP, new Object[] {id, "n" + id});
    }
}
