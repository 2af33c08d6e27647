package io.github.cameldb2cdc.checkpoint;

/** Whether the rows that a table had when it joined were delivered. */
public enum LoadState {
    /** They were not, and nobody waits for them: the mode loads nothing, or the table was left out for a while. */
    NOT_LOADED,
    /** They are being delivered, or will be. Next: LOADED. */
    LOADING,
    /** The last of them was acknowledged. */
    LOADED
}
