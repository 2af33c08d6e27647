package io.github.cameldb2cdc.engine;

/** How it is known which changes a chunk of an incremental snapshot may have missed or seen. */
public enum SnapshotWindow {
    /** By the time up to which Capture has read the log; nothing is written to the source. */
    READ_ONLY,
    /** By rows that the component inserts before and after it reads a chunk, and that Capture meets in the log. */
    SIGNAL_TABLE
}
