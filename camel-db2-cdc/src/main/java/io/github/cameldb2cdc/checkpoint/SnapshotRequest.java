package io.github.cameldb2cdc.checkpoint;

import java.util.List;
import java.util.Objects;

/**
 * A snapshot that a signal asked for.
 *
 * @param signalId the id of the signal
 * @param snapshotId the id that its rows carry
 * @param blocking whether the stream pauses while rows are read
 * @param tables the tables that are not finished, in the order in which they are read; not empty
 */
public record SnapshotRequest(String signalId, String snapshotId, boolean blocking, List<RequestedTable> tables) {

    public SnapshotRequest {
        Objects.requireNonNull(signalId, "signalId");
        Objects.requireNonNull(snapshotId, "snapshotId");
        tables = List.copyOf(tables);
        if (tables.isEmpty()) {
            throw new IllegalArgumentException("A snapshot without tables is finished.");
        }
    }

    SnapshotRequest withTables(List<RequestedTable> newTables) {
        return new SnapshotRequest(signalId, snapshotId, blocking, newTables);
    }
}
