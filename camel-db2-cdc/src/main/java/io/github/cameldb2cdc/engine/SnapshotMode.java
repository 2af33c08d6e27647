package io.github.cameldb2cdc.engine;

/** What a consumer does with the rows that are there when it starts. */
public enum SnapshotMode {
    /** Loads every table that is not loaded yet, then streams. */
    INITIAL,
    /**
     * Loads every table at each start of the consumer, also those that were loaded before; streams. A load that a stop
     * interrupted is finished and not begun anew.
     */
    ALWAYS,
    /** As INITIAL, and loads tables again whose changes are missing. */
    WHEN_NEEDED,
    /** Loads every table that is not loaded yet, delivers what changed meanwhile, then ends the route. */
    INITIAL_ONLY,
    /** Loads nothing; streams from the checkpoint, or without one from {@code startFrom}. */
    NEVER,
    /** Loads nothing; streams from the checkpoint, or without one from now on. */
    NO_DATA;

    /** Whether tables are loaded. */
    public boolean loads() {
        return this != NEVER && this != NO_DATA;
    }
}
