package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.LoadState;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.event.Notification;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.ChangeTable;
import java.time.Instant;
import java.util.List;

/** One table that is being loaded. For the engine's thread. */
final class TableLoad {

    private final String snapshotId;
    private final boolean again;
    private final LoadProgressLog progress;
    private RangeLedger ledger;
    private ChangeTable table;
    private boolean begun;

    TableLoad(ChangeTable table, TableCheckpoint checkpoint, LoadProgressLog progress) {
        this.table = table;
        this.snapshotId = checkpoint.snapshotId();
        this.again = checkpoint.load() == LoadState.RELOADING;
        this.ledger = new RangeLedger(checkpoint.finishedRanges());
        this.progress = progress;
    }

    String snapshotId() {
        return snapshotId;
    }

    ChangeTable table() {
        return table;
    }

    RangeLedger ledger() {
        return ledger;
    }

    LoadProgressLog progress() {
        return progress;
    }

    /** Whether its rows were delivered once before, so that they are framed now. */
    boolean isAgain() {
        return again;
    }

    /** Whether this is its first call: a process announces a load once. */
    boolean begin() {
        boolean first = !begun;
        begun = true;
        return first;
    }

    /** Forgets what was read: all of it comes again, framed again if it is. */
    void beginAnew() {
        ledger.discard();
        ledger = new RangeLedger(List.of());
        begun = false;
    }

    /** Goes on with a structure that was read again; ranges of another key are worth nothing. */
    void restructure(ChangeTable newTable) {
        if (!newTable.schema().identity().equals(table.schema().identity())) {
            ledger.discard();
            ledger = new RangeLedger(List.of());
        }
        table = newTable;
    }

    RowChange eventOf(Row row, Origin origin, Position position, Instant now) {
        return new RowChange(origin, Operation.READ, table.schema(), null, row, position, -1, null, snapshotId, now);
    }

    Notification notice(Notification.Type type, Origin origin, Position position, Instant now) {
        TableId id = table.id();
        return new Notification(origin, position, type, id, snapshotId, now);
    }
}
