package io.github.cameldb2cdc.proof;

import io.github.cameldb2cdc.checkpoint.CheckpointRepository;
import io.github.cameldb2cdc.engine.CdcEngine;
import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.EngineState;
import io.github.cameldb2cdc.engine.EngineStatus;
import io.github.cameldb2cdc.engine.EventSink;
import java.time.Clock;
import java.time.InstantSource;
import java.util.Random;
import java.util.random.RandomGenerator;
import javax.sql.DataSource;

/** One consumer over its lives: engines one after the other on the same checkpoint, stopped in order or killed. */
final class ConsumerUnderProof implements AutoCloseable {

    private static final int STEPS_WITHOUT_EVENTS = 2;
    private static final int MOST_STEPS = 100_000;

    private final DataSource dataSource;
    private final CheckpointRepository checkpoints;
    private final EventSink sink;
    private final InstantSource clock;
    private final EngineFactory engines;
    private CdcEngine engine;
    private int lives;
    private SeverableDataSource connections;

    /** Makes engines. */
    @FunctionalInterface
    interface EngineFactory {
        CdcEngine make(
                EngineOptions options,
                DataSource dataSource,
                CheckpointRepository checkpoints,
                EventSink sink,
                InstantSource clock,
                RandomGenerator random);
    }

    ConsumerUnderProof(DataSource dataSource, CheckpointRepository checkpoints, EventSink sink, InstantSource clock) {
        this(dataSource, checkpoints, sink, clock, CdcEngine::new);
    }

    ConsumerUnderProof(
            DataSource dataSource,
            CheckpointRepository checkpoints,
            EventSink sink,
            InstantSource clock,
            EngineFactory engines) {
        this.engines = engines;
        this.dataSource = dataSource;
        this.checkpoints = checkpoints;
        this.sink = sink;
        this.clock = clock;
    }

    ConsumerUnderProof(DataSource dataSource, CheckpointRepository checkpoints, EventSink sink) {
        this(dataSource, checkpoints, sink, Clock.systemUTC());
    }

    boolean isRunning() {
        return engine != null;
    }

    CdcEngine engine() {
        return engine;
    }

    void start(EngineOptions options) {
        connections = new SeverableDataSource(dataSource);
        engine = engines.make(options, connections, checkpoints, sink, clock, new Random(++lives));
        engine.open();
    }

    int step() {
        return engine.step();
    }

    /** Steps until nothing more comes. */
    void runUntilIdle() {
        int idle = 0;
        for (int step = 0; step < MOST_STEPS && idle < STEPS_WITHOUT_EVENTS; step++) {
            boolean none = engine.step() == 0 && engine.status().inFlight() == 0;
            idle = none && !isLoading() ? idle + 1 : 0;
        }
    }

    /** A reader may take longer for its first rows than a step waits. */
    private boolean isLoading() {
        EngineStatus status = engine.status();
        return status.state() == EngineState.SNAPSHOT && status.trouble() == null;
    }

    /** Ends as a stopped route does. */
    void stop() {
        if (engine != null) {
            engine.close();
            engine = null;
        }
    }

    /** Ends as a killed process does: its connections are gone, nothing more is recorded. */
    void kill() {
        engine.requestStop();
        connections.sever();
        engine = null;
    }

    @Override
    public void close() {
        stop();
    }
}
