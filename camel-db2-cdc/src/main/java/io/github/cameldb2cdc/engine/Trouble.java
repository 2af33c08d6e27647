package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.CheckpointFencedException;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;

/**
 * An episode of failures of the source or of the store: it is logged when it begins, when its reason changes, and when
 * it is over, and says when the next try is due. For one thread, except {@link #current()} and {@link #tryNow()}.
 */
final class Trouble {

    private static final Duration PAUSE_AFTER_DEFINITE = Duration.ofMinutes(1);

    /** Reasons of one episode that are remembered; an episode with more may repeat itself. */
    private static final int MOST_REASONS = 32;

    private final Logger log;
    private final String consumer;
    private final InstantSource clock;
    private final Backoff backoff;
    private final Set<String> reported = new HashSet<>();
    private volatile CdcException current;
    private Instant since;
    private volatile Instant nextTry = Instant.MIN;
    private int tries;

    Trouble(Logger log, String consumer, Duration maximumBackoff, InstantSource clock, RandomGenerator random) {
        this.log = log;
        this.consumer = consumer;
        this.clock = clock;
        this.backoff = new Backoff(maximumBackoff, random);
    }

    /** The failure of the running episode; null if there is none. From any thread. */
    CdcException current() {
        return current;
    }

    /** Whether there is no episode, or its next try is due. */
    boolean mayTry() {
        return current == null || !clock.instant().isBefore(nextTry);
    }

    /** From any thread: lets the next try be made now. */
    void tryNow() {
        nextTry = Instant.MIN;
    }

    /** Notes a failure. */
    void begin(CdcException failure) {
        Instant now = clock.instant();
        if (current == null) {
            since = now;
            tries = 0;
        }
        tries++;
        current = failure;
        nextTry = isFinal(failure) ? Instant.MAX : now.plus(pauseAfter(failure));
        if (reported.size() >= MOST_REASONS) {
            reported.clear();
        }
        // a server that comes and goes gives the same few reasons in turn
        if (reported.add(failure.getMessage())) {
            report(failure);
        }
    }

    private Duration pauseAfter(CdcException failure) {
        return failure.kind() == FailureKind.TRANSIENT ? backoff.next() : PAUSE_AFTER_DEFINITE;
    }

    /** Whether looking again cannot help: somebody has to decide first. */
    private static boolean isFinal(CdcException failure) {
        return failure instanceof GapException || failure instanceof CheckpointFencedException;
    }

    private void report(CdcException failure) {
        switch (failure.kind()) {
            case TRANSIENT ->
                log.warn("Consumer '{}' cannot go on and tries again: {}", consumer, failure.getMessage());
            case DEFINITE -> log.error("Consumer '{}' reads nothing: {}", consumer, failure.getMessage());
            case BUG ->
                log.error(
                        "Consumer '{}' reads nothing, by a fault of this component: {}",
                        consumer,
                        failure.getMessage(),
                        failure);
        }
    }

    /** Notes a success. */
    void end() {
        if (current != null) {
            log.info(
                    "Consumer '{}' goes on after {} s and {} failed tries.",
                    consumer,
                    Duration.between(since, clock.instant()).toSeconds(),
                    tries);
            current = null;
            reported.clear();
            nextTry = Instant.MIN;
            backoff.reset();
        }
    }
}
