package io.github.cameldb2cdc.proof;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;

/** The system's clock, which a test can put forward; never behind the times of changes, which are the system's. */
final class HurriedClock extends Clock {

    private final Clock system;
    private volatile Duration ahead;

    HurriedClock() {
        this(Clock.systemUTC(), Duration.ZERO);
    }

    private HurriedClock(Clock system, Duration ahead) {
        this.system = system;
        this.ahead = ahead;
    }

    void move(Duration time) {
        ahead = ahead.plus(time);
    }

    @Override
    public Instant instant() {
        return system.instant().plus(ahead);
    }

    @Override
    public ZoneId getZone() {
        return system.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return new HurriedClock(system.withZone(zone), ahead);
    }
}
