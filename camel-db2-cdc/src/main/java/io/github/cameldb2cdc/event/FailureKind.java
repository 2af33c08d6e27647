package io.github.cameldb2cdc.event;

/** What a failure asks for. */
public enum FailureKind {
    /** It may pass by itself: the work is tried again with a new connection, ever more slowly. */
    TRANSIENT,
    /** It stays until somebody acts: nothing is read, the sentence says what to do, it is looked at again each minute. */
    DEFINITE,
    /** It must not happen: a fault of this component. Handled as definite. */
    BUG
}
