package io.github.cameldb2cdc.proof;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that a test moves. */
final class MovableClock extends Clock {

    private final ZoneId zone;
    private volatile Instant now;

    MovableClock() {
        this(Instant.parse("2026-03-29T00:59:00Z"), ZoneOffset.UTC);
    }

    MovableClock(Instant now, ZoneId zone) {
        this.now = now;
        this.zone = zone;
    }

    void move(Duration time) {
        now = now.plus(time);
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return zone;
    }

    @Override
    public Clock withZone(ZoneId other) {
        return new MovableClock(now, other);
    }
}
