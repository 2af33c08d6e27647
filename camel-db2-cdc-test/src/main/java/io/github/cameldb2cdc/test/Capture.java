package io.github.cameldb2cdc.test;

import io.github.cameldb2cdc.test.derby.BackgroundThread;
import io.github.cameldb2cdc.test.derby.DerbyDatabase;
import io.github.cameldb2cdc.test.derby.TableName;
import io.github.cameldb2cdc.test.derby.TransactionLog;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Capture program. Once per interval it publishes what has been committed to the source tables: the rows of all
 * change tables, IBMSNAP_UOW, IBMSNAP_REGISTER and IBMSNAP_RESTART change in one transaction, commits come in their
 * order, and the global row moves even when nothing was captured.
 *
 * <p>Safe for many threads; one operation runs at a time. {@link EmbeddedDb2} closes it.
 */
public final class Capture implements CaptureControl, AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Capture.class);
    private static final int LOCK_ATTEMPTS = 3;
    private static final Duration REGISTRATION_TIMEOUT = Duration.ofSeconds(30);

    private final DerbyDatabase database;
    private final TransactionLog log;
    private final Register register;
    private final ControlTables tables;
    private final Publication publication;
    private final LogReader reader;
    private final Signals signals;
    private final Connection connection;
    private final CaptureState state;
    private final Clock clock;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition loaded = lock.newCondition();
    private final List<Runnable> beforeCommit = new CopyOnWriteArrayList<>();
    private final BackgroundThread thread;
    private volatile CaptureStatus status = CaptureStatus.STOPPED;
    private volatile Duration reinitDelay = Duration.ZERO;
    private Publication.Mark mark;
    private String loggedError = "";

    Capture(DerbyDatabase database, TransactionLog log, ControlTables tables, Duration interval, Clock clock)
            throws SQLException {
        this.database = database;
        this.log = log;
        this.tables = tables;
        this.clock = clock;
        this.register = tables.register();
        this.state = new CaptureState(register, log, tables.format());
        this.connection = database.connect();
        connection.setTransactionIsolation(Connection.TRANSACTION_READ_UNCOMMITTED);
        this.publication = new Publication(connection, log, register, tables.format(), tables.controlSchema(), clock);
        this.reader = new LogReader(connection, log, clock);
        this.signals = new Signals(connection, tables);
        this.thread = BackgroundThread.repeat("embedded-db2-capture", interval, this::tick);
    }

    /** What Capture is doing now. */
    public CaptureStatus status() {
        return status;
    }

    /** Publishes no more until {@link #resume()} or {@link #publish()}. Does nothing unless running. */
    @Override
    public void pause() {
        change(CaptureStatus.RUNNING, CaptureStatus.PAUSED);
    }

    /** Publishes once per interval again. Does nothing unless paused. */
    @Override
    public void resume() {
        change(CaptureStatus.PAUSED, CaptureStatus.RUNNING);
    }

    /**
     * Runs one interval now, in the calling thread: when this returns, everything that was committed before the call is
     * in the change tables. Never waits for open transactions of the source.
     *
     * @throws IllegalStateException when Capture is stopped, or an active source has lost its triggers, or a change
     *     table does not take its rows
     */
    public void publish() {
        publish(Integer.MAX_VALUE);
    }

    /**
     * Publishes the oldest commits only, as Capture does that is behind in the log: SYNCHPOINT is the last of them, and
     * SYNCHTIME its time. Nothing happens if there are none.
     *
     * @param mostCommits how many at the most; at least 1
     * @throws IllegalStateException as {@link #publish()}
     */
    public void publish(int mostCommits) {
        if (mostCommits < 1) {
            throw new IllegalArgumentException("mostCommits is " + mostCommits + ", and must be at least 1");
        }
        exclusively(() -> {
            requireStarted();
            publishOnce(mostCommits);
            return null;
        });
    }

    /** As {@link #publish()}. */
    @Override
    public void catchUp() {
        publish();
    }

    /** Ends after the interval in hand. Changes are logged on and wait for the next warm start. */
    @Override
    public void stop() {
        exclusively(() -> {
            if (status != CaptureStatus.STOPPED) {
                tables.trace(connection, "INFO", "Capture stops", now());
                connection.commit();
                status = CaptureStatus.STOPPED;
                state.clear();
            }
            return null;
        });
    }

    /**
     * Starts after {@link #stop()}, running.
     *
     * @throws IllegalStateException when Capture has not been stopped
     */
    @Override
    public void start(StartMode mode) {
        Objects.requireNonNull(mode, "mode");
        exclusively(() -> {
            if (status != CaptureStatus.STOPPED) {
                throw new IllegalStateException("Capture is " + status + " and cannot be started; stop it first");
            }
            stageRegistered();
            begin(mode);
            status = CaptureStatus.RUNNING;
            return null;
        });
    }

    void startPaused() {
        exclusively(() -> {
            begin(StartMode.WARM);
            status = CaptureStatus.PAUSED;
            return null;
        });
    }

    /**
     * Makes Capture read IBMSNAP_REGISTER again, after {@link #reinitDelay}: registrations with STATE A are captured
     * from then on, others are not. Without a delay this has happened when the method returns. Does nothing when
     * Capture is stopped.
     */
    @Override
    public void reinit() {
        Duration delay = reinitDelay;
        if (delay.isZero()) {
            reinitNow();
        } else {
            thread.after(delay, this::reinitLogged);
        }
    }

    /** How long each later {@link #reinit()} takes; zero at first. */
    public void reinitDelay(Duration delay) {
        if (delay.isNegative()) {
            throw new IllegalArgumentException("The reinit delay is " + delay + "; it must not be negative");
        }
        reinitDelay = delay;
    }

    /** Whether the changes of a table are captured from now on; true only after Capture has read its registration. */
    public boolean captures(String table) {
        return exclusively(() -> state.captures(TableName.parse(table)));
    }

    /**
     * Sets STATE of a registration. I and S take effect at once: what was committed before is published (unless Capture
     * is paused), later changes are in no change table. A takes effect with the {@link #reinit()} that this requests.
     *
     * @param table as {@code SCHEMA.TABLE}
     * @param newState A, I or S
     * @param stateInfo the message id that explains S, at most eight characters, or null
     */
    public void state(String table, char newState, String stateInfo) {
        TableName source = TableName.parse(table);
        if ("AIS".indexOf(newState) < 0) {
            throw new IllegalArgumentException("The state '" + newState + "' is not one of A, I and S");
        }
        exclusively(() -> {
            if (status == CaptureStatus.RUNNING) {
                publishOnce();
            }
            setState(source, newState, stateInfo);
            return null;
        });
        if (newState == 'A') {
            reinit();
        }
    }

    /** SYNCHPOINT of the global row as committed. */
    public LogSequence synchpoint() {
        return exclusively(() -> {
            LogSequence synchpoint = register.synchpoint(connection)
                    .orElseThrow(() -> new IllegalStateException("Capture has never run; start it first"));
            connection.commit();
            return synchpoint;
        });
    }

    /**
     * Adds an action that each later publication runs after its rows are written and before IBMSNAP_REGISTER moves and
     * the transaction commits. The action may read the control tables and, up to SYNCHPOINT, the change tables over
     * other connections. It must not call this object.
     */
    public void beforeCommit(Runnable action) {
        beforeCommit.add(Objects.requireNonNull(action, "action"));
    }

    /** Removes the actions of {@link #beforeCommit(Runnable)}. */
    public void clearBeforeCommit() {
        beforeCommit.clear();
    }

    /**
     * Deletes the rows of all change tables and of IBMSNAP_UOW up to and including a sequence, and moves
     * CD_OLD_SYNCHPOINT there where it is not null.
     */
    public void prune(LogSequence upTo) {
        exclusively(() -> {
            new Pruning(connection, register, tables).run(upTo);
            connection.commit();
            return null;
        });
    }

    /** Prunes everything that is published. */
    @Override
    public void pruneAll() {
        prune(synchpoint());
    }

    /**
     * Steps back to an earlier SYNCHPOINT, as the restore of an older image of the database would: rows published after
     * it are deleted, and later commits get sequences just above it, so that values are given a second time. Staged
     * changes are dropped. The source tables stay as they are.
     */
    public void rewindTo(LogSequence synchpoint) {
        exclusively(() -> {
            long number = tables.format().decode(synchpoint);
            new Pruning(connection, register, tables).deleteBeyond(synchpoint, state.staged());
            log.restore(SequenceFormat.positionOf(number) + 1);
            for (CapturedTable table : state.captured()) {
                Sources.setCaptureFrom(connection, table.staged(), log.last());
                register.moveNewSynchpoint(connection, table.register().source(), number);
            }
            register.moveSynchpoint(connection, number, now());
            register.moveRestart(connection, number, number, now());
            mark = new Publication.Mark(number, now());
            state.load(connection, number);
            connection.commit();
            return null;
        });
    }

    /** Ends for good. */
    @Override
    public void close() {
        thread.close();
        stop();
        try {
            connection.close();
        } catch (SQLException e) {
            LOG.debug("The connection of Capture was closed already", e);
        }
    }

    /** Runs an action of the kit while nothing is being published; Capture reads the registrations again after it. */
    void whileQuiet(SqlAction action) {
        exclusively(() -> {
            if (status == CaptureStatus.RUNNING) {
                publishOnce();
            }
            action.run();
            if (status != CaptureStatus.STOPPED) {
                state.load(connection, mark.synchpoint());
                connection.commit();
            }
            return null;
        });
    }

    /** Waits until Capture has read the registration; returns at once when it is stopped. */
    void awaitCaptured(TableName source) {
        exclusively(() -> {
            long left = REGISTRATION_TIMEOUT.plus(reinitDelay).toNanos();
            while (status != CaptureStatus.STOPPED && !state.captures(source)) {
                if (left <= 0) {
                    throw new IllegalStateException("Capture has not read the registration of " + source
                            + "; see its log, or register with withoutWaiting()");
                }
                left = loaded.awaitNanos(left);
            }
            return null;
        });
    }

    /** Work on the database that may fail. */
    @FunctionalInterface
    interface SqlAction {
        void run() throws SQLException;
    }

    @FunctionalInterface
    private interface Operation<T> {
        T run() throws SQLException, InterruptedException;
    }

    private <T> T exclusively(Operation<T> operation) {
        // the engine would answer an interrupt by closing Capture's connection
        boolean interrupted = Thread.interrupted();
        lock.lock();
        try {
            return operation.run();
        } catch (SQLException e) {
            rollback();
            throw new IllegalStateException("Capture failed: " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("The wait for Capture was interrupted", e);
        } catch (RuntimeException e) {
            rollback();
            throw e;
        } finally {
            lock.unlock();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private void change(CaptureStatus from, CaptureStatus to) {
        exclusively(() -> {
            if (status == from) {
                status = to;
            }
            return null;
        });
    }

    private void requireStarted() {
        if (status == CaptureStatus.STOPPED) {
            throw new IllegalStateException("Capture is stopped and publishes nothing; start it first");
        }
    }

    private void tick() {
        if (status != CaptureStatus.RUNNING) {
            return;
        }
        lock.lock();
        try {
            if (status == CaptureStatus.RUNNING) {
                publishOnce();
            }
        } catch (SQLException | RuntimeException e) {
            rollback();
            logOnce(e);
        } finally {
            lock.unlock();
        }
    }

    // an error that stays would fill the log, as the next attempt is a tenth of a second away
    private void logOnce(Exception error) {
        String message = String.valueOf(error.getMessage());
        if (!message.equals(loggedError)) {
            loggedError = message;
            LOG.error("Capture could not publish and tries again: {}", message, error);
        }
    }

    private void publishOnce() throws SQLException {
        publishOnce(Integer.MAX_VALUE);
    }

    private void publishOnce(int mostCommits) throws SQLException {
        for (int attempt = 1; ; attempt++) {
            try {
                interval(mostCommits);
                return;
            } catch (TableFailure e) {
                connection.rollback();
                stopAfter(e);
            } catch (SQLException e) {
                connection.rollback();
                if (attempt == LOCK_ATTEMPTS || !LockConflict.in(e)) {
                    throw e;
                }
            }
        }
    }

    private void interval(int mostCommits) throws SQLException {
        requireTriggers();
        LogReader.Look look = reader.read(state.staged()).first(mostCommits);
        if (look.isPart() && look.ended().isEmpty()) {
            return;
        }
        List<Publication.Commit> commits = publication.number(look.ended(), mark);
        List<Signals.Signal> received = signals.receive(commits);
        publication.writeChanges(commits, state.captured());
        beforeCommit.forEach(Runnable::run);
        Publication.Mark reached = publication.moveSynchpoints(commits, state.captured(), mark, look);
        connection.commit();
        mark = reached;
        loggedError = "";
        for (Signals.Signal signal : received) {
            obey(signal);
        }
    }

    private void obey(Signals.Signal signal) throws SQLException {
        if (signal.command("CAPSTART")) {
            Optional<TableName> source = signals.subscribed(signal);
            if (source.isPresent()) {
                stageSignalled(source.get());
                setState(source.get(), 'A', null);
                state.load(connection, mark.synchpoint());
            }
        } else if (signal.command("CAPSTOP")) {
            setState(TableName.parse(signal.input()), 'I', null);
        } else if (signal.command("STOP")) {
            tables.trace(connection, "INFO", "Capture stops after a signal", now());
            status = CaptureStatus.STOPPED;
            state.clear();
        }
        connection.commit();
    }

    private void requireTriggers() throws SQLException {
        List<StagedSource> active =
                state.captured().stream().map(CapturedTable::staged).toList();
        List<StagedSource> bare = Staging.withoutTriggers(connection, active);
        if (!bare.isEmpty()) {
            throw new IllegalStateException("The captured table "
                    + bare.get(0).source()
                    + " has lost its triggers, so its changes are not logged; change registered tables with"
                    + " EmbeddedDb2.schema(), which keeps them");
        }
    }

    private void stopAfter(TableFailure failure) throws SQLException {
        if (failure.stopsCapture()) {
            tables.trace(connection, "ERROR", failure.getMessage(), now());
            connection.commit();
            status = CaptureStatus.STOPPED;
            throw failure;
        }
        LOG.warn("{}; its registration is stopped", failure.getMessage());
        setState(failure.source(), 'S', "ASN0068E");
    }

    private void setState(TableName source, char newState, String stateInfo) throws SQLException {
        if (!register.setState(connection, source, newState, stateInfo)) {
            throw new IllegalArgumentException("The table " + source + " is not registered; register it first");
        }
        if (newState != 'A') {
            for (CapturedTable table : state.captured()) {
                if (table.register().source().equals(source)) {
                    Sources.setCaptureFrom(connection, table.staged(), null);
                }
            }
            state.forget(source);
        }
        connection.commit();
    }

    private void begin(StartMode mode) throws SQLException {
        if (register.synchpoint(connection).isEmpty()) {
            register.createGlobalRow(connection, SequenceFormat.numberOf(log.next()), now());
        } else if (mode == StartMode.COLD) {
            coldStart();
        }
        long synchpoint = tables.format().decode(register.synchpoint(connection).orElseThrow());
        mark = new Publication.Mark(synchpoint, new Timestamp(0));
        state.load(connection, synchpoint);
        tables.trace(connection, "INIT", "Capture starts " + mode, now());
        connection.commit();
    }

    private void coldStart() throws SQLException {
        register.deactivateAll(connection);
        state.load(connection, 0);
        long number = SequenceFormat.numberOf(log.next());
        new Pruning(connection, register, tables).deleteAll(state.staged());
        register.moveSynchpoint(connection, number, now());
        register.resetRestart(connection, number, now());
    }

    private void reinitLogged() {
        try {
            reinitNow();
        } catch (RuntimeException e) {
            LOG.error("Capture could not read the registrations: {}", e.getMessage(), e);
        }
    }

    private void reinitNow() {
        exclusively(() -> {
            if (status != CaptureStatus.STOPPED) {
                stageRegistered();
                if (status == CaptureStatus.RUNNING) {
                    publishOnce();
                }
                state.load(connection, mark.synchpoint());
                tables.trace(connection, "INFO", "Capture has read the registrations", now());
                connection.commit();
            }
            loaded.signalAll();
            return null;
        });
    }

    /** A registration that was inserted by hand has no triggers before its signal. */
    private void stageSignalled(TableName source) throws SQLException {
        database.inTransaction(own -> Staging.add(own, source, Registration.OldSynchpoint.SET));
    }

    /** Registrations that were inserted by hand have no triggers yet. */
    private void stageRegistered() throws SQLException {
        database.inTransaction(own -> {
            for (RegisterRow row : register.rows(own)) {
                if (row.active() && ControlTables.exists(own, row.source())) {
                    Staging.add(own, row.source(), Registration.OldSynchpoint.NULL);
                } else if (row.active()) {
                    LOG.warn("The registered table {} does not exist and is not captured", row.source());
                }
            }
        });
    }

    private void rollback() {
        try {
            connection.rollback();
        } catch (SQLException e) {
            LOG.debug("The connection of Capture could not roll back", e);
        }
    }

    private Timestamp now() {
        return Timestamp.from(clock.instant());
    }
}
