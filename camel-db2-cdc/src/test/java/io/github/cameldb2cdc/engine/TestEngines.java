package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.CheckpointRepository;
import java.time.InstantSource;
import java.util.random.RandomGenerator;
import javax.sql.DataSource;

/** Makes engines of other parts than an endpoint does. */
public final class TestEngines {

    private TestEngines() {}

    /** An engine whose incremental snapshots know nothing of how far Capture lags behind. */
    public static CdcEngine withNaiveWindows(
            EngineOptions options,
            DataSource dataSource,
            CheckpointRepository checkpoints,
            EventSink sink,
            InstantSource clock,
            RandomGenerator random) {
        return new CdcEngine(options, dataSource, checkpoints, sink, clock, random, new NaiveWindows());
    }
}
