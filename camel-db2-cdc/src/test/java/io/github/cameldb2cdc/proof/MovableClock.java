package io.github.cameldb2cdc.proof;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that a test puts forward: one that stands still otherwise, or one that goes with the system's. */
final class MovableClock extends Clock {

    private final Clock base;
    private volatile Duration ahead;

    MovableClock() {
        this(Instant.parse("2026-03-29T00:59:00Z"), ZoneOffset.UTC);
    }

    MovableClock(Instant now, ZoneId zone) {
        this(Clock.fixed(now, zone), Duration.ZERO);
    }

    private MovableClock(Clock base, Duration ahead) {
        this.base = base;
        this.ahead = ahead;
    }

    /** Never behind the times of changes, which are the system's. */
    static MovableClock ofSystem() {
        return new MovableClock(Clock.systemUTC(), Duration.ZERO);
    }

    void move(Duration time) {
        ahead = ahead.plus(time);
    }

    @Override
    public Instant instant() {
        return base.instant().plus(ahead);
    }

    @Override
    public ZoneId getZone() {
        return base.getZone();
    }

    @Override
    public Clock withZone(ZoneId other) {
        return new MovableClock(base.withZone(other), ahead);
    }
}
