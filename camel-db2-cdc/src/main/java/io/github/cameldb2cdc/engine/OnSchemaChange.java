package io.github.cameldb2cdc.engine;

/** What a consumer does when a table changed in a way with which its events cannot go on as they were. */
public enum OnSchemaChange {
    /** Nothing is read until an operator decides. */
    FAIL(OnGap.FAIL),
    /** The table is loaded again. */
    SNAPSHOT(OnGap.SNAPSHOT),
    /** The consumer goes on with the structure that is there. */
    CONTINUE(OnGap.CONTINUE);

    private final OnGap decision;

    OnSchemaChange(OnGap decision) {
        this.decision = decision;
    }

    /** The decision on a verdict. */
    OnGap decision() {
        return decision;
    }
}
