package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.KeyRange;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Notification;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.snapshot.SnapshotBlock;
import io.github.cameldb2cdc.snapshot.SnapshotReaders;
import io.github.cameldb2cdc.snapshot.SnapshotSettings;
import io.github.cameldb2cdc.snapshot.TableScan;
import io.github.cameldb2cdc.source.Db2Session;
import io.github.cameldb2cdc.source.LargeObjects;
import io.github.cameldb2cdc.source.Platform;
import io.github.cameldb2cdc.source.RowReader;
import io.github.cameldb2cdc.source.SnapshotIsolation;
import io.github.cameldb2cdc.source.StructureWatch;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Loads tables.
 *
 * <p><b>Steps.</b> The position P at which streaming will begin or go on is fixed before the first row is read; nothing behind
 * it is read while tables are loaded, and what is stored never passes it. Events up to it that are not done yet come before
 * the rows; a new process repeats them behind the rows, as any restart repeats what was not done. Tables are read in key ranges; a range is finished, and
 * stored as such, when its last row is acknowledged. A new process repeats the unfinished ranges only and keeps P. Where
 * one transaction reads a cut across tables there are no ranges, and all of it is repeated. A table is read when Capture
 * provably captures it ({@link CaptureProof}); those that are proven first are read first.
 *
 * <p><b>Guarantee.</b> After the changes behind P were delivered, a sink that applies events by key has the rows of the
 * source. <b>Why.</b> A row that a range read was committed before; every change behind P follows in the stream. So for
 * each key the last event is its last change behind P, or, without one, the row as it was at P and still is. Of a table that
 * was loaded before, what went missing in between has no event: its rows stand between a STARTED and a COMPLETED, and what
 * they do not touch is gone. The table counts as loaded when the COMPLETED is acknowledged.
 *
 * <p>For one thread. After a failure the next call goes on with the ranges that were not handed over as a whole.
 */
final class Loading implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofMillis(200);

    /** What a notice counts for in the bytes that are in flight. */
    private static final int BYTES_OF_NOTICE = 100;

    private final EngineOptions options;
    private final LargeObjects largeObjects;
    private final Supplier<Db2Session> sessions;
    private final Origin origin;
    private final InstantSource clock;
    private final Position position;
    private final List<TableLoad> all = new ArrayList<>();
    private final Map<TableId, TableLoad> unfinished = new LinkedHashMap<>();
    private final Set<TableId> reading = new HashSet<>();
    private SnapshotReaders readers;

    /**
     * @param largeObjects which large objects the rows have
     * @param position P, where streaming begins or goes on
     * @param toLoad the tables, in the order in which they are begun
     * @param sessions opens sessions of their own for the readers
     */
    Loading(
            EngineOptions options,
            LargeObjects largeObjects,
            Position position,
            Collection<TableCheckpoint> toLoad,
            CapturedTables structures,
            SourceConnection connection,
            Supplier<Db2Session> sessions,
            Origin origin,
            InstantSource clock) {
        this.options = options;
        this.largeObjects = largeObjects;
        this.sessions = sessions;
        this.origin = origin;
        this.clock = clock;
        this.position = position;
        for (TableCheckpoint table : toLoad) {
            long estimate = connection.source().estimatedRows(table.table());
            LoadProgressLog progress = new LoadProgressLog(table.table(), estimate, clock);
            all.add(new TableLoad(structures.get(table.table()), table, progress));
        }
        all.forEach(load -> unfinished.put(load.table().id(), load));
    }

    /** The tables of which rows are still to be read. */
    Set<TableId> unfinished() {
        return Set.copyOf(unfinished.keySet());
    }

    /** Whether rows are being read, so that there is no need to look for more tables. */
    boolean isReading() {
        return readers != null;
    }

    /** Goes on with structures that were read again after the connection was lost. */
    void restructure(CapturedTables structures) {
        all.forEach(load -> load.restructure(structures.get(load.table().id())));
    }

    /** Begins to read some of the unfinished tables. */
    void read(Set<TableId> tables, Platform platform, InFlight inFlight) {
        List<TableScan> scans = new ArrayList<>();
        Instant now = clock.instant();
        for (TableLoad load : unfinished.values()) {
            if (tables.contains(load.table().id())) {
                scans.add(scanOf(load, platform));
                reading.add(load.table().id());
                if (load.begin() && load.isAgain()) {
                    append(load.notice(Notification.Type.STARTED, origin, position, now), inFlight);
                }
            }
        }
        SnapshotIsolation isolation = options.snapshotIsolation();
        SnapshotSettings settings = new SnapshotSettings(
                options.readsInOneTransaction() ? 1 : options.snapshotParallelism(),
                options.snapshotChunkSize(),
                options.fetchSize(),
                isolation.clause(platform),
                options.readsInOneTransaction(),
                largeObjects);
        readers = new SnapshotReaders(scans, settings, sessions);
        readers.start();
    }

    private TableScan scanOf(TableLoad load, Platform platform) {
        List<KeyRange> handedOver = load.ledger().startReaders();
        load.progress().begin(!handedOver.isEmpty());
        return new TableScan(
                load.table().schema(),
                new StructureWatch(platform, load.table().registration()),
                options.snapshotConditions().get(load.table().id()),
                handedOver);
    }

    /**
     * Appends the rows that were read meanwhile.
     *
     * @return whether there were any, or a range or table ended
     * @throws CdcException if a reader failed
     */
    boolean produce(InFlight inFlight) throws InterruptedException {
        try {
            SnapshotBlock block = readers.poll(PATIENCE);
            if (block == null) {
                return false;
            }
            append(block, inFlight);
            return true;
        } catch (CdcException e) {
            closeReaders();
            if (options.snapshotIsolation() == SnapshotIsolation.RR) {
                beginCutAnew();
            }
            throw e;
        }
    }

    /** Rows of two transactions are no cut: the tables that were read come once more. */
    private void beginCutAnew() {
        unfinished.clear();
        for (TableLoad load : all) {
            load.beginAnew();
            unfinished.put(load.table().id(), load);
        }
    }

    private void append(SnapshotBlock block, InFlight inFlight) {
        TableId table = block.scan().table().id();
        TableLoad load = unfinished.get(table);
        Instant now = clock.instant();
        for (Row row : block.rows()) {
            inFlight.append(load.eventOf(row, origin, position, now), RowReader.sizeOf(row), null);
        }
        load.progress().rows(block.rows().size());
        if (block.endsRange()) {
            RangeLedger.Entry entry = load.ledger().handOver(block.range(), block.place());
            inFlight.mark(null, new Progress.RangeDone(load.snapshotId(), table, load.ledger(), entry));
        }
        if (block.endsTable()) {
            end(load, inFlight);
        }
    }

    private void end(TableLoad load, InFlight inFlight) {
        TableId table = load.table().id();
        if (load.isAgain()) {
            append(load.notice(Notification.Type.COMPLETED, origin, position, clock.instant()), inFlight);
        }
        inFlight.mark(null, new Progress.TableDone(load.snapshotId(), table));
        load.progress().end();
        unfinished.remove(table);
        reading.remove(table);
        if (unfinished.isEmpty()) {
            inFlight.mark(null, new Progress.LoadDone());
        }
        if (reading.isEmpty()) {
            closeReaders();
        }
    }

    private static void append(Notification notice, InFlight inFlight) {
        inFlight.append(notice, BYTES_OF_NOTICE, null);
    }

    private void closeReaders() {
        reading.clear();
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
