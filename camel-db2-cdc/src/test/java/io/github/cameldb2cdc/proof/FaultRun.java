package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.TableCheckpointRepository;
import io.github.cameldb2cdc.engine.CdcEngine;
import io.github.cameldb2cdc.engine.Delivery;
import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.EngineState;
import io.github.cameldb2cdc.engine.EngineStatus;
import io.github.cameldb2cdc.engine.TestOptions;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.proof.FaultPhase.Moment;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.relay.WireFault;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Two lives of one consumer: it loads two tables, follows changes of three, is stopped, starts again and follows more. One
 * fault meets it on the way. Its clock and the server's are the test's, so that no pause takes time.
 */
final class FaultRun implements AutoCloseable {

    private static final int MOST_STEPS = 5_000;
    private static final long MOST_SECONDS = 30;
    private static final Duration SHORT = Duration.ofMillis(250);
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final Duration AFTER_DEFINITE = Duration.ofSeconds(60);

    private final FaultScene scene;
    private final EmbeddedDb2 db2;
    private final MovableClock clock;
    private final FaultPhase phase;
    private final FaultKind kind;
    private final EngineOptions options;
    private final TableCheckpointRepository checkpoints;
    private final Target target = new Target(FaultScene.TABLES);
    private final List<String> loaded = new ArrayList<>();
    private final List<String> followed = new ArrayList<>();
    private final List<CdcException> troubles = new ArrayList<>();
    private CdcEngine engine;
    private WireFault fault;

    /**
     * @param phase null for a run without a fault
     * @param kind null for a run without a fault
     */
    FaultRun(FaultScene scene, String name, FaultPhase phase, FaultKind kind) {
        this.scene = scene;
        this.db2 = scene.db2();
        this.clock = scene.clock();
        this.phase = phase;
        this.kind = kind;
        Duration networkTimeout = kind != null && kind.name().equals(FaultKind.SILENT) ? SHORT : LONG;
        this.options = TestOptions.schema(FaultScene.SCHEMA)
                .with(given -> {
                    given.checkpointName = name;
                    given.snapshotLock = phase != null && phase.moment() == Moment.LOCK;
                    given.captureStallTimeout = Duration.ofDays(100);
                    given.checkpointInterval =
                            phase != null && phase.moment() == Moment.STOP ? Duration.ofDays(1) : Duration.ZERO;
                    given.maximumBackoff = Duration.ofSeconds(1);
                    given.networkTimeout = networkTimeout;
                    return given;
                })
                .build();
        this.checkpoints = new TableCheckpointRepository(scene.source(), FaultScene.SCHEMA + ".CHECKPOINT");
        this.checkpoints.setNetworkTimeout(networkTimeout);
    }

    /** Lives through it all. */
    void run() throws SQLException {
        scene.reset(kind != null && kind.name().equals(FaultKind.BETWEEN_BLOCKS));
        arm(Moment.START);
        arm(Moment.LOCK);
        start();
        runUntilIdle();
        arm(Moment.STREAM);
        scene.change(10);
        runUntilIdle();
        target.assertEqualsSource(scene.source());
        arm(Moment.STOP);
        engine.close();
        assertFired(Moment.STOP);
        int before = followed.size();
        scene.change(20);
        arm(Moment.RESTART);
        start();
        runUntilIdle();
        target.assertEqualsSource(scene.source());
        assertThat(followed.size()).as("events of the second life").isGreaterThan(before);
        engine.close();
    }

    private void arm(Moment moment) {
        if (phase != null && phase.moment() == moment) {
            fault = kind.script().apply(db2.faults().onStatement(phase::meets));
        }
    }

    /** A start that is refused is tried again, as an operator does. */
    private void start() {
        engine = new CdcEngine(options, scene.source(), checkpoints, this::take, clock, new Random(1));
        try {
            engine.open();
            noteTrouble();
        } catch (CdcException e) {
            assertThat(e.kind()).isEqualTo(FailureKind.DEFINITE);
            troubles.add(e);
            engine.close();
            engine = new CdcEngine(options, scene.source(), checkpoints, this::take, clock, new Random(1));
            engine.open();
        }
    }

    private void take(Delivery delivery) {
        RowChange event = (RowChange) delivery.event();
        target.apply(event);
        String line = RecordedRun.line(event).replaceAll("x{9,}", "xxx");
        (event.isSnapshot() ? loaded : followed).add(line);
        delivery.done();
    }

    private void runUntilIdle() {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(MOST_SECONDS);
        int idle = 0;
        for (int step = 0; step < MOST_STEPS && idle < 2 && System.nanoTime() < deadline; step++) {
            boolean none = engine.step() == 0;
            EngineStatus status = engine.status();
            noteTrouble();
            if (status.trouble() != null) {
                waitFor(status.trouble());
            } else if (status.state() == EngineState.SNAPSHOT && options.snapshotLock()) {
                scene.publishMuchLater();
            }
            boolean follows = status.state() == EngineState.STREAMING && status.trouble() == null;
            idle = none && follows && status.inFlight() == 0 ? idle + 1 : 0;
        }
        assertThat(idle).as("ends at rest; %s", engine.status()).isEqualTo(2);
    }

    private void noteTrouble() {
        CdcException trouble = engine.status().trouble();
        if (trouble != null && !troubles.contains(trouble)) {
            troubles.add(trouble);
        }
    }

    /** What is definite is not tried before its minute is over. */
    private void waitFor(CdcException trouble) {
        if (trouble.kind() != FailureKind.DEFINITE) {
            clock.move(Duration.ofSeconds(1));
            return;
        }
        clock.move(AFTER_DEFINITE.minusMillis(1));
        long statements = db2.faults().statements();
        engine.step();
        assertThat(db2.faults().statements())
                .as("statements before the minute is over; %s", trouble.getMessage())
                .isEqualTo(statements);
        clock.move(Duration.ofMillis(1));
    }

    private void assertFired(Moment moment) {
        if (phase != null && phase.moment() == moment) {
            assertFired();
        }
    }

    /** That the fault took place, and that the consumer met it. */
    void assertFired() {
        assertThat(fault.fired()).as("firings of the fault").isPositive();
        if (kind.failure() != null && phase.moment() != Moment.STOP) {
            assertThat(troubles).as("what the consumer noticed").isNotEmpty();
        }
    }

    List<CdcException> troubles() {
        return troubles;
    }

    @Override
    public void close() {
        db2.faults().clear();
        if (engine != null) {
            engine.close();
        }
    }

    /** The events of loads, in the order of the tables' names; repeated ones once. */
    List<String> loaded() {
        return loaded.stream().distinct().sorted().toList();
    }

    /** The events of changes. */
    List<String> followed() {
        return followed;
    }
}
