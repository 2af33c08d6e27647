package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.KeyRange;
import io.github.cameldb2cdc.checkpoint.LoadState;
import io.github.cameldb2cdc.checkpoint.RequestedTable;
import io.github.cameldb2cdc.checkpoint.SnapshotRequest;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.TableId;
import java.util.List;
import java.util.Objects;

/**
 * A table that a checkpoint wants to be loaded in chunks.
 *
 * @param rows which rows, and how far they came
 * @param snapshotId the id that they carry
 * @param requested whether a signal asked for it
 * @param framed whether notices stand around its rows
 */
record WantedTable(RequestedTable rows, String snapshotId, boolean requested, boolean framed) {

    /**
     * A table whose rows a start, or a gap, has left to be loaded.
     *
     * @param condition a predicate that its rows must meet; null for all rows
     */
    static WantedTable pending(TableCheckpoint table, String condition) {
        RowKey reached = table.finishedRanges().stream()
                .filter(range -> range.after() == null)
                .map(KeyRange::upTo)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        RequestedTable rows = new RequestedTable(
                table.table(), condition, table.schema().identity(), List.of(), false, false, reached, false);
        return new WantedTable(rows, table.snapshotId(), false, table.load() == LoadState.RELOADING);
    }

    /** A table that a signal asked for. */
    static WantedTable requested(SnapshotRequest request, RequestedTable table) {
        return new WantedTable(table, request.snapshotId(), true, table.isWhole());
    }

    TableId table() {
        return rows.table();
    }

    /** What tells it from others. */
    String name() {
        return snapshotId + ' ' + rows.table();
    }
}
