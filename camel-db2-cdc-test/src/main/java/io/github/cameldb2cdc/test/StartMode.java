package io.github.cameldb2cdc.test;

/** How Capture starts, as its parameter STARTMODE says. */
public enum StartMode {
    /** Goes on where Capture ended: nothing is captured twice, nothing is left out. */
    WARM,
    /**
     * Starts at the end of the log: the rows of all change tables and of IBMSNAP_UOW are deleted, SYNCHPOINT jumps
     * forward, and every registration becomes inactive until it is activated again.
     */
    COLD
}
