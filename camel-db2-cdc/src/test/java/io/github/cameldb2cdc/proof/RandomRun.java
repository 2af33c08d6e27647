package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.LoadState;
import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.TestOptions;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.proof.WorkloadTables.Kind;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.time.Duration;
import java.util.Random;

/** One random run: a workload and the lives of a consumer, interleaved on one thread as the seed says. */
final class RandomRun implements AutoCloseable {

    static final String SCHEMA = "P";

    private static final int ACTIONS = Integer.getInteger("actions", 700);
    private static final String CHECKPOINT = "test";
    private static final int FIRST_ACTIONS = 60;

    private static final int[] LIMITS = {1, 2, 3, 5, 20, 100};

    private final EmbeddedDb2 db2;
    private final Random random;
    private final boolean quietLoad;
    private final MemoryCheckpointRepository checkpoints = new MemoryCheckpointRepository();
    private final WorkloadTables tables = new WorkloadTables(SCHEMA);
    private final Target target = new Target(tables.all());
    private final OrderCheck order = new OrderCheck(tables.all());
    private final RandomSink sink;
    private final ConsumerUnderProof consumer;
    private final PatientSteps steps = new PatientSteps();
    private Workload workload;
    private boolean begun;

    /** @param db2 has the tables, which are empty */
    RandomRun(EmbeddedDb2 db2, long seed) {
        this.db2 = db2;
        this.random = new Random(seed * 0x9E3779B97F4A7C15L);
        this.quietLoad = random.nextBoolean();
        this.sink = new RandomSink(random, target, order);
        this.consumer = new ConsumerUnderProof(db2.dataSource(), checkpoints, sink);
    }

    void run() throws Exception {
        workload = new Workload(db2, tables, random, this::mayChange);
        begin();
        for (int i = 0; i < ACTIONS; i++) {
            act();
        }
        workload.commitAll();
        db2.capture().publish();
        if (!consumer.isRunning()) {
            start();
        }
        sink.calm();
        consumer.runUntilIdle();
        assertThat(consumer.engine().status().trouble()).isNull();
        consumer.stop();
        target.assertEqualsSource(db2.dataSource());
    }

    /** Half of the runs load while nothing changes, the others start, stop and change while they load. */
    private void begin() throws Exception {
        for (int i = 0; i < FIRST_ACTIONS; i++) {
            workload.act();
        }
        workload.commitAll();
        if (!quietLoad) {
            db2.execute("DELETE FROM " + tables.name(Kind.LOOSE));
        }
        db2.capture().publish();
        start();
        if (quietLoad) {
            sink.calm();
            consumer.runUntilIdle();
        }
        begun = true;
    }

    /** Rows without a key would be doubled by a change while they are loaded, or by a second load. */
    private boolean mayChange(Kind kind) {
        return kind != Kind.LOOSE
                || !begun
                || checkpoints.load(CHECKPOINT).stream()
                        .flatMap(checkpoint -> checkpoint.table(new TableId(SCHEMA, "LOOSE")).stream())
                        .anyMatch(table -> table.load() == LoadState.LOADED);
    }

    private void act() throws Exception {
        switch (random.nextInt(20)) {
            case 0 -> db2.capture().publish();
            case 1 -> {
                db2.capture().publish();
                step();
            }
            case 2, 3, 4 -> step();
            case 5 -> changeLife();
            default -> workload.act();
        }
    }

    private void changeLife() {
        if (!consumer.isRunning()) {
            start();
        } else if (random.nextBoolean()) {
            consumer.kill();
        } else {
            sink.settle(true);
            consumer.stop();
        }
    }

    private void start() {
        sink.begin(random.nextInt(4), random.nextInt(3) == 0 ? 0.05 : 0);
        EngineOptions options = randomOptions();
        order.beginRun(checkpoints.load(CHECKPOINT).map(Checkpoint::position).orElse(null));
        consumer.start(options);
    }

    private EngineOptions randomOptions() {
        return TestOptions.schema(SCHEMA)
                .with(options -> {
                    options.maxMessagesPerPoll = limit();
                    options.maxInFlight = 4 + limit();
                    options.maxInFlightBytes = random.nextInt(4) == 0 ? 300 : 1 << 20;
                    options.snapshotChunkSize = limit();
                    options.maximumBackoff = Duration.ofMillis(1);
                    options.checkpointInterval = random.nextBoolean() ? Duration.ZERO : Duration.ofHours(1);
                    return options;
                })
                .build();
    }

    private int limit() {
        return LIMITS[random.nextInt(LIMITS.length)];
    }

    private void step() throws Exception {
        if (!consumer.isRunning()) {
            return;
        }
        sink.settle(false);
        steps.step(consumer, workload);
    }

    @Override
    public void close() throws Exception {
        steps.close();
        workload.close();
        consumer.close();
        tables.empty(db2);
    }
}
