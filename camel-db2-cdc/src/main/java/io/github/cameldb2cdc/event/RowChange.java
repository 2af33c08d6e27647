package io.github.cameldb2cdc.event;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * A change of one row, or a row that a snapshot read.
 *
 * <table>
 * <caption>Images</caption>
 * <tr><th>operation</th><th>before</th><th>after</th></tr>
 * <tr><td>CREATE, READ</td><td>null</td><td>the row</td></tr>
 * <tr><td>UPDATE</td><td>the old row, or null where Capture writes no before image</td><td>the new row</td></tr>
 * <tr><td>DELETE</td><td>the old row</td><td>null</td></tr>
 * </table>
 *
 * @param origin where the event comes from
 * @param operation what happened
 * @param table what the rows look like
 * @param before the row before, see above
 * @param after the row after, see above
 * @param position the row's place, that of the later row where Capture wrote two for an update; for a row of a
 *     snapshot the place where streaming begins
 * @param transactionIndex how many rows of the selected tables the commit has before this event, from 0; -1 for a row
 *     of a snapshot
 * @param commitTime when the source committed it; null for a row of a snapshot, and where Capture's note is gone
 * @param snapshotId the snapshot that read the row; of a change the snapshot of its table that is under way, framed by
 *     notifications, to which the change counts as if the row had been read; else null
 * @param readTime when the component read the row
 * @param otherKey where an update changed the key and so is delivered as a delete and a create: the new key for the
 *     delete, the old one for the create; else null
 * @param incremental whether an incremental snapshot read the row, while changes streamed
 */
public record RowChange(
        Origin origin,
        Operation operation,
        TableSchema table,
        Row before,
        Row after,
        Position position,
        long transactionIndex,
        CommitTime commitTime,
        String snapshotId,
        Instant readTime,
        RowKey otherKey,
        boolean incremental)
        implements CdcEvent {

    /** A change that is not half of a change of a key. */
    public RowChange(
            Origin origin,
            Operation operation,
            TableSchema table,
            Row before,
            Row after,
            Position position,
            long transactionIndex,
            CommitTime commitTime,
            String snapshotId,
            Instant readTime) {
        this(
                origin,
                operation,
                table,
                before,
                after,
                position,
                transactionIndex,
                commitTime,
                snapshotId,
                readTime,
                null,
                false);
    }

    /** A change, or a row that a blocking snapshot read. */
    public RowChange(
            Origin origin,
            Operation operation,
            TableSchema table,
            Row before,
            Row after,
            Position position,
            long transactionIndex,
            CommitTime commitTime,
            String snapshotId,
            Instant readTime,
            RowKey otherKey) {
        this(
                origin,
                operation,
                table,
                before,
                after,
                position,
                transactionIndex,
                commitTime,
                snapshotId,
                readTime,
                otherKey,
                false);
    }

    public RowChange {
        Objects.requireNonNull(origin, "origin");
        Objects.requireNonNull(operation, "operation");
        Objects.requireNonNull(table, "table");
        Objects.requireNonNull(position, "position");
        Objects.requireNonNull(readTime, "readTime");
        if (before == null && after == null) {
            throw new IllegalArgumentException("A change has a row before or a row after.");
        }
    }

    /** The row that carries the event's key: the row after, for a delete the row before. */
    public Row row() {
        return after != null ? after : before;
    }

    /** The key of the event; null for a table without a key. */
    public RowKey key() {
        return table.messageKeyOf(row());
    }

    /** The same change as a part of a snapshot of its table. */
    public RowChange duringSnapshot(String id) {
        return new RowChange(
                origin,
                operation,
                table,
                before,
                after,
                position,
                transactionIndex,
                commitTime,
                id,
                readTime,
                otherKey,
                incremental);
    }

    /** Whether a snapshot read the row. */
    public boolean isSnapshot() {
        return operation == Operation.READ;
    }

    /**
     * Names of the large objects of {@link #after} that were read from the source table later than the change: they are as
     * of {@link #readTime}, not as of this change. Empty for a row of a snapshot, whose values belong together.
     */
    public List<String> reselectedColumns() {
        if (!table.hasLargeObjects() || after == null || isSnapshot()) {
            return List.of();
        }
        return IntStream.of(table.largeObjectIndexes())
                .filter(index -> after.get(index) != Unavailable.VALUE)
                .mapToObj(index -> table.columns().get(index).name())
                .toList();
    }

    /** Names table, operation and position only: values are never printed. */
    @Override
    public String toString() {
        return operation + " of " + table.id() + " at " + position;
    }
}
