package io.github.cameldb2cdc.event;

import java.time.Instant;
import java.util.Objects;

/**
 * Says what happens to a snapshot.
 *
 * <p>The rows of a table that is loaded again, or beside the stream, stand between a STARTED and a COMPLETED, all with one snapshot id: what a
 * sink has of the table and the load did not touch is gone from the source. An ABORTED in place of the COMPLETED says that the
 * snapshot ends early, and tells nothing of what was not touched. A new process goes on with an unfinished load
 * under the same id and says STARTED once more.
 *
 * @param position the place where streaming goes on
 * @param type what happens
 * @param table the table that is loaded
 * @param snapshotId the id that each of its rows carries
 * @param time when the component said so
 */
public record Notification(Origin origin, Position position, Type type, TableId table, String snapshotId, Instant time)
        implements CdcEvent {

    /** What happens to a snapshot. */
    public enum Type {
        /** Its rows follow. */
        STARTED,
        /** All of its rows went before. */
        COMPLETED,
        /** No more of its rows come, though not all went before: what they did not touch may still exist. */
        ABORTED
    }

    public Notification {
        Objects.requireNonNull(origin, "origin");
        Objects.requireNonNull(position, "position");
        Objects.requireNonNull(type, "type");
        Objects.requireNonNull(table, "table");
        Objects.requireNonNull(snapshotId, "snapshotId");
        Objects.requireNonNull(time, "time");
    }

    @Override
    public String toString() {
        return type + " of the snapshot " + snapshotId + " of " + table;
    }
}
