package io.github.cameldb2cdc.checkpoint;

/** Whether the rows that a table had when it joined were delivered. */
public enum LoadState {
    /** They were not, and nobody waits for them: the mode loads nothing, or the table was left out for a while. */
    NOT_LOADED,
    /** They will be delivered by the first start; nothing of the table was yet. Next: LOADING. */
    TO_LOAD,
    /** They are being delivered. Next: LOADED. */
    LOADING,
    /** The last of them was acknowledged. Next, to deliver them again: RELOADING. */
    LOADED,
    /**
     * Rows or changes of the table were delivered before, and its rows are, or will be, delivered, framed by notices. Next:
     * LOADED.
     */
    RELOADING;

    /** Whether rows are still to be delivered. */
    public boolean isPending() {
        return this == TO_LOAD || this == LOADING || this == RELOADING;
    }
}
