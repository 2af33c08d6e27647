package io.github.cameldb2cdc.proof;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** A clock that a test moves. */
final class MovableClock implements InstantSource {

    private volatile Instant now = Instant.parse("2026-03-29T00:59:00Z");

    void move(Duration time) {
        now = now.plus(time);
    }

    @Override
    public Instant instant() {
        return now;
    }
}
