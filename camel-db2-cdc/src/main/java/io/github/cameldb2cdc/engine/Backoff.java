package io.github.cameldb2cdc.engine;

import java.time.Duration;
import java.util.random.RandomGenerator;

/**
 * The pauses between tries: each twice the one before, up to a maximum, with a random part of up to a quarter less, so
 * that many consumers do not come back at once. For one thread.
 */
final class Backoff {

    private static final Duration FIRST = Duration.ofMillis(100);
    private static final double JITTER = 0.25;
    private static final int MOST_DOUBLINGS = 30;

    private final Duration maximum;
    private final RandomGenerator random;
    private int tries;

    Backoff(Duration maximum, RandomGenerator random) {
        this.maximum = maximum;
        this.random = random;
    }

    /** The pause before the next try. */
    Duration next() {
        long wanted = FIRST.toMillis() << Math.min(tries++, MOST_DOUBLINGS);
        long millis = Math.min(wanted, Math.max(1, maximum.toMillis()));
        return Duration.ofMillis(millis - (long) (millis * JITTER * random.nextDouble()));
    }

    /** Begins anew after a success. */
    void reset() {
        tries = 0;
    }
}
