package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.Anchor;
import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.CurrentSource;
import io.github.cameldb2cdc.checkpoint.EventCheckpoint;
import io.github.cameldb2cdc.checkpoint.KeyRange;
import io.github.cameldb2cdc.checkpoint.LoadState;
import io.github.cameldb2cdc.checkpoint.Phase;
import io.github.cameldb2cdc.checkpoint.RequestedTable;
import io.github.cameldb2cdc.checkpoint.SnapshotRequest;
import io.github.cameldb2cdc.checkpoint.SnapshotRequests;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.checkpoint.Verdict;
import io.github.cameldb2cdc.engine.CheckpointLog.Urgency;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.source.ChangeTable;
import io.github.cameldb2cdc.source.CommitNote;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.SourceClock;
import io.github.cameldb2cdc.source.Watermark;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Turns what is acknowledged into the checkpoint, and has it written when that is due. For the engine's thread. */
final class Recorder {

    private static final Logger LOG = LoggerFactory.getLogger(Recorder.class);
    private static final int NAME_DIGITS = 12;

    private final CheckpointLog log;
    private final RandomGenerator random;
    private final Set<TableId> begunLoads = new HashSet<>();
    private boolean begun;
    private volatile Position recordedPosition;
    private int lastLoadBegun;
    private Watermark lastWatermark;

    Recorder(CheckpointLog log, RandomGenerator random) {
        this.log = log;
        this.random = random;
    }

    boolean hasBegun() {
        return begun;
    }

    /** The checkpoint as it is to be. */
    Checkpoint checkpoint() {
        return log.current();
    }

    /** The resume point; null before the start is stored. From any thread. */
    Position recordedPosition() {
        return recordedPosition;
    }

    /** What a sink can store of an event that is delivered now. */
    EventCheckpoint stamp(EventPlace place, int round) {
        Checkpoint current = log.current();
        return new EventCheckpoint(
                log.name(),
                current.owner(),
                current.epoch(),
                current.generation(),
                round,
                place.resumeAfter(),
                place.row(),
                place.part());
    }

    /** Loads the checkpoint, plans the start and stores it. */
    void begin(
            EngineOptions options,
            SourceConnection connection,
            Watermark watermark,
            Map<TableId, Registration> registrations) {
        Optional<Checkpoint> stored = log.load(currentSource(options, connection, registrations));
        Checkpoint first = new StartPlan(options, connection, watermark, registrations, this::randomName).from(stored);
        log.begin(first);
        begun = true;
        recordedPosition = first.position();
        report(options, stored.isPresent(), first);
    }

    private static CurrentSource currentSource(
            EngineOptions options, SourceConnection connection, Map<TableId, Registration> registrations) {
        List<CurrentSource.Table> tables = registrations.values().stream()
                .filter(Registration::hasBothTables)
                .map(registration -> new CurrentSource.Table(
                        registration.source(), TableJoin.captureOf(registration), registration.oldSynchpoint()))
                .toList();
        return new CurrentSource(connection.server().database(), options.controlSchema(), tables);
    }

    /** A name for a snapshot or an owner, which no other has. */
    String randomName() {
        return Long.toHexString(random.nextLong() | Long.MIN_VALUE).substring(0, NAME_DIGITS);
    }

    private static void report(EngineOptions options, boolean resumed, Checkpoint first) {
        List<TableId> toLoad = first.tables().values().stream()
                .filter(table -> table.load().isPending())
                .map(TableCheckpoint::table)
                .toList();
        LOG.info(
                "Consumer '{}' {} {} with {} tables of {}{}.",
                options.checkpointName(),
                resumed ? "goes on behind" : "starts at",
                first.position(),
                first.tables().size(),
                first.anchor().server(),
                toLoad.isEmpty()
                        ? ""
                        : (first.phase() == Phase.STREAMING ? "; to be loaded meanwhile: " : "; to be loaded first: ")
                                + toLoad);
        if (!resumed && !options.snapshotMode().loads()) {
            LOG.info("There was no checkpoint: rows and changes before that place are not delivered.");
        }
    }

    /** Takes over what a signal asks for. */
    void noteSignal(Checkpoint next) {
        log.change(checkpoint -> next, Urgency.NOW);
    }

    /** Whether it is stored that a signal was taken over. */
    boolean isTaken(String signalId) {
        return log.stored().requests().taken().contains(signalId);
    }

    /** Remembers the structure of a table. */
    void noteStructure(Progress.StructureKnown known) {
        log.change(checkpoint -> withStructure(checkpoint, known), Urgency.EVENTS);
    }

    private static Checkpoint withStructure(Checkpoint checkpoint, Progress.StructureKnown known) {
        TableCheckpoint table = checkpoint.tables().get(known.schema().id());
        return checkpoint
                .withTable(table.withStructure(known.sourceCreated(), known.structure(), known.schema()))
                .withRequests(checkpoint.requests().restructured(table.schema(), known.schema()));
    }

    /** Remembers which tables Capture was seen not to capture, so that it shows when it does again. */
    void noteStates(Map<TableId, Registration> registrations, Watermark watermark) {
        for (TableCheckpoint table : log.current().tables().values()) {
            Registration registration = registrations.get(table.table());
            if (registration == null) {
                continue;
            }
            if (!registration.isActive() && table.inactiveSince() == null) {
                TableCheckpoint inactive = table.withInactiveSince(watermark.synchpoint());
                log.change(checkpoint -> checkpoint.withTable(inactive), Urgency.NOW);
            } else if (registration.isActive() && table.inactiveSince() != null && table.awaitsLoad()) {
                TableCheckpoint anew =
                        table.joinedAgainAt(watermark.synchpoint(), registration.oldSynchpoint(), randomName());
                log.change(checkpoint -> checkpoint.withTable(anew), Urgency.NOW);
            }
        }
    }

    /**
     * Lets tables join that were registered, or activated, since the start.
     *
     * @param connection reads their structure
     * @return the checkpoint with them
     */
    Checkpoint join(
            EngineOptions options,
            SourceConnection connection,
            Map<TableId, Registration> registrations,
            Watermark watermark) {
        if (options.snapshotMode() == SnapshotMode.INITIAL_ONLY) {
            // its end is to come nearer
            return log.current();
        }
        String snapshotId = null;
        for (Registration registration : registrations.values()) {
            TableId table = registration.source();
            boolean joins = !log.current().tables().containsKey(table)
                    && options.selection().contains(table)
                    && registration.isActive()
                    && registration.hasBothTables();
            if (joins) {
                snapshotId = snapshotId == null ? randomName() : snapshotId;
                ChangeTable structure = connection.source().changeTable(registration, options.selection(), List.of());
                TableCheckpoint joined =
                        TableJoin.of(structure, registration, watermark, options.snapshotMode(), snapshotId, false);
                log.change(checkpoint -> checkpoint.withTable(joined), Urgency.NOW);
                LOG.info("The table {} joins at {}.", table, watermark.synchpoint());
            }
        }
        return log.current();
    }

    /**
     * Notes that tables are being loaded: the stream goes on when they are, also in a new process. So everything before the
     * first row has to be done.
     */
    void beginLoad() {
        log.change(checkpoint -> checkpoint.withPhase(Phase.SNAPSHOT), Urgency.NOW);
    }

    /** The number of the last load before whose first row everything is done; 0 if there is none. */
    int lastLoadBegun() {
        return lastLoadBegun;
    }

    /** Moves the position before anything was delivered. */
    void movePosition(Position position) {
        log.change(checkpoint -> checkpoint.withPosition(position), Urgency.NOW);
        recordedPosition = position;
    }

    /**
     * Notes that the rows of tables are about to be read: what is pruned from now on is missed.
     *
     * @param registrations those of the schemas, asked for if one of the tables was not begun before
     * @return whether there is something new to store
     */
    boolean noteLoadsBegin(Set<TableId> tables, Supplier<Map<TableId, Registration>> registrations) {
        List<TableCheckpoint> toBegin = log.current().tables().values().stream()
                .filter(table -> tables.contains(table.table()) && table.awaitsLoad() && begunLoads.add(table.table()))
                .toList();
        if (toBegin.isEmpty()) {
            return false;
        }
        Map<TableId, Registration> found = registrations.get();
        for (TableCheckpoint table : toBegin) {
            Registration registration = found.get(table.table());
            if (registration == null) {
                begunLoads.removeAll(tables);
                throw GapCheck.registrationIsGone(table.table());
            }
            TableCheckpoint next = table.withLoadBegun(registration.oldSynchpoint());
            log.change(checkpoint -> checkpoint.withTable(next), Urgency.NOW);
        }
        return true;
    }

    /** Ends a verdict. All events up to the position are done. */
    Checkpoint decide(
            OnGap decision,
            EngineOptions options,
            SourceConnection connection,
            Watermark watermark,
            Map<TableId, Registration> registrations) {
        boolean ofStructure = StructureDecision.concerns(log.current().verdict());
        LOG.warn(
                "Consumer '{}' goes on by {}={} after this was found: {}",
                options.checkpointName(),
                ofStructure ? "onSchemaChange" : "onGap",
                decision,
                log.current().verdict().sentence());
        if (ofStructure) {
            StructureDecision decided = new StructureDecision(watermark, registrations, randomName());
            log.change(checkpoint -> decided.apply(decision, checkpoint), Urgency.NOW);
        } else {
            GapDecision decided = new GapDecision(options, connection, watermark, registrations, randomName());
            log.change(checkpoint -> decided.apply(decision, checkpoint), Urgency.NOW);
        }
        recordedPosition = log.current().position();
        begunLoads.clear();
        lastWatermark = null;
        return log.current();
    }

    void noteVerdict(Verdict verdict) {
        log.change(checkpoint -> checkpoint.withVerdict(verdict), Urgency.NOW);
    }

    void noteWatermark(Watermark watermark) {
        lastWatermark = watermark;
    }

    /**
     * Takes over what is acknowledged and writes if that is due.
     *
     * @param done what is acknowledged
     * @param connection tells the server's clock; null where there is none at present
     * @param now whether to write whatever is not stored
     */
    void record(InFlight.Acknowledgement done, SourceConnection connection, boolean now) {
        for (Progress progress : done.progress()) {
            apply(progress, connection);
        }
        Position position = done.position();
        Checkpoint current = log.current();
        if (position != null && position.compareTo(current.position()) > 0) {
            log.change(
                    checkpoint -> checkpoint.withPosition(position), done.eventsDone() ? Urgency.EVENTS : Urgency.IDLE);
            recordedPosition = position;
            renewAnchorTime(done, connection);
        }
        if (now) {
            log.writeNow();
        } else {
            log.writeIfDue();
        }
    }

    private void apply(Progress progress, SourceConnection connection) {
        if (progress instanceof Progress.BatchDone batch) {
            batch.note().ifPresent(note -> noteCommit(note, connection));
        } else if (progress instanceof Progress.LoadBegun begun) {
            lastLoadBegun = begun.load();
            beginLoad();
        } else if (progress instanceof Progress.RangeDone range) {
            range.ledger().done(range.entry());
            log.change(checkpoint -> withFinished(checkpoint, range), Urgency.EVENTS);
        } else if (progress instanceof Progress.ChunkDone chunk) {
            log.change(checkpoint -> withReached(checkpoint, chunk), Urgency.EVENTS);
        } else if (progress instanceof Progress.RequestStarted started) {
            changeRequests(
                    requests -> requests.withTable(started.snapshotId(), started.table(), RequestedTable::withStarted));
        } else if (progress instanceof Progress.RequestDone done) {
            changeRequests(requests -> requests.without(
                    request -> request.snapshotId().equals(done.snapshotId()), table -> table.equals(done.table())));
        } else if (progress instanceof Progress.TableDone table) {
            log.change(checkpoint -> withLoaded(checkpoint, table), Urgency.NOW);
        } else if (progress instanceof Progress.StructureKnown known) {
            noteStructure(known);
        } else if (progress instanceof Progress.LoadDone) {
            log.change(checkpoint -> checkpoint.withPhase(Phase.STREAMING), Urgency.NOW);
        }
    }

    private static Checkpoint withFinished(Checkpoint checkpoint, Progress.RangeDone done) {
        TableCheckpoint table = checkpoint.tables().get(done.table());
        if (done.ledger().isDiscarded() || !isUnder(done.snapshotId(), table)) {
            return checkpoint;
        }
        return checkpoint.withTable(
                table.withLoad(table.load(), table.snapshotId(), done.ledger().finished()));
    }

    /** Changes what signals asked for; that is stored at once. */
    void changeRequests(UnaryOperator<SnapshotRequests> change) {
        log.change(checkpoint -> checkpoint.withRequests(change.apply(checkpoint.requests())), Urgency.NOW);
    }

    /** What was read with another structure tells nothing of where the rows of this one begin. */
    private static Checkpoint withReached(Checkpoint checkpoint, Progress.ChunkDone done) {
        TableCheckpoint table = checkpoint.tables().get(done.ordered().id());
        if (table == null || !isOrderedAlike(done.ordered(), table.schema())) {
            return checkpoint;
        }
        if (done.requested()) {
            return checkpoint.withRequests(checkpoint
                    .requests()
                    .withTable(done.snapshotId(), table.table(), wanted -> wanted.withReached(done.reached())));
        }
        return isUnder(done.snapshotId(), table)
                        && done.ordered().identity().equals(table.schema().identity())
                ? checkpoint.withTable(
                        table.withLoad(table.load(), table.snapshotId(), List.of(new KeyRange(null, done.reached()))))
                : checkpoint;
    }

    private static boolean isOrderedAlike(TableSchema ordered, TableSchema now) {
        return ordered.identity().stream()
                .allMatch(name -> now.indexOf(name) >= 0
                        && now.columns()
                                .get(now.indexOf(name))
                                .equals(ordered.columns().get(ordered.indexOf(name))));
    }

    private static boolean isUnder(String snapshotId, TableCheckpoint table) {
        return table != null && table.load().isPending() && Objects.equals(snapshotId, table.snapshotId());
    }

    private Checkpoint withLoaded(Checkpoint checkpoint, Progress.TableDone done) {
        TableId loaded = done.table();
        TableCheckpoint table = checkpoint.tables().get(loaded);
        if (!isUnder(done.snapshotId(), table)) {
            return checkpoint;
        }
        begunLoads.remove(loaded);
        return checkpoint
                .withTable(table.withLoad(LoadState.LOADED, table.snapshotId(), List.of()))
                .withRequests(checkpoint.requests().without(SnapshotRequest::blocking, loaded::equals));
    }

    private void noteCommit(CommitNote note, SourceConnection connection) {
        Anchor anchor = log.current().anchor();
        Instant time = connection == null ? anchor.time() : later(anchor.time(), connection.clock(), note);
        Anchor next = new Anchor(anchor.server(), anchor.controlSchema(), note.commit(), note.logMarker(), time);
        log.change(checkpoint -> checkpoint.withAnchor(next), Urgency.NONE);
    }

    private static Instant later(Instant known, SourceClock clock, CommitNote note) {
        return later(known, clock.instantOf(note.logMarker()));
    }

    private static Instant later(Instant one, Instant other) {
        return one == null || other.isAfter(one) ? other : one;
    }

    /** A watermark proves how young the position is only when everything at or below it is acknowledged. */
    private void renewAnchorTime(InFlight.Acknowledgement done, SourceConnection connection) {
        if (!done.complete() || lastWatermark == null || lastWatermark.isFallback() || connection == null) {
            return;
        }
        // Inside a sweep nothing may be under way either, though not all up to the watermark was read.
        if (done.position().compareTo(Position.endOf(lastWatermark.synchpoint())) < 0) {
            return;
        }
        Anchor anchor = log.current().anchor();
        Instant time = later(anchor.time(), connection.clock().instantOf(lastWatermark.synchtime()));
        Anchor next = new Anchor(anchor.server(), anchor.controlSchema(), anchor.commit(), anchor.logMarker(), time);
        log.change(checkpoint -> checkpoint.withAnchor(next), Urgency.NONE);
    }
}
