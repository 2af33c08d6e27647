package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.LoadState;
import io.github.cameldb2cdc.checkpoint.RequestedTable;
import io.github.cameldb2cdc.checkpoint.SnapshotRequest;
import io.github.cameldb2cdc.checkpoint.SnapshotRequests;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import io.github.cameldb2cdc.event.Notification;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.snapshot.ChunkReader;
import io.github.cameldb2cdc.snapshot.TouchedKeys;
import io.github.cameldb2cdc.snapshot.WaitingRows;
import io.github.cameldb2cdc.source.ChangeTable;
import io.github.cameldb2cdc.source.KeysetScan;
import io.github.cameldb2cdc.source.LargeObjects;
import io.github.cameldb2cdc.source.RowReader;
import io.github.cameldb2cdc.source.SnapshotIsolation;
import io.github.cameldb2cdc.source.StructureWatch;
import io.github.cameldb2cdc.source.Watermark;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads tables in chunks while their changes stream.
 *
 * <p><b>Steps.</b>
 *
 * <ol>
 *   <li>Where the stream has read everything up to a watermark, and nothing behind it, a window opens and the next rows of
 *       a table are read in the order of its key, committed ones only. They wait as bytes.
 *   <li>The stream goes on. Each change that is read notes the keys that it touches, also one that becomes no event; of an
 *       update both keys.
 *   <li>The window closes at a place up to which every change stands that was committed before the rows were read
 *       ({@link ChunkWindows}).
 *   <li>When the stream has come to that place, or any place behind it between two commits, rows of the chunk are handed
 *       over that no change behind the window's beginning has touched; the others came, or come, as their changes.
 *   <li>What was handed over is recorded when it is acknowledged, in one write with the position of the stream.
 * </ol>
 *
 * <p>More windows open while others wait, so that a slow Capture costs a wait and not a wait for each chunk.
 *
 * <p><b>Guarantee.</b> For each key no older state is delivered behind a newer one, except where a new round or process
 * repeats a part of the stream in order; every row that nothing touches comes once, and once more only for what was not
 * recorded at the end of a process. After the last chunk a sink that applies events by key has the rows of the source.
 *
 * <p><b>Why.</b> Let a row be handed over at the place F that was read with a window behind L. What the read showed of it
 * had been committed before, so it stands at or before the window's close, and so at or before F. No change of the row
 * stands behind L and up to F: else it would be touched. So what was read is the state at L. All changes up to L were
 * published before the read, so none is missing in it: the row is as it is at L and still at F, behind all its earlier
 * changes and before all its later ones. A row that is not read, since it was moved to a key that was read before or did
 * not exist, has its change behind L, which is delivered by the stream.
 *
 * <p><b>Bounds.</b> Rows that wait are in memory up to {@code snapshotBufferBytes}, beyond that on the disk. Touched keys
 * are kept up to the same size: beyond it the chunks of that table are given up and read again, as they are after every
 * loss of the connection and every change of the table's structure.
 *
 * <p>For one thread; the owner closes it.
 */
final class IncrementalSnapshots implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(IncrementalSnapshots.class);

    /** A larger chunk would gain nothing: its window has to be waited for as well. */
    private static final int MOST_ROWS_OF_CHUNK = 2048;

    private static final int ROWS_AT_ONCE = 512;
    private static final int BYTES_OF_NOTICE = 100;

    private final EngineOptions options;
    private final LargeObjects largeObjects;
    private final InstantSource clock;
    private final CaptureProof proof;
    private final ChunkWindows windows;
    private final WaitingRows waiting;
    private final Deque<OpenChunk> open = new ArrayDeque<>();
    /** Of each table with chunks that wait the keys that changes touched since. */
    private final Map<TableId, TouchedKeys> touched = new HashMap<>();

    private final Map<String, IncrementalTable> tables = new LinkedHashMap<>();
    private SourceConnection connection;
    private CapturedTables structures;
    private Origin origin;
    private Instant oldestOpened;
    private boolean stallTold;

    /** @param largeObjects which large objects the rows have */
    IncrementalSnapshots(EngineOptions options, LargeObjects largeObjects, ChunkWindows windows, InstantSource clock) {
        this.options = options;
        this.largeObjects = largeObjects;
        this.windows = windows;
        this.clock = clock;
        this.proof = new CaptureProof(options, clock);
        this.waiting = new WaitingRows(options.snapshotBufferBytes(), Path.of(System.getProperty("java.io.tmpdir")));
    }

    /** Whether the rows of a table that a start leaves to be loaded are loaded in chunks, not while the stream waits. */
    static boolean takes(EngineOptions options, ChangeTable table) {
        return options.snapshotStrategy() == SnapshotStrategy.INCREMENTAL
                && !table.schema().identity().isEmpty()
                && table.knowsIdentityBefore();
    }

    /** The same for a table of a checkpoint: a signal may have asked for another way. */
    static boolean takes(EngineOptions options, ChangeTable table, SnapshotRequests requests) {
        return takes(options, table)
                && requests.open().stream()
                        .noneMatch(request -> request.blocking()
                                && request.tables().stream()
                                        .anyMatch(wanted -> wanted.table().equals(table.id())));
    }

    /** Begins, or goes on after a connection was lost. */
    void connect(
            SourceConnection newConnection, CapturedTables newStructures, Origin newOrigin, Checkpoint checkpoint) {
        connection = newConnection;
        structures = newStructures;
        origin = newOrigin;
        forgetDropped(checkpoint);
        tables.values().stream().filter(IncrementalTable::isBegun).forEach(this::restructure);
    }

    /** Gives up the chunks that wait: their windows belong to a connection that is lost. */
    void disconnect() {
        List.copyOf(tables.values()).forEach(this::giveUp);
        windows.forget();
        connection = null;
    }

    /** Looks at a watermark that the stream has read. */
    void see(Watermark watermark) {
        windows.see(watermark, connection);
    }

    /** Notes which keys a change touches. */
    void see(ChangeTable table, Row before, Row after, Position position) {
        TouchedKeys keys = touched.get(table.id());
        if (keys == null || table.schema().identity().isEmpty()) {
            return;
        }
        if (after != null) {
            keys.touch(table.schema().identityOf(after), position);
        }
        // an update of one row has in its old row only the columns that have a before image
        if (before != null && (after == null || table.knowsIdentityBefore())) {
            keys.touch(table.schema().identityOf(before), position);
        }
    }

    /**
     * The snapshot to which changes of a table count that are handed over now; null if there is none. A process before this
     * one may have delivered rows of it, so the checkpoint tells as well.
     */
    String frameOf(TableId table, Checkpoint checkpoint) {
        for (IncrementalTable one : tables.values()) {
            if (one.isInFrame() && one.id().equals(table)) {
                return one.snapshotId();
            }
        }
        TableCheckpoint known = checkpoint.tables().get(table);
        if (known != null && known.load() == LoadState.RELOADING && goesOn(WantedTable.pending(known, null))) {
            return known.snapshotId();
        }
        for (SnapshotRequest request : checkpoint.requests().open()) {
            for (RequestedTable requested : request.tables()) {
                if (!request.blocking()
                        && requested.table().equals(table)
                        && goesOn(WantedTable.requested(request, requested))) {
                    return request.snapshotId();
                }
            }
        }
        return null;
    }

    /** Whether rows were delivered within a frame whose end was not handed over. */
    private boolean goesOn(WantedTable wanted) {
        IncrementalTable known = tables.get(wanted.name());
        return wanted.framed() && wanted.rows().reached() != null && (known == null || !known.isEnded());
    }

    /**
     * Hands over rows that are due, else reads the next chunk.
     *
     * @param place where the stream is
     * @param atRest whether everything up to a watermark was read, and nothing behind it
     * @return whether anything was done
     */
    boolean proceed(Position place, boolean atRest, Recorder recorder, InFlight inFlight) {
        Checkpoint checkpoint = recorder.checkpoint();
        if (tables.isEmpty() && !mayWant(checkpoint)) {
            return false;
        }
        forgetDropped(checkpoint);
        endStopped(checkpoint, place, inFlight);
        giveUpWhatIsTooMuch();
        OpenChunk first = open.peek();
        if (first != null && first.isDueAt(place)) {
            handOver(first, place, inFlight);
            return true;
        }
        noteStall(first);
        return atRest && readNext(place, recorder, inFlight);
    }

    private boolean mayWant(Checkpoint checkpoint) {
        return options.snapshotStrategy() == SnapshotStrategy.INCREMENTAL
                || !checkpoint.requests().open().isEmpty();
    }

    /** What is finished is in the checkpoint no longer, and what has another key by now is begun anew. */
    private void forgetDropped(Checkpoint checkpoint) {
        if (tables.isEmpty()) {
            return;
        }
        Set<String> wanted =
                wantedBy(checkpoint).stream().map(WantedTable::name).collect(Collectors.toSet());
        List.copyOf(tables.values()).forEach(table -> {
            String name = table.name();
            if (!wanted.contains(name)
                    || (!table.isRequested() && !table.orderedBy().equals(identityOf(table.id())))
                    || (table.isRequested() && table.isBegun() && !table.isEnded() && !isOrderable(table))) {
                giveUp(tables.remove(name));
            }
        });
    }

    private List<String> identityOf(TableId table) {
        return structures.get(table).schema().identity();
    }

    private boolean isOrderable(IncrementalTable table) {
        TableSchema schema = structures.get(table.id()).schema();
        return table.orderedBy().stream().allMatch(name -> schema.indexOf(name) >= 0);
    }

    /** What is stopped, or can be read no more, ends here: rows that wait are given up. */
    private void endStopped(Checkpoint checkpoint, Position place, InFlight inFlight) {
        for (SnapshotRequest request : checkpoint.requests().open()) {
            for (RequestedTable requested : request.tables()) {
                if (!request.blocking() && (requested.stopped() || !isPossible(request, requested))) {
                    IncrementalTable table = tableOf(WantedTable.requested(request, requested));
                    if (!table.isEnded()) {
                        abort(table, place, inFlight);
                    }
                }
            }
        }
    }

    private boolean isPossible(SnapshotRequest request, RequestedTable requested) {
        ChangeTable structure = structures.get(requested.table());
        TableSchema schema = structure.schema();
        boolean possible = structure.registration().hasBothTables()
                && !schema.identity().isEmpty()
                && requested.orderedBy().stream().allMatch(name -> schema.indexOf(name) >= 0)
                && (requested.keysNeverChange() || structure.knowsIdentityBefore());
        IncrementalTable known =
                tables.get(WantedTable.requested(request, requested).name());
        if (!possible && (known == null || !known.isEnded())) {
            LOG.warn(
                    "The snapshot {} of {} that a signal asked for ends, since the table, its key or its registration is"
                            + " another one now.",
                    request.snapshotId(),
                    requested.table());
        }
        return possible;
    }

    private void abort(IncrementalTable table, Position place, InFlight inFlight) {
        giveUp(table);
        if (table.isAnnounced()) {
            announce(Notification.Type.ABORTED, table, place, inFlight);
        }
        inFlight.mark(null, new Progress.RequestDone(table.snapshotId(), table.id()));
        table.abort();
    }

    /** The tables that a checkpoint wants to be loaded in chunks, in their order. */
    private List<WantedTable> wantedBy(Checkpoint checkpoint) {
        List<WantedTable> wanted = new ArrayList<>();
        for (TableCheckpoint table : checkpoint.tables().values()) {
            if (table.load().isPending() && takes(options, structures.get(table.table()), checkpoint.requests())) {
                wanted.add(
                        WantedTable.pending(table, options.snapshotConditions().get(table.table())));
            }
        }
        for (SnapshotRequest request : checkpoint.requests().open()) {
            if (!request.blocking()) {
                request.tables().forEach(table -> wanted.add(WantedTable.requested(request, table)));
            }
        }
        return wanted;
    }

    private boolean readNext(Position place, Recorder recorder, InFlight inFlight) {
        Checkpoint checkpoint = recorder.checkpoint();
        if (checkpoint.requests().paused()) {
            return false;
        }
        IncrementalTable table = nextOf(checkpoint);
        if (table == null || !waiting.hasRoom()) {
            return false;
        }
        if (!table.isBegun()) {
            return begin(table, place, recorder, inFlight);
        }
        restructureIfNeeded(table);
        return readChunk(table, place, recorder);
    }

    /** The first table of which rows are to be read, and may be. */
    private IncrementalTable nextOf(Checkpoint checkpoint) {
        for (WantedTable wanted : wantedBy(checkpoint)) {
            IncrementalTable table = tableOf(wanted);
            if (!table.isReadWhole()
                    && !table.isEnded()
                    && !isInAnothersFrame(table)
                    && isCaptured(checkpoint.tables().get(table.id()))) {
                return table;
            }
        }
        return null;
    }

    /** Changes carry the id of one snapshot: a table has one frame at a time. */
    private boolean isInAnothersFrame(IncrementalTable table) {
        return table.isFramed()
                && tables.values().stream()
                        .anyMatch(other -> other != table
                                && other.isInFrame()
                                && other.id().equals(table.id()));
    }

    private IncrementalTable tableOf(WantedTable wanted) {
        return tables.computeIfAbsent(wanted.name(), name -> {
            long estimate = connection.source().estimatedRows(wanted.table());
            return new IncrementalTable(wanted, new LoadProgressLog(wanted.table(), estimate, clock));
        });
    }

    private boolean isCaptured(TableCheckpoint table) {
        return table.load() == LoadState.LOADED
                || proof.provenOf(List.of(table), structures, connection).contains(table.table());
    }

    /** That a load begins is stored before its first row is read. */
    private boolean begin(IncrementalTable table, Position place, Recorder recorder, InFlight inFlight) {
        boolean isNew = !table.isRequested()
                && recorder.noteLoadsBegin(Set.of(table.id()), () -> connection
                        .source()
                        .registrations(options.selection().registeredSchemas()));
        if (isNew) {
            return true;
        }
        restructure(table);
        table.begin();
        if (table.isToBeAnnounced()) {
            announce(Notification.Type.STARTED, table, place, inFlight);
            inFlight.mark(null, new Progress.RequestStarted(table.snapshotId(), table.id()));
        }
        return true;
    }

    private void announce(Notification.Type type, IncrementalTable table, Position place, InFlight inFlight) {
        inFlight.append(table.notice(type, origin, place, clock.instant()), BYTES_OF_NOTICE, null);
    }

    private void restructureIfNeeded(IncrementalTable table) {
        if (table.table() != structures.get(table.id())) {
            giveUp(table);
            restructure(table);
        }
    }

    private void restructure(IncrementalTable table) {
        ChangeTable structure = structures.get(table.id());
        TableSchema ordered = structure.schema().withIdentity(table.orderedBy());
        KeysetScan scan = new KeysetScan(
                ordered,
                table.condition(),
                SnapshotIsolation.CS.clause(connection.server().platform()),
                largeObjects);
        StructureWatch watch = new StructureWatch(connection.server().platform(), structure.registration());
        int mostRows = Math.min(MOST_ROWS_OF_CHUNK, options.snapshotChunkSize());
        table.restructure(structure, ordered, new ChunkReader(ordered, scan, watch, mostRows));
    }

    private boolean readChunk(IncrementalTable table, Position place, Recorder recorder) {
        ChunkWindow window = windows.open(place, connection);
        if (window == null) {
            return false;
        }
        touched.computeIfAbsent(table.id(), id -> new TouchedKeys());
        Instant now = clock.instant();
        ChunkReader.Chunk chunk;
        try {
            chunk = table.read(connection.session());
        } catch (CdcException e) {
            windows.abandon(window);
            refuseRows(table, e, recorder);
            return true;
        }
        windows.endRead(window, connection);
        open.add(new OpenChunk(table, place, window, now, chunk, waiting.put(chunk.bytes())));
        return true;
    }

    /** Rows that cannot be read, for a predicate or a privilege, end the snapshot that was asked for, and never the stream. */
    private void refuseRows(IncrementalTable table, CdcException failure, Recorder recorder) {
        boolean endsRequest = failure.kind() == FailureKind.DEFINITE && table.isRequested();
        if (!endsRequest
                || structures.mayDiffer(
                        connection.source().registrations(options.selection().registeredSchemas()))) {
            throw failure;
        }
        LOG.warn(
                "The snapshot {} of {} that a signal asked for ends, since its rows cannot be read: {}",
                table.snapshotId(),
                table.id(),
                failure.getMessage());
        recorder.changeRequests(
                requests -> requests.withTable(table.snapshotId(), table.id(), RequestedTable::withStopped));
    }

    private void handOver(OpenChunk chunk, Position place, InFlight inFlight) {
        IncrementalTable table = chunk.table();
        ChangeTable now = structures.get(table.id());
        if (!chunk.fits(now.schema())) {
            giveUp(table);
            return;
        }
        Iterator<Row> rows = chunk.rows(waiting);
        TouchedKeys keys = touched.get(table.id());
        RowKey reached = null;
        int seen = 0;
        for (; seen < ROWS_AT_ONCE && rows.hasNext(); seen++) {
            Row row = rows.next();
            boolean evicted = keys.isTouchedBehind(
                    now.schema().identityOf(row), chunk.window().low());
            if (evicted) {
                chunk.evict();
            } else {
                inFlight.append(table.eventOf(row, origin, place, chunk.readTime()), RowReader.sizeOf(row), null);
            }
            reached = table.handOver(row, evicted);
        }
        table.progress().rows(seen);
        if (!rows.hasNext()) {
            reached = table.handOverUpTo(chunk.last());
        }
        if (reached != null) {
            inFlight.mark(
                    null, new Progress.ChunkDone(table.snapshotId(), table.isRequested(), table.ordered(), reached));
        }
        if (!rows.hasNext()) {
            finish(chunk, place, inFlight);
        }
    }

    private void finish(OpenChunk chunk, Position place, InFlight inFlight) {
        IncrementalTable table = chunk.table();
        LOG.debug(
                "Chunk of {}: {} rows, {} of them came as changes, from {} to {}, handed over at {}.",
                table.id(),
                chunk.rowCount(),
                chunk.evicted(),
                chunk.window().low(),
                chunk.window().close(),
                place);
        open.remove(chunk);
        oldestOpened = null;
        forgetTouches(table.id());
        if (table.isReadWhole() && open.stream().noneMatch(other -> other.table() == table)) {
            end(table, place, inFlight);
        }
    }

    private void end(IncrementalTable table, Position place, InFlight inFlight) {
        if (table.isFramed()) {
            announce(Notification.Type.COMPLETED, table, place, inFlight);
        }
        inFlight.mark(
                null,
                table.isRequested()
                        ? new Progress.RequestDone(table.snapshotId(), table.id())
                        : new Progress.TableDone(table.snapshotId(), table.id()));
        table.end();
    }

    /** What no chunk that waits asks for. */
    private void forgetTouches(TableId table) {
        Position eldest = open.stream()
                .filter(chunk -> chunk.table().id().equals(table))
                .map(OpenChunk::begun)
                .findFirst()
                .orElse(null);
        if (eldest == null) {
            touched.remove(table);
        } else {
            touched.get(table).forgetUpTo(eldest);
        }
    }

    private void giveUpWhatIsTooMuch() {
        for (Map.Entry<TableId, TouchedKeys> entry : Map.copyOf(touched).entrySet()) {
            if (entry.getValue().bytes() > options.snapshotBufferBytes()) {
                LOG.info(
                        "So many changes of {} came while its rows waited that their keys do not fit"
                                + " snapshotBufferBytes; the rows that wait are read again.",
                        entry.getKey());
                tables.values().stream()
                        .filter(table -> table.id().equals(entry.getKey()))
                        .forEach(this::giveUp);
            }
        }
    }

    /** Forgets what was read of a table and not handed over: it is read again. */
    private void giveUp(IncrementalTable table) {
        if (table.isEnded()) {
            return;
        }
        open.removeIf(chunk -> {
            boolean drops = chunk.table() == table;
            if (drops) {
                chunk.drop(waiting);
            }
            return drops;
        });
        table.giveUp();
        if (touched.containsKey(table.id())) {
            forgetTouches(table.id());
        }
        oldestOpened = null;
    }

    /** A window that does not close holds up a snapshot in silence, if nobody says so. */
    private void noteStall(OpenChunk first) {
        if (first == null || first.window().close() != null) {
            oldestOpened = null;
            stallTold = false;
            return;
        }
        Instant now = clock.instant();
        oldestOpened = oldestOpened == null ? now : oldestOpened;
        if (!stallTold && Duration.between(oldestOpened, now).compareTo(options.captureStallTimeout()) > 0) {
            stallTold = true;
            LOG.warn(
                    "Rows of {} wait since {}, for Capture has not passed the moment at which they were read; look"
                            + " whether it runs and how far it is behind.",
                    first.table().id(),
                    oldestOpened);
        }
    }

    /** Forgets all progress: the checkpoint says how far each table came. Everything that was handed over is done. */
    void forget() {
        List.copyOf(tables.values()).forEach(this::giveUp);
        tables.clear();
    }

    @Override
    public void close() {
        open.forEach(chunk -> chunk.drop(waiting));
        open.clear();
        waiting.close();
    }
}
