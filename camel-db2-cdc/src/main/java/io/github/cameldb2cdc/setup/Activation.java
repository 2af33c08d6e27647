package io.github.cameldb2cdc.setup;

/** How Capture learns that it is to capture a table, or no longer. */
public enum Activation {
    /**
     * By a row in IBMSNAP_SIGNAL, which Capture meets in the log: it knows to the commit from where on it captures, and
     * sets CD_OLD_SYNCHPOINT.
     */
    CAPSTART,
    /**
     * By the STATE in the register, which Capture reads when the command {@code reinit} is given: CD_OLD_SYNCHPOINT
     * stays null.
     */
    REINIT
}
