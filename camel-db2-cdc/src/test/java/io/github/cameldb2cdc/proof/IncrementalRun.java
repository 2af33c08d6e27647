package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.RequestedTable;
import io.github.cameldb2cdc.checkpoint.SnapshotRequest;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.engine.Delivery;
import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.SnapshotStrategy;
import io.github.cameldb2cdc.engine.SnapshotWindow;
import io.github.cameldb2cdc.engine.TestOptions;
import io.github.cameldb2cdc.event.CdcEvent;
import io.github.cameldb2cdc.event.Notification;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.proof.ConsumerUnderProof.EngineFactory;
import io.github.cameldb2cdc.proof.WorkloadTables.Kind;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;

/**
 * One random run: tables are loaded in chunks, and again, while a workload changes them and Capture lags behind, up to a
 * part of the log or not at all for a while. The clock of the server is the run's.
 */
final class IncrementalRun implements AutoCloseable {

    static final String SCHEMA = "T";

    private static final int ACTIONS = Integer.getInteger("actions", 500);
    private static final int FIRST_ACTIONS = 80;
    private static final String CHECKPOINT = "test";
    private static final int[] LIMITS = {1, 2, 3, 5, 20, 100};
    private static final long[] BUFFERS = {1, 300, 32 << 20};
    private static final int MOST_ROUNDS = 5000;

    private final EmbeddedDb2 db2;
    private final MovableClock clock;
    private final Random random;
    private final SnapshotWindow window;
    private final boolean quiet;
    private final MemoryCheckpointRepository checkpoints = new MemoryCheckpointRepository();
    private final WorkloadTables tables = new WorkloadTables(SCHEMA);
    private final List<TableUnderProof> keyed =
            tables.all().stream().filter(table -> !table.isKeyless()).toList();
    private final Target target = new Target(keyed);
    private final TimeTravelCheck order = new TimeTravelCheck(keyed);
    private final ConsumerUnderProof consumer;
    private final PatientSteps steps = new PatientSteps();
    private final List<Delivery> unanswered = new ArrayList<>();
    private final Workload workload;
    private AssertionError found;
    private double failures;
    private boolean failed;
    private int round;
    private int frozen;
    private int requests;

    /**
     * @param db2 has the tables, which are empty
     * @param clock the clock of db2
     * @param quiet whether nothing fails and no process ends, so that no row may come twice
     */
    IncrementalRun(EmbeddedDb2 db2, MovableClock clock, long seed, boolean quiet, EngineFactory engines)
            throws Exception {
        this.db2 = db2;
        this.clock = clock;
        this.quiet = quiet;
        this.random = new Random(seed * 0x9E3779B97F4A7C15L);
        this.window = SnapshotWindow.values()[random.nextInt(SnapshotWindow.values().length)];
        // pauses between rounds pass by themselves
        this.consumer = new ConsumerUnderProof(db2.dataSource(), checkpoints, this::take, Clock.systemUTC(), engines);
        this.workload = new Workload(db2, tables, random, kind -> kind != Kind.LOOSE);
    }

    void run() throws Exception {
        for (int i = 0; i < FIRST_ACTIONS; i++) {
            workload.act();
        }
        workload.commitAll();
        publish();
        start();
        for (int i = 0; i < ACTIONS; i++) {
            act();
        }
        finish();
        if (quiet) {
            askForAll();
            finish();
        }
        consumer.stop();
        target.assertEqualsSource(db2.dataSource());
    }

    private void act() throws Exception {
        switch (random.nextInt(20)) {
            case 0, 1 -> publish();
            case 2 -> db2.capture().publish(1 + random.nextInt(3));
            case 3, 4, 5, 6 -> step();
            case 7 -> changeLife();
            case 8 -> clock.move(Duration.ofMillis(random.nextInt(3000)));
            case 9 -> frozen = random.nextInt(8) == 0 ? 40 : frozen;
            default -> workload.act();
        }
    }

    /** Capture stands still for a while now and then. */
    private void publish() {
        clock.move(Duration.ofMillis(random.nextInt(1500)));
        if (frozen > 0) {
            frozen--;
        } else {
            db2.capture().publish();
        }
    }

    private void changeLife() {
        if (quiet || random.nextInt(3) > 0) {
            return;
        }
        if (!consumer.isRunning()) {
            ask();
            start();
        } else if (random.nextBoolean()) {
            consumer.kill();
        } else {
            answerAll();
            consumer.stop();
        }
    }

    /** Asks for some tables again, as a signal does. */
    private void ask() {
        if (random.nextInt(3) == 0) {
            List<TableUnderProof> some =
                    keyed.stream().filter(table -> random.nextInt(3) == 0).toList();
            ask(some);
        }
    }

    private void askForAll() {
        consumer.stop();
        ask(keyed);
        start();
    }

    private void ask(List<TableUnderProof> wanted) {
        Checkpoint before = checkpoints.load(CHECKPOINT).orElseThrow();
        List<RequestedTable> requested = wanted.stream()
                .map(table -> before.tables().get(table.id()))
                .map(table ->
                        RequestedTable.of(table.table(), null, table.schema().identity(), List.of(), false))
                .toList();
        if (!requested.isEmpty()) {
            String id = "again" + ++requests;
            SnapshotRequest request = new SnapshotRequest(id, id, false, requested);
            checkpoints.store(
                    CHECKPOINT,
                    before,
                    before.withRequests(before.requests().with(request)).next());
        }
    }

    private void start() {
        unanswered.clear();
        failed = false;
        round = 0;
        failures = !quiet && random.nextInt(3) == 0 ? 0.03 : 0;
        order.beginRun(!quiet);
        consumer.start(randomOptions());
    }

    private EngineOptions randomOptions() {
        return TestOptions.tables(
                        SCHEMA, keyed.stream().map(table -> table.id().name()).toArray(String[]::new))
                .with(options -> {
                    options.snapshotStrategy = SnapshotStrategy.INCREMENTAL;
                    options.snapshotWindow = window;
                    options.snapshotBufferBytes = BUFFERS[quiet ? 2 : random.nextInt(BUFFERS.length)];
                    options.snapshotChunkSize = limit();
                    options.maxMessagesPerPoll = limit();
                    options.maxInFlight = 4 + limit();
                    options.maximumBackoff = Duration.ofMillis(1);
                    options.captureStallTimeout = Duration.ofDays(1);
                    options.checkpointInterval = random.nextBoolean() ? Duration.ZERO : Duration.ofHours(1);
                    return options;
                })
                .build();
    }

    private int limit() {
        return LIMITS[random.nextInt(LIMITS.length)];
    }

    /** The engine takes what a sink throws for a failure of the event. */
    private void take(Delivery delivery) {
        try {
            takeOrFail(delivery);
        } catch (AssertionError e) {
            found = found == null ? e : found;
            throw e;
        }
    }

    private void throwIfFound() {
        if (found != null) {
            throw found;
        }
    }

    private void takeOrFail(Delivery delivery) {
        if (delivery.round() != round) {
            if (round != 0) {
                order.beginRun(true);
            }
            round = delivery.round();
            failed = false;
        }
        CdcEvent event = delivery.event();
        order.check(event);
        if (event instanceof RowChange change) {
            target.apply(change);
        } else if (((Notification) event).type() == Notification.Type.COMPLETED) {
            // a process that began inside the frame did not see it all
            Set<String> told = order.endOfFrame(((Notification) event).table());
            if (quiet) {
                target.assertOnlyHas(((Notification) event).table(), told);
            }
        }
        unanswered.add(delivery);
        if (failures == 0 || random.nextInt(3) > 0) {
            answerOne();
        }
    }

    private void answerOne() {
        if (!unanswered.isEmpty()) {
            Delivery any = unanswered.remove(random.nextInt(unanswered.size()));
            if (random.nextDouble() < failures) {
                failed = true;
                any.failed(new IllegalStateException("as the seed says"));
            } else {
                any.done();
            }
        }
    }

    private void answerAll() {
        while (!unanswered.isEmpty()) {
            unanswered.remove(0).done();
        }
    }

    private void step() throws Exception {
        if (!consumer.isRunning()) {
            return;
        }
        if (failed || random.nextInt(4) == 0) {
            answerAll();
        }
        steps.step(consumer, workload);
        throwIfFound();
    }

    /** Ends the changes, and lets everything come to its end. */
    private void finish() throws Exception {
        workload.commitAll();
        frozen = 0;
        if (!consumer.isRunning()) {
            start();
        }
        failures = 0;
        for (int i = 0; i < MOST_ROUNDS && !isAtRest(); i++) {
            answerAll();
            clock.move(Duration.ofSeconds(1));
            db2.capture().publish();
            consumer.step();
            throwIfFound();
        }
        answerAll();
        db2.capture().publish();
        consumer.runUntilIdle();
        throwIfFound();
        assertThat(consumer.engine().status().trouble()).isNull();
        assertThat(isAtRest()).as("all tables are loaded").isTrue();
    }

    private boolean isAtRest() {
        Checkpoint now = checkpoints.load(CHECKPOINT).orElseThrow();
        boolean pending =
                now.tables().values().stream().map(TableCheckpoint::load).anyMatch(load -> load.isPending());
        return !pending && now.requests().open().isEmpty();
    }

    @Override
    public void close() throws Exception {
        steps.close();
        workload.close();
        consumer.close();
    }
}
