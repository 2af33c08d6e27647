package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.CheckpointFencedException;
import io.github.cameldb2cdc.checkpoint.CheckpointRepository;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.signal.Signal;
import io.github.cameldb2cdc.source.CaptureSignals;
import io.github.cameldb2cdc.source.ChangeReader;
import io.github.cameldb2cdc.source.Db2Session;
import io.github.cameldb2cdc.source.LargeObjects;
import io.github.cameldb2cdc.source.ReadLimits;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.Watermark;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The pull loop: reads, delivers, records.
 *
 * <p><b>Steps.</b> {@link #open()} stores where reading starts before anything is read. Each {@link #step()} first deals
 * with a failed round, then delivers what was read, then reads one bounded batch, whose cursors are closed before its
 * first event is delivered, then records. Everything that was read stays in {@link InFlight} until it is done: a failed
 * event is repeated from there, and the database is read again only by a new process, or after the connection was lost,
 * behind what was read.
 *
 * <p><b>Guarantee.</b> At least once, in order: the recorded position never passes an event that is not done. <b>Why.</b>
 * Only {@link InFlight#acknowledged()} enters the checkpoint, and reading goes on exactly where the last batch that was
 * appended ended.
 *
 * <p>One thread calls everything except what says that it is for any thread; answers to deliveries come from any
 * thread. The owner closes it; the data source and the repository stay open.
 */
public final class CdcEngine implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(CdcEngine.class);

    /** How long a step waits for answers at a time, so that the caller's own life cycle is never held up for long. */
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);

    /** What a change of structure counts for in the bytes that are in flight. */
    private static final int BYTES_OF_SCHEMA_CHANGE = 1000;

    private final EngineOptions options;
    private final DataSource dataSource;
    private final EventSink sink;
    private final InstantSource clock;
    private final InFlight inFlight;
    private final Recorder recorder;
    private final Trouble sourceTrouble;
    private final Trouble storeTrouble;
    private final GapCheck gaps;
    private final StructureCheck structures;
    private final Decisions decisions;
    private final Rounds rounds;
    private final LargeObjects largeObjects;
    private final Signals signals;
    private final CaptureHealth health;

    private SourceConnection connection;
    private final Loads loads;
    private final IncrementalSnapshots incremental;
    private final SnapshotEnd snapshotEnd;
    private CapturedTables tables;
    private Origin origin;
    private Streaming streaming;
    private Position readUpTo;
    private volatile EngineState state = EngineState.OPENING;
    private volatile boolean stopRequested;
    private volatile Db2Session session;

    /**
     * @param checkpoints where the checkpoint is kept
     * @param sink takes the events
     * @param clock tells the time
     * @param random makes names and spreads pauses
     */
    public CdcEngine(
            EngineOptions options,
            DataSource dataSource,
            CheckpointRepository checkpoints,
            EventSink sink,
            InstantSource clock,
            RandomGenerator random) {
        this(options, dataSource, checkpoints, sink, clock, random, windowsOf(options, random));
    }

    /** @param windows those of the chunks of incremental snapshots */
    CdcEngine(
            EngineOptions options,
            DataSource dataSource,
            CheckpointRepository checkpoints,
            EventSink sink,
            InstantSource clock,
            RandomGenerator random,
            ChunkWindows windows) {
        this.options = options;
        this.dataSource = dataSource;
        this.sink = sink;
        this.clock = clock;
        String consumer = options.checkpointName();
        this.sourceTrouble = new Trouble(LOG, consumer, options.maximumBackoff(), clock, random);
        this.storeTrouble = new Trouble(LOG, consumer, options.maximumBackoff(), clock, random);
        this.gaps = new GapCheck(clock);
        this.largeObjects = new LargeObjects(options.lobMode(), options.lobMaxBytes());
        this.loads =
                new Loads(options, largeObjects, () -> Db2Session.open(dataSource, options.networkTimeout()), clock);
        this.incremental = new IncrementalSnapshots(options, largeObjects, windows, clock);
        this.snapshotEnd = new SnapshotEnd(options);
        this.signals = new Signals(consumer, this::trouble);
        this.health = new CaptureHealth(consumer, options.captureStallTimeout(), clock);
        CheckpointLog log = new CheckpointLog(checkpoints, consumer, options.checkpointInterval(), clock);
        this.recorder = new Recorder(log, random);
        this.inFlight = new InFlight(
                options.maxInFlight(), options.maxInFlightBytes(), options.onFailure(), clock, recorder::stamp);
        this.structures = new StructureCheck(options, clock, this::tellStructure);
        this.decisions = new Decisions(options, recorder, inFlight, gaps, structures, loads, incremental);
        this.rounds = new Rounds(inFlight, new Backoff(options.maximumBackoff(), random), clock);
    }

    /**
     * Opens the source, loads the checkpoint, plans the start. A transient failure is kept and tried again by
     * {@link #step()}.
     *
     * @throws CdcException definite, with the operator's sentence
     */
    public void open() {
        try {
            prepare();
        } catch (GapException e) {
            meet(e);
            record(true);
        } catch (CdcException e) {
            failReading(e);
            if (e.kind() != FailureKind.TRANSIENT) {
                throw e;
            }
        }
    }

    private static ChunkWindows windowsOf(EngineOptions options, RandomGenerator random) {
        return switch (options.snapshotWindow()) {
            case READ_ONLY -> new ReadOnlyWindows(options.sourceTimeZone());
            case SIGNAL_TABLE ->
                new SignalWindows(
                        new CaptureSignals(options.controlSchema()), "DB2CDC-" + Long.toHexString(random.nextLong()));
        };
    }

    private void prepare() {
        connection = SourceConnection.open(options, dataSource);
        session = connection.session();
        Watermark now = Streaming.requireWatermark(connection.source());
        Map<TableId, Registration> registrations =
                connection.source().registrations(options.selection().registeredSchemas());
        if (!recorder.hasBegun()) {
            recorder.begin(options, connection, now, registrations);
            readUpTo = recorder.checkpoint().position();
        }
        if (recorder.checkpoint().verdict() != null) {
            readUpTo = decisions.make(connection, now, registrations, readUpTo);
        }
        Checkpoint checkpoint = recorder.checkpoint();
        gaps.check(checkpoint, registrations, readUpTo, options.selection().schemas(), connection.source());
        origin = new Origin(options.sourceName(), connection.server().database(), Version.CURRENT);
        tables = new CapturedTables(connection.source(), options.selection(), structures);
        tables.refresh(checkpoint, registrations, now);
        recorder.noteStates(registrations, now);
        loads.connect(connection, tables, origin);
        incremental.connect(connection, tables, origin, checkpoint);
        state = loads.isUnderWay(recorder) ? EngineState.SNAPSHOT : EngineState.STREAMING;
    }

    /** An event is told before it is remembered, so that a new process tells what this one did not. */
    private void tellStructure(StructureFinding finding, Progress.StructureKnown known, Watermark at) {
        if (options.schemaChangeEvents() && !finding.changes().isEmpty()) {
            Position place = Position.endOf(at.synchpoint());
            inFlight.append(
                    finding.event(origin, place, known.schema(), clock.instant()), BYTES_OF_SCHEMA_CHANGE, null);
            inFlight.mark(null, known);
        } else {
            recorder.noteStructure(known);
        }
    }

    /** Notes what was found; the next look decides, or waits for an operator. */
    private void meet(GapException gap) {
        recorder.noteVerdict(gap.verdict());
        if (decisions.endsVerdict(gap.verdict())) {
            disconnect();
        } else {
            failReading(gap);
        }
    }

    /**
     * From any thread: decides about changes that are missing, in place of the option onGap, or about a structure that
     * changed, in place of the option onSchemaChange.
     *
     * @param decision SNAPSHOT or CONTINUE
     * @return whether there was something to decide and the decision is taken over
     */
    public boolean decideGap(OnGap decision) {
        boolean waits = decision != OnGap.FAIL && sourceTrouble.current() instanceof GapException;
        if (waits) {
            decisions.ask(decision);
            sourceTrouble.tryNow();
        }
        return waits;
    }

    /**
     * Reads and delivers one bounded batch. Never throws for a failure of the source, of the store or of an event: it is
     * logged once for an episode, kept in {@link #status()} and handled by later steps.
     *
     * @return the number of events handed to the sink; 0 when there was nothing to do
     */
    public int step() {
        if (stopRequested || isOver()) {
            return 0;
        }
        int delivered = 0;
        try {
            if (failedForGood() || isFenced() || !rounds.proceed(LONGEST_WAIT)) {
                record(false);
                return 0;
            }
            delivered = deliver();
            delivered += readAndDeliver(delivered);
            record(false);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return delivered;
    }

    private boolean isOver() {
        return state == EngineState.COMPLETED || state == EngineState.FAILED_EVENT || state == EngineState.CLOSED;
    }

    private boolean failedForGood() {
        if (options.onFailure() == OnFailure.STOP && inFlight.failure() != null) {
            LOG.error(
                    "Consumer '{}' stops, since an event failed and onFailure is STOP.",
                    options.checkpointName(),
                    inFlight.failure());
            state = EngineState.FAILED_EVENT;
            return true;
        }
        return false;
    }

    /** Another consumer owns the checkpoint: nothing more is delivered, not even again. */
    private boolean isFenced() {
        return storeTrouble.current() instanceof CheckpointFencedException;
    }

    private int deliver() throws InterruptedException {
        int delivered = 0;
        Instant until = clock.instant().plus(LONGEST_WAIT);
        while (!stopRequested) {
            Delivery delivery = inFlight.next();
            if (delivery != null) {
                hand(delivery);
                delivered++;
            } else if (inFlight.wantsMore()
                    || inFlight.failure() != null
                    || !clock.instant().isBefore(until)) {
                break;
            } else {
                inFlight.awaitChange(Duration.between(clock.instant(), until));
            }
        }
        return delivered;
    }

    private void hand(Delivery delivery) {
        try {
            sink.deliver(delivery);
        } catch (RuntimeException | Error e) {
            // Also of an error: a delivery without an answer would hold back every later one.
            delivery.failed(e);
        }
    }

    private int readAndDeliver(int alreadyDelivered) throws InterruptedException {
        int delivered = 0;
        while (!stopRequested
                && alreadyDelivered + delivered < options.maxMessagesPerPoll()
                && inFlight.wantsMore()
                && read()) {
            delivered += deliver();
            record(false);
        }
        return delivered;
    }

    /** Reads one batch, if the source is to be asked now. */
    private boolean read() throws InterruptedException {
        if (!sourceTrouble.mayTry() || storeTrouble.current() != null) {
            return false;
        }
        try {
            if (connection == null && !decisions.mayBeMade()) {
                return false;
            }
            if (connection == null) {
                prepare();
            }
            boolean more = produce();
            sourceTrouble.end();
            return more;
        } catch (GapException e) {
            meet(e);
        } catch (CdcException e) {
            failReading(e);
        } catch (RuntimeException e) {
            LOG.error("Consumer '{}' met a fault of this component.", options.checkpointName(), e);
            failReading(CdcException.bug("Reading failed with " + e.getClass().getName() + "; please report it."));
        }
        return false;
    }

    private boolean produce() throws InterruptedException {
        signals.take(recorder, tables, connection);
        if (loads.isUnderWay(recorder)) {
            return loads.produce(recorder, inFlight);
        }
        if (state == EngineState.SNAPSHOT) {
            handOver();
        }
        Position due = loads.due(recorder.checkpoint());
        boolean atRest = streaming == null || !streaming.isInSweep();
        return due != null && atRest && due.compareTo(readUpTo) <= 0 ? beginLoad() : stream();
    }

    /**
     * Rows follow behind everything that was read, in the same order of deliveries: nothing has to be done before. To wait
     * for that would be to wait for ever where a route aggregates and waits for more events.
     */
    private boolean beginLoad() {
        loads.beginDue(recorder, inFlight, readUpTo);
        state = EngineState.SNAPSHOT;
        return true;
    }

    private Streaming openStreaming() {
        ReadLimits limits = new ReadLimits(options.maxMessagesPerPoll(), options.maxInFlightBytes());
        SourceConnection current = connection;
        return new Streaming(
                options,
                current.source(),
                tables,
                gaps,
                start -> new ChangeReader(
                        current.source(),
                        limits,
                        largeObjects,
                        origin,
                        current.clock(),
                        clock,
                        start,
                        incremental::see),
                readUpTo,
                (found, at) -> recorder.join(options, current, found, at),
                table -> incremental.frameOf(table, recorder.checkpoint()),
                row -> signals.meet(row, recorder),
                health,
                clock);
    }

    private boolean stream() {
        if (streaming == null) {
            streaming = openStreaming();
        }
        if (completes()) {
            return false;
        }
        boolean more = streaming.produce(recorder.checkpoint(), inFlight);
        readUpTo = streaming.position();
        if (streaming.watermark() != null) {
            recorder.noteWatermark(streaming.watermark());
            recorder.noteStates(streaming.registrations(), streaming.watermark());
            incremental.see(streaming.watermark());
            more |= incremental.proceed(readUpTo, !streaming.isInSweep(), recorder, inFlight);
        }
        return !completes() && more;
    }

    private void handOver() {
        loads.end();
        state = EngineState.STREAMING;
        Position place = recorder.checkpoint().position();
        if (place.compareTo(readUpTo) > 0) {
            // a lock has moved the place
            readUpTo = place;
            streaming = null;
        }
        LOG.info("Consumer '{}' has loaded its tables; changes behind {} follow.", options.checkpointName(), readUpTo);
    }

    /**
     * Whether the mode has nothing more to deliver. Asked before and after each read: a watermark that moves between any
     * two reads would leave no read that finds nothing.
     */
    private boolean completes() {
        if (options.snapshotMode() != SnapshotMode.INITIAL_ONLY
                || streaming.watermark() == null
                || Loads.arePending(recorder.checkpoint())
                || !recorder.checkpoint().requests().open().isEmpty()) {
            return false;
        }
        Position end = snapshotEnd.reachedBy(streaming.watermark(), connection);
        if (end == null || !inFlight.isEmpty() || readUpTo.compareTo(end) < 0) {
            return false;
        }
        state = EngineState.COMPLETED;
        LOG.info(
                "Consumer '{}' has loaded its tables and delivered their changes up to {}; it ends.",
                options.checkpointName(),
                readUpTo);
        return true;
    }

    private void failReading(CdcException failure) {
        // A stop cancels the running query, which is no trouble to report.
        if (!stopRequested) {
            sourceTrouble.begin(failure);
        }
        disconnect();
    }

    private void disconnect() {
        streaming = null;
        session = null;
        if (connection != null) {
            incremental.disconnect();
            connection.close();
            connection = null;
        }
    }

    private void record(boolean now) {
        // At the end there is no later try, so a pause is not waited for.
        if (!recorder.hasBegun() || (!now && !storeTrouble.mayTry())) {
            return;
        }
        try {
            recorder.record(inFlight.takeAcknowledgement(), connection, now);
            storeTrouble.end();
            signals.answerStored(recorder);
        } catch (CdcException e) {
            storeTrouble.begin(e);
        }
    }

    /** A look from any thread. */
    public EngineStatus status() {
        return new EngineStatus(
                state,
                trouble(),
                recorder.recordedPosition(),
                health.watermark(),
                inFlight.spanEvents(),
                inFlight.ageOfOldest(),
                inFlight.delivered(),
                health.concerns());
    }

    private CdcException trouble() {
        return Optional.ofNullable(storeTrouble.current()).orElse(sourceTrouble.current());
    }

    /**
     * From any thread: sends a signal, and waits until it is taken over or refused. One that was not reached in time is
     * refused and never done.
     *
     * @param patience how long to wait until the engine comes to it, and once more until that is stored
     * @throws CdcException transient, if it was taken over and is not known to be stored: to send it again is safe
     */
    public SignalAnswer signal(Signal signal, Duration patience) throws InterruptedException {
        return signals.ask(signal, patience);
    }

    /** From any thread: makes a running or waiting {@link #step()} return soon; no later step reads or delivers. */
    public void requestStop() {
        stopRequested = true;
        inFlight.wake();
        Db2Session running = session;
        if (running != null) {
            running.cancel();
        }
    }

    /** Writes the checkpoint of what is acknowledged and frees everything. Called when no step is running. */
    @Override
    public void close() {
        if (state == EngineState.CLOSED) {
            return;
        }
        record(true);
        signals.close();
        loads.close();
        disconnect();
        incremental.close();
        if (recorder.hasBegun()) {
            LOG.info(
                    "Consumer '{}' stopped at {} after {} events.",
                    options.checkpointName(),
                    recorder.recordedPosition(),
                    inFlight.delivered());
        }
        state = EngineState.CLOSED;
    }
}
