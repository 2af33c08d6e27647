package io.github.cameldb2cdc.test;

/** What tests do with a Capture program, of whatever kind. Safe for many threads; one operation runs at a time. */
public interface CaptureControl {

    /** Publishes no more until {@link #resume()}. Does nothing unless running. */
    void pause();

    /** Publishes again. Does nothing unless paused. */
    void resume();

    /**
     * Returns when everything that was committed before the call is in the change tables and at or below SYNCHPOINT.
     * Capture must be running.
     */
    void catchUp();

    /** Ends after the interval in hand. Changes are logged on and wait for the next warm start. */
    void stop();

    /**
     * Starts after {@link #stop()}, running.
     *
     * @throws IllegalStateException when Capture has not been stopped
     */
    void start(StartMode mode);

    /** Makes Capture read IBMSNAP_REGISTER again; how long it takes is its own affair. */
    void reinit();

    /** Removes everything that is published, as pruning by the retention limit does. May take minutes on a real Db2. */
    void pruneAll();
}
