package io.github.cameldb2cdc.engine;

/** What the engine is doing. Set by the engine only; not stored. */
public enum EngineState {
    /** It has not opened its source yet, or a transient failure interrupted that. Next: SNAPSHOT or STREAMING. */
    OPENING,
    /** It loads tables. Next: STREAMING or COMPLETED. */
    SNAPSHOT,
    /** It delivers changes. */
    STREAMING,
    /** The mode INITIAL_ONLY has nothing more to do: the route is to be ended. */
    COMPLETED,
    /** An event failed and {@code onFailure} is STOP: the route is to be ended. */
    FAILED_EVENT,
    /** It was closed. */
    CLOSED
}
