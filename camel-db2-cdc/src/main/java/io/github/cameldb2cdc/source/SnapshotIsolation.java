package io.github.cameldb2cdc.source;

/** What a snapshot's reads promise, and what they cost those who write. */
public enum SnapshotIsolation {
    /**
     * Rows that are not committed are read as well. Nobody waits. What was rolled back may be delivered and is not taken
     * back for tables without a key.
     */
    UR,
    /** Committed rows, each as it is when it is read. Writers are not held up. */
    CS,
    /** As CS, and rows that were read stay as they are until the snapshot ends. One reader. */
    RS,
    /**
     * One cut across all tables: nothing that was read changes, and nothing is added, until the snapshot ends. Writers
     * wait. One reader, and a snapshot that was interrupted begins anew.
     */
    RR;

    /** Whether one transaction reads everything, so that there can be one reader only. */
    public boolean isOneTransaction() {
        return this == RS || this == RR;
    }

    /** The clause that ends a statement. */
    public String clause(Platform platform) {
        // IBM's own reader waits for the outcome of a change rather than reading the row before it
        return "WITH " + name() + (platform == Platform.LUW && this != UR ? " WAIT FOR OUTCOME" : "");
    }
}
