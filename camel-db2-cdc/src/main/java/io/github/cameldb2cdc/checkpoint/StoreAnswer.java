package io.github.cameldb2cdc.checkpoint;

/** What became of a checkpoint that a sink stored with its rows. */
public enum StoreAnswer {
    /** It is stored, or the event has no place in the order: apply the event and commit. */
    STORED,
    /** The event was applied before, by a transaction that was committed: skip it. */
    ALREADY,
    /** Another consumer owns the checkpoint now: roll back. */
    FENCED
}
