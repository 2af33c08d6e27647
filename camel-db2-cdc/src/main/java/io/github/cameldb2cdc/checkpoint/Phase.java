package io.github.cameldb2cdc.checkpoint;

/** How far a consumer has come. Set by the engine only; stored with each checkpoint. */
public enum Phase {
    /**
     * The tables are being locked before their first load; nothing was delivered yet, so the position may still be moved
     * to the end of the lock's window. Next: SNAPSHOT.
     */
    LOCKING,
    /** Tables are being loaded; the position is where streaming will begin or go on. Next: STREAMING. */
    SNAPSHOT,
    /** Changes are being delivered; the position is the end of what was acknowledged. Next: SNAPSHOT, to load more. */
    STREAMING
}
