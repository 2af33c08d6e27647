package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.CheckpointRepository;
import java.time.Clock;
import javax.sql.DataSource;

/** The pull loop. */
public final class CdcEngine implements AutoCloseable {

    public CdcEngine(
            EngineOptions options,
            DataSource dataSource,
            CheckpointRepository checkpoints,
            EventSink sink,
            Clock clock) {}

    /**
     * Opens the source, loads the checkpoint, plans the start. A transient failure is kept and tried again by
     * {@link #step()}; a definite one is thrown.
     *
     * @throws io.github.cameldb2cdc.event.CdcException definite, with the operator's sentence
     */
    public void open() {
        throw new UnsupportedOperationException();
    }

    /**
     * Reads and delivers one bounded batch. Never throws for a failure of the source, of the store or of an event: it is
     * logged once for an episode, kept in {@link #status()} and handled by later steps.
     *
     * @return the number of events handed to the sink; 0 when there was nothing to do
     */
    public int step() {
        throw new UnsupportedOperationException();
    }

    /** A look from any thread. */
    public EngineStatus status() {
        throw new UnsupportedOperationException();
    }

    /** From any thread: makes a running or waiting {@link #step()} return soon; no later step reads or delivers. */
    public void requestStop() {
        throw new UnsupportedOperationException();
    }

    /** Writes the checkpoint of what is acknowledged and frees everything. Called when no step is running. */
    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }
}
