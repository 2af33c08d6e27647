package io.github.cameldb2cdc.checkpoint;

/** How far a consumer has come. Set by the engine only; stored with each checkpoint. */
public enum Phase {
    /** The tables are being loaded; the position is where streaming will begin. Next: STREAMING. */
    SNAPSHOT,
    /** Changes are being delivered; the position is the end of what was acknowledged. */
    STREAMING
}
