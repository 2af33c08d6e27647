package io.github.cameldb2cdc;

/**
 * The means by which a route with {@code manualCommit=true} says how events ended, found in the header
 * {@link Db2CdcConstants#MANUAL_COMMIT} of each exchange. For routes whose exchanges complete before their events are
 * safe: those that aggregate, tap or check claims.
 *
 * <p>Keep the one of the newest event of a batch. An event that the route drops needs no call of its own: the commit of a
 * later one covers it. What is never committed is delivered again after a restart, and the consumer pauses once
 * {@code maxInFlight} events wait.
 *
 * <p>Both methods may be called from any thread and more than once. After the event was delivered again, the committer
 * of the earlier delivery does nothing.
 */
public interface Db2CdcManualCommit {

    /** This event and all delivered before it are done. */
    void commit();

    /**
     * This event and all delivered before it that are not committed have failed: they are delivered again, or as
     * {@code onFailure} says.
     *
     * @param cause what went wrong, for the log; not null
     */
    void fail(Throwable cause);
}
