package io.github.cameldb2cdc.engine;

/** How rows that are there are loaded. */
public enum SnapshotStrategy {
    /** The stream waits while rows are read, with several readers. */
    BLOCKING,
    /**
     * Rows are read in small chunks while changes stream; a row that changed meanwhile comes as its change. Tables without a
     * key, and those whose changes do not tell the key before, are loaded as with BLOCKING.
     */
    INCREMENTAL
}
