package io.github.cameldb2cdc.test;

/** What the Capture program is doing; {@link Capture} owns it. */
public enum CaptureStatus {
    /** Publishes once per interval. */
    RUNNING,
    /** Alive, but publishes only when {@link Capture#publish()} is called; SYNCHTIME stands still. */
    PAUSED,
    /** Ended, or never started. Changes wait in the log for the next warm start. */
    STOPPED
}
