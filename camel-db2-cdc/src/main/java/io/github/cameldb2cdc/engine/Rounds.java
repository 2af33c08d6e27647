package io.github.cameldb2cdc.engine;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides when the next round begins: after a failure, once every exchange has ended and a growing pause is over. For
 * the engine's thread.
 */
final class Rounds {

    private static final Logger LOG = LoggerFactory.getLogger(Rounds.class);

    private final InFlight inFlight;
    private final Backoff backoff;
    private final InstantSource clock;
    private Instant notBefore;
    private long doneAtFailure = -1;

    Rounds(InFlight inFlight, Backoff backoff, InstantSource clock) {
        this.inFlight = inFlight;
        this.backoff = backoff;
        this.clock = clock;
    }

    /**
     * Begins the next round if one is due.
     *
     * @param patience how long to wait for it now
     * @return whether events may be delivered
     */
    boolean proceed(Duration patience) throws InterruptedException {
        Instant until = clock.instant().plus(patience);
        while (true) {
            Throwable failure = inFlight.failure();
            if (failure == null) {
                return true;
            }
            if (notBefore == null) {
                pauseAfter(failure);
            }
            Instant now = clock.instant();
            if (inFlight.isQuiet() && !now.isBefore(notBefore)) {
                notBefore = null;
                int round = inFlight.startRound();
                LOG.debug("Round {} begins.", round);
                return true;
            }
            if (!now.isBefore(until)) {
                return false;
            }
            Instant next = inFlight.isQuiet() && notBefore.isBefore(until) ? notBefore : until;
            inFlight.awaitChange(Duration.between(now, next));
        }
    }

    private void pauseAfter(Throwable failure) {
        long done = inFlight.doneEvents();
        if (done != doneAtFailure) {
            backoff.reset();
        }
        doneAtFailure = done;
        Duration pause = backoff.next();
        notBefore = clock.instant().plus(pause);
        LOG.warn(
                "An event failed ({}); everything that is not done is delivered again in order, in {} ms at the earliest.",
                failure.getClass().getName(),
                pause.toMillis());
    }
}
