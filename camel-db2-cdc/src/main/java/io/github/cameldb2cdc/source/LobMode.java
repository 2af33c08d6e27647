package io.github.cameldb2cdc.source;

/** What events carry of CLOB, DBCLOB, BLOB and XML columns, which Capture does not write. */
public enum LobMode {
    /** Nothing: {@link io.github.cameldb2cdc.event.Unavailable} stands for each value. */
    OMIT,
    /** What the row of the source table has, asked by its key; see {@link Reselection}. */
    RESELECT
}
