package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.CheckpointRepository;
import io.github.cameldb2cdc.event.CdcEvent;
import io.github.cameldb2cdc.event.Notification;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.Tombstone;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import javax.sql.DataSource;

/**
 * Drives an engine by hand, step by step, and keeps what it delivered. Deliveries are done at once unless a test says
 * otherwise.
 */
final class EngineRig implements AutoCloseable {

    private static final int STEPS_WITHOUT_EVENTS = 3;
    private static final int MOST_STEPS = 10_000;

    private final DataSource dataSource;
    private final CheckpointRepository checkpoints;
    private final List<CdcEvent> events = new ArrayList<>();
    /** One for all engines: a new process gives names that the one before did not. */
    private final Random random = new Random(1);

    private Consumer<Delivery> answer = Delivery::done;
    private CdcEngine engine;

    EngineRig(DataSource dataSource, CheckpointRepository checkpoints) {
        this.dataSource = dataSource;
        this.checkpoints = checkpoints;
    }

    /** How deliveries are answered from now on. */
    void answer(Consumer<Delivery> newAnswer) {
        answer = newAnswer;
    }

    /** Starts an engine; what the one before delivered is kept. */
    CdcEngine start(EngineOptions options) {
        close();
        engine = new CdcEngine(options, dataSource, checkpoints, this::take, Clock.systemUTC(), random);
        engine.open();
        return engine;
    }

    private void take(Delivery delivery) {
        events.add(delivery.event());
        answer.accept(delivery);
    }

    CdcEngine engine() {
        return engine;
    }

    /** Steps until nothing more comes; a load is waited for, since its readers have threads of their own. */
    void runUntilIdle() {
        int idle = 0;
        for (int step = 0; step < MOST_STEPS && idle < STEPS_WITHOUT_EVENTS; step++) {
            boolean quiet = engine.step() == 0 && engine.status().state() != EngineState.SNAPSHOT;
            idle = quiet ? idle + 1 : 0;
        }
    }

    /** Steps until a condition holds, for half a minute at the most. */
    void runUntil(BooleanSupplier condition) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
            engine.step();
        }
    }

    /** Everything that was delivered, in its order. */
    List<CdcEvent> all() {
        return List.copyOf(events);
    }

    /** The changes and rows, without tombstones. */
    List<RowChange> events() {
        return events.stream()
                .filter(RowChange.class::isInstance)
                .map(RowChange.class::cast)
                .toList();
    }

    /** What was told of snapshots. */
    List<Notification> notices() {
        return events.stream()
                .filter(Notification.class::isInstance)
                .map(Notification.class::cast)
                .toList();
    }

    /** Drops what was delivered so far. */
    void forgetEvents() {
        events.clear();
    }

    /** All events as text: operation, table, row before and after. */
    List<String> lines() {
        return events.stream().map(EngineRig::lineOf).toList();
    }

    static String lineOf(CdcEvent event) {
        if (event instanceof Notification notice) {
            return notice.type() + " " + notice.table().name();
        }
        return event instanceof Tombstone tombstone
                ? "tombstone " + tombstone.deletion().table().id().name()
                : line((RowChange) event);
    }

    static String line(RowChange event) {
        String before = event.before() == null ? "" : text(event.before());
        String after = event.after() == null ? "" : text(event.after());
        String arrow = before.isEmpty() || after.isEmpty() ? "" : " -> ";
        return event.operation().code() + " " + event.table().id().name() + " " + before + arrow + after;
    }

    private static String text(Row row) {
        return row.toMap().toString();
    }

    /** Ends the engine in order, as a stopped route does. */
    @Override
    public void close() {
        if (engine != null) {
            engine.close();
            engine = null;
        }
    }

    /** Forgets the engine as a killed process does: nothing more is recorded. */
    void kill() {
        engine.requestStop();
        engine = null;
    }
}
