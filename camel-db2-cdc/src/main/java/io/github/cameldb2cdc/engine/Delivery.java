package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.EventCheckpoint;
import io.github.cameldb2cdc.event.CdcEvent;

/**
 * One event on its way through a route, and the means to say how it ended. What counts is the first answer; answers to
 * a delivery of an earlier round change nothing, since the event was delivered again. All methods may be called from
 * any thread.
 */
public interface Delivery {

    /** The event. */
    CdcEvent event();

    /** The number of the round, from 1; higher than 1 if events were delivered again after a failure. */
    int round();

    /** What a sink stores with its rows, so that the event takes effect exactly once. */
    EventCheckpoint checkpoint();

    /** This event is done: its exchange completed. */
    void done();

    /** This event failed: what is not done is delivered again, or as {@code onFailure} says. */
    void failed(Throwable cause);

    /**
     * The exchange of this event ended and says nothing of the event, since the route decides by {@link #doneUpTo} or
     * {@link #failedUpTo}. A new round waits until all exchanges have ended.
     */
    void ended();

    /** This event and all delivered before it in this round are done. */
    void doneUpTo();

    /** This event and all delivered before it in this round that are not done have failed. */
    void failedUpTo(Throwable cause);
}
