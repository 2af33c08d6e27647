package io.github.cameldb2cdc.engine;

/** What a consumer does when changes are missing. */
public enum OnGap {
    /** Nothing is read until an operator decides. */
    FAIL,
    /** The tables concerned are loaded again. */
    SNAPSHOT,
    /** The consumer goes on with what is there; what is missing stays missing. */
    CONTINUE
}
