package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.Phase;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.ChangeTable;
import io.github.cameldb2cdc.source.Db2Session;
import io.github.cameldb2cdc.source.LargeObjects;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.Watermark;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The loads of one consumer: those of its first start, and those of tables that join, or are loaded again, while changes
 * stream.
 *
 * <p>A table that waits for its load in the phase STREAMING has its changes delivered meanwhile. When Capture provably
 * captures it, the stream is drained: everything up to a watermark that was read then is delivered, rows follow, and the
 * stream goes on behind them where it was. That a load has begun is recorded when everything before its first row is done:
 * else a new process would load first, and deliver what was not done behind rows that are newer. With {@code snapshotLock} the tables are locked before that, and the watermark
 * is the one that closes the lock's window.
 *
 * <p>For one thread; the owner closes it.
 */
final class Loads implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Loads.class);

    private final EngineOptions options;
    private final LargeObjects largeObjects;
    private final Supplier<Db2Session> sessions;
    private final InstantSource clock;
    private final CaptureProof proof;
    private final LoadLock lock;
    private SourceConnection connection;
    private CapturedTables structures;
    private Origin origin;
    private Loading loading;
    /** How many loads began beside the stream. */
    private int number;
    /** Where the stream is to be when a load begins; null as long as none is due. */
    private Position drainTo;

    /**
     * @param largeObjects which large objects the rows have
     * @param sessions opens sessions of their own for readers and locks
     */
    Loads(EngineOptions options, LargeObjects largeObjects, Supplier<Db2Session> sessions, InstantSource clock) {
        this.options = options;
        this.largeObjects = largeObjects;
        this.sessions = sessions;
        this.clock = clock;
        this.proof = new CaptureProof(options, clock);
        this.lock = new LoadLock(options, sessions, clock);
    }

    /** Begins, or goes on after a connection was lost. */
    void connect(SourceConnection newConnection, CapturedTables newStructures, Origin newOrigin) {
        connection = newConnection;
        structures = newStructures;
        origin = newOrigin;
        if (loading != null) {
            loading.restructure(newStructures);
        }
    }

    /** Whether tables are loaded, or are to be, before the stream goes on. */
    boolean isUnderWay(Recorder recorder) {
        return recorder.lastLoadBegun() < number || recorder.checkpoint().phase() != Phase.STREAMING;
    }

    /**
     * Goes on with a load that is under way.
     *
     * @return whether something was appended or decided
     */
    boolean produce(Recorder recorder, InFlight inFlight) throws InterruptedException {
        Checkpoint checkpoint = recorder.checkpoint();
        if (checkpoint.phase() == Phase.LOCKING) {
            return lockAll(recorder);
        }
        if (loading == null) {
            begin(checkpoint.position(), pendingOf(checkpoint));
        }
        return loading.isReading() ? loading.produce(inFlight) : readWhatIsProven(recorder, inFlight);
    }

    /** That a load begins is stored before its first row is read. */
    private boolean readWhatIsProven(Recorder recorder, InFlight inFlight) {
        Set<TableId> unfinished = loading.unfinished();
        if (unfinished.isEmpty()) {
            return false;
        }
        List<TableCheckpoint> waiting = recorder.checkpoint().tables().values().stream()
                .filter(table -> unfinished.contains(table.table()))
                .toList();
        Set<TableId> proven = proof.provenOf(waiting, structures, connection);
        boolean enough = options.readsInOneTransaction() ? proven.size() == unfinished.size() : !proven.isEmpty();
        if (enough && !recorder.noteLoadsBegin(proven, this::registrations)) {
            loading.read(proven, connection.server().platform(), inFlight);
        }
        return enough;
    }

    private Map<TableId, Registration> registrations() {
        return connection.source().registrations(options.selection().registeredSchemas());
    }

    private boolean lockAll(Recorder recorder) {
        List<TableCheckpoint> pending = pendingOf(recorder.checkpoint());
        Set<TableId> tables = idsOf(pending);
        if (proof.provenOf(pending, structures, connection).size() < tables.size()) {
            return false;
        }
        Watermark closing = lock.closedBy(tables, connection);
        if (closing == null) {
            return false;
        }
        Position place = Position.endOf(closing.synchpoint());
        recorder.movePosition(place);
        recorder.beginLoad();
        begin(place, pending);
        return true;
    }

    private void begin(Position position, List<TableCheckpoint> tables) {
        warnIfUnlocked(tables);
        warnIfMeantToBeIncremental(tables);
        // one that a decision about a gap has overtaken
        end();
        loading = new Loading(
                options, largeObjects, position, tables, structures, connection, this::readerSession, origin, clock);
    }

    /** Under a lock the session that holds it reads. */
    private Db2Session readerSession() {
        return lock.isClosed() ? lock.handOver() : sessions.get();
    }

    /**
     * The place that the stream must have reached before a load begins; null if none is to begin now.
     *
     * @param checkpoint a checkpoint that is streaming
     */
    Position due(Checkpoint checkpoint) {
        List<TableCheckpoint> pending = pendingOf(checkpoint);
        if (pending.isEmpty()) {
            return null;
        }
        Set<TableId> proven = proof.provenOf(pending, structures, connection);
        boolean mayBegin = options.snapshotLock() ? proven.size() == pending.size() : !proven.isEmpty();
        if (mayBegin && drainTo == null) {
            Watermark watermark = options.snapshotLock()
                    ? lock.closedBy(proven, connection)
                    : Streaming.requireWatermark(connection.source());
            drainTo = watermark == null ? null : Position.endOf(watermark.synchpoint());
        }
        return mayBegin ? drainTo : null;
    }

    /**
     * Begins to load what is due.
     *
     * @param position the place that the stream has reached, where it goes on behind the load
     */
    void beginDue(Recorder recorder, InFlight inFlight, Position position) {
        List<TableCheckpoint> pending = pendingOf(recorder.checkpoint());
        Set<TableId> proven = proof.provenOf(pending, structures, connection);
        LOG.info("Consumer '{}' pauses the stream at {} to load {}.", options.checkpointName(), position, proven);
        drainTo = null;
        number++;
        inFlight.mark(position, new Progress.LoadBegun(number));
        begin(
                position,
                pending.stream().filter(table -> proven.contains(table.table())).toList());
    }

    /** Whether tables of a checkpoint wait for their rows. */
    static boolean arePending(Checkpoint checkpoint) {
        return checkpoint.tables().values().stream()
                .anyMatch(table -> table.load().isPending());
    }

    /** Those that no incremental snapshot loads. */
    private List<TableCheckpoint> pendingOf(Checkpoint checkpoint) {
        return checkpoint.tables().values().stream()
                .filter(table -> table.load().isPending()
                        && !IncrementalSnapshots.takes(options, structures.get(table.table()), checkpoint.requests()))
                .toList();
    }

    private static Set<TableId> idsOf(List<TableCheckpoint> tables) {
        return tables.stream().map(TableCheckpoint::table).collect(Collectors.toSet());
    }

    private void warnIfUnlocked(List<TableCheckpoint> pending) {
        if (options.snapshotLock() && !lock.isClosed()) {
            LOG.warn(
                    "The interrupted load of {} goes on without locks: rows of tables without a key may be delivered twice.",
                    idsOf(pending));
        }
    }

    private void warnIfMeantToBeIncremental(List<TableCheckpoint> pending) {
        for (TableCheckpoint table : pending) {
            ChangeTable structure = structures.get(table.table());
            if (options.snapshotStrategy() == SnapshotStrategy.INCREMENTAL
                    && !IncrementalSnapshots.takes(options, structure)) {
                LOG.warn(
                        "The stream waits while {} is loaded, although snapshotStrategy is INCREMENTAL: {}",
                        table.table(),
                        structure.schema().identity().isEmpty()
                                ? "it has no key by which rows that change meanwhile could be told apart; name keyColumns."
                                : "its updates do not tell the old key; register it with before images of its key, or with"
                                        + " updates as delete and insert.");
            }
        }
    }

    /** Ends a load that is done. */
    void end() {
        if (loading != null) {
            loading.close();
            loading = null;
        }
    }

    @Override
    public void close() {
        end();
        lock.close();
    }
}
