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
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.snapshot.SnapshotBlock;
import io.github.cameldb2cdc.snapshot.SnapshotReaders;
import io.github.cameldb2cdc.snapshot.SnapshotSettings;
import io.github.cameldb2cdc.snapshot.TableScan;
import io.github.cameldb2cdc.source.ChangeTable;
import io.github.cameldb2cdc.source.Db2Session;
import io.github.cameldb2cdc.source.LargeObjects;
import io.github.cameldb2cdc.source.RowReader;
import io.github.cameldb2cdc.source.SnapshotIsolation;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Loads tables.
 *
 * <p><b>Steps.</b> The position P at which streaming will begin is stored before the first row is read, and is not moved
 * while tables are loaded. Tables are read in key ranges; a range is finished, and stored as such, when its last row is
 * acknowledged. A new process repeats the unfinished ranges only and keeps P.
 *
 * <p><b>Guarantee.</b> After the changes behind P were delivered, a sink that applies events by key has the rows of the
 * source. <b>Why.</b> A row that a range read was committed before; every change behind P follows in the stream. So for
 * each key the last event is its last change behind P, or, without one, the row as it was at P and still is.
 *
 * <p>For one thread. After a failure the next call goes on with the ranges that were not handed over as a whole.
 */
final class Loading implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMillis(200);

    private final EngineOptions options;
    private final LargeObjects largeObjects;
    private final Supplier<Db2Session> sessions;
    private final Origin origin;
    private final InstantSource clock;
    private final Position position;
    private final Map<TableId, TableLoad> unfinished = new LinkedHashMap<>();
    private final CaptureProof proof;
    private SnapshotReaders readers;
    private SourceConnection connection;

    /** One table that is being loaded. */
    private static final class TableLoad {
        private final ChangeTable table;
        private final String snapshotId;
        private final RangeLedger ledger;
        private final LoadProgressLog progress;

        TableLoad(ChangeTable table, TableCheckpoint checkpoint, LoadProgressLog progress) {
            this.table = table;
            this.snapshotId = checkpoint.snapshotId();
            this.ledger = new RangeLedger(checkpoint.finishedRanges());
            this.progress = progress;
        }
    }

    /**
     * @param largeObjects which large objects the rows have
     * @param checkpoint the checkpoint, of which the tables that are LOADING are loaded
     * @param sessions opens sessions of their own for the readers
     */
    Loading(
            EngineOptions options,
            LargeObjects largeObjects,
            Checkpoint checkpoint,
            CapturedTables tables,
            SourceConnection connection,
            Supplier<Db2Session> sessions,
            Origin origin,
            InstantSource clock) {
        this.options = options;
        this.largeObjects = largeObjects;
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
                LoadProgressLog progress = new LoadProgressLog(table.table(), estimate, clock);
                unfinished.put(table.table(), new TableLoad(changeTable, table, progress));
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
        if (unfinished.isEmpty() || !proof.isGiven(connection)) {
            return false;
        }
        if (readers == null) {
            startReaders();
        }
        try {
            SnapshotBlock block = readers.poll(PATIENCE);
            if (block == null) {
                return false;
            }
            append(block, inFlight);
            return true;
        } catch (CdcException e) {
            closeReaders();
            throw e;
        }
    }

    private void startReaders() {
        List<TableScan> scans = new ArrayList<>();
        for (TableLoad load : unfinished.values()) {
            List<KeyRange> handedOver = load.ledger.startReaders();
            load.progress.begin(!handedOver.isEmpty());
            scans.add(new TableScan(
                    load.table.schema(), options.snapshotConditions().get(load.table.id()), handedOver));
        }
        SnapshotIsolation isolation = options.snapshotIsolation();
        SnapshotSettings settings = new SnapshotSettings(
                isolation.isOneTransaction() ? 1 : options.snapshotParallelism(),
                options.snapshotChunkSize(),
                options.fetchSize(),
                isolation.clause(connection.server().platform()),
                isolation.isOneTransaction(),
                largeObjects);
        readers = new SnapshotReaders(scans, settings, sessions);
        readers.start();
    }

    private void append(SnapshotBlock block, InFlight inFlight) {
        TableId table = block.scan().table().id();
        TableLoad load = unfinished.get(table);
        Instant now = clock.instant();
        for (Row row : block.rows()) {
            inFlight.append(eventOf(load, row, now), RowReader.sizeOf(row), null);
        }
        load.progress.rows(block.rows().size());
        if (block.endsRange()) {
            RangeLedger.Entry entry = load.ledger.handOver(block.range(), block.place());
            inFlight.mark(null, new Progress.RangeDone(table, load.ledger, entry));
        }
        if (block.endsTable()) {
            inFlight.mark(null, new Progress.TableDone(table));
            load.progress.end();
            unfinished.remove(table);
            if (unfinished.isEmpty()) {
                closeReaders();
            }
        }
    }

    private RowChange eventOf(TableLoad load, Row row, Instant now) {
        return new RowChange(
                origin, Operation.READ, load.table.schema(), null, row, position, -1, null, load.snapshotId, now);
    }

    private void closeReaders() {
        if (readers != null) {
            readers.close();
            readers = null;
        }
    }

    @Override
    public void close() {
        closeReaders();
    }
}
