package io.github.cameldb2cdc.engine;

/** What happens when an exchange fails and the route did not handle the failure. */
public enum OnFailure {
    /** All events that are not done are delivered again, in order, after a growing pause; nothing new until then. */
    RETRY,
    /** The event counts as done, with a line in the log. */
    SKIP,
    /** The route is stopped; a later start begins with the failed event. */
    STOP
}
