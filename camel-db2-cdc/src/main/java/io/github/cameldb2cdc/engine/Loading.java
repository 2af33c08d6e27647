package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.KeyRange;
import io.github.cameldb2cdc.checkpoint.LoadState;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.snapshot.RangeStart;
import io.github.cameldb2cdc.snapshot.SnapshotBlock;
import io.github.cameldb2cdc.snapshot.TableReader;
import io.github.cameldb2cdc.source.ChangeTable;
import io.github.cameldb2cdc.source.Db2Session;
import io.github.cameldb2cdc.source.RowReader;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.function.Supplier;

/**
 * Loads tables, one after the other, from their first unfinished range on.
 *
 * <p><b>Steps.</b> The position P at which streaming will begin is stored before the first row is read, and is not moved
 * while tables are loaded. Each table is read in key ranges; a range is finished, and stored as such, when its last row
 * is acknowledged. A new process repeats the unfinished ranges only and keeps P.
 *
 * <p><b>Guarantee.</b> After the changes behind P were delivered, a sink that applies events by key has the rows of the
 * source. <b>Why.</b> A row that a range read was committed before; every change behind P follows in the stream. So for
 * each key the last event is its last change behind P, or, without one, the row as it was at P and still is.
 *
 * <p>For one thread. A failure leaves it where it was: the next call goes on behind the last row that was handed on.
 */
final class Loading implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMillis(200);

    private final EngineOptions options;
    private final Supplier<Db2Session> sessions;
    private final Origin origin;
    private final InstantSource clock;
    private final Position position;
    private final Queue<TableLoad> waiting = new ArrayDeque<>();
    private final CaptureProof proof;
    private TableReader reader;
    private SourceConnection connection;

    /** One table that is being loaded. */
    private static final class TableLoad {
        private final ChangeTable table;
        private final String snapshotId;
        private final LoadProgressLog progress;
        private RangeStart next;

        TableLoad(ChangeTable table, TableCheckpoint checkpoint, LoadProgressLog progress) {
            this.table = table;
            this.snapshotId = checkpoint.snapshotId();
            this.progress = progress;
            this.next = startOf(checkpoint.finishedRanges());
        }

        private static RangeStart startOf(List<KeyRange> finished) {
            return finished.isEmpty()
                    ? RangeStart.FIRST_ROW
                    : RangeStart.behind(finished.get(finished.size() - 1).upTo());
        }
    }

    /**
     * @param checkpoint the checkpoint, of which the tables that are LOADING are loaded
     * @param sessions opens sessions of their own for the readers
     */
    Loading(
            EngineOptions options,
            Checkpoint checkpoint,
            CapturedTables tables,
            SourceConnection connection,
            Supplier<Db2Session> sessions,
            Origin origin,
            InstantSource clock) {
        this.options = options;
        this.sessions = sessions;
        this.origin = origin;
        this.clock = clock;
        this.position = checkpoint.position();
        this.connection = connection;
        List<TableId> withoutSign = new ArrayList<>();
        for (TableCheckpoint table : checkpoint.tables().values()) {
            if (table.load() == LoadState.LOADING) {
                ChangeTable changeTable = tables.get(table.table());
                long estimate = connection.source().estimatedRows(table.table());
                waiting.add(new TableLoad(changeTable, table, new LoadProgressLog(table.table(), estimate, clock)));
                if (changeTable.registration().oldSynchpoint() == null
                        && table.finishedRanges().isEmpty()) {
                    withoutSign.add(table.table());
                }
            }
        }
        this.proof = new CaptureProof(withoutSign, clock);
    }

    /** Goes on with another connection after the one before was lost. */
    void reconnect(SourceConnection newConnection) {
        connection = newConnection;
    }

    /**
     * Appends the rows that were read meanwhile.
     *
     * @return whether there were any, or a range or table ended
     * @throws CdcException if a reader failed
     */
    boolean produce(InFlight inFlight) throws InterruptedException {
        TableLoad load = waiting.peek();
        if (load == null || !proof.isGiven(connection)) {
            return false;
        }
        if (reader == null) {
            load.progress.begin(load.next.readAfter() != null);
            reader = new TableReader(
                    load.table.schema(), sessions, options.snapshotChunkSize(), options.fetchSize(), load.next);
            reader.start();
        }
        SnapshotBlock block = reader.poll(PATIENCE);
        if (block == null) {
            return false;
        }
        if (block.failure() != null) {
            closeReader();
            throw block.failure();
        }
        append(load, block, inFlight);
        return true;
    }

    private void append(TableLoad load, SnapshotBlock block, InFlight inFlight) {
        Instant now = clock.instant();
        RowKey lastKey = load.next.readAfter();
        for (Row row : block.rows()) {
            RowChange event = new RowChange(
                    origin, Operation.READ, load.table.schema(), null, row, position, -1, null, load.snapshotId, now);
            inFlight.append(event, RowReader.sizeOf(row), null);
            lastKey = load.table.schema().identityOf(row);
        }
        load.progress.rows(block.rows().size());
        load.next = new RangeStart(load.next.rangeAfter(), lastKey);
        TableId table = load.table.id();
        switch (block.end()) {
            case NOTHING -> {}
            case RANGE -> {
                inFlight.mark(null, new Progress.RangeDone(table, new KeyRange(load.next.rangeAfter(), lastKey)));
                load.next = RangeStart.behind(lastKey);
            }
            case TABLE -> {
                inFlight.mark(null, new Progress.TableDone(table));
                load.progress.end();
                closeReader();
                waiting.remove();
            }
        }
    }

    private void closeReader() {
        if (reader != null) {
            reader.close();
            reader = null;
        }
    }

    @Override
    public void close() {
        closeReader();
    }
}
