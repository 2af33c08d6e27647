package io.github.cameldb2cdc.envelope;

import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Timestamps as numbers since 1970-01-01T00:00 of the same clock; what is finer than the unit is cut. */
final class EpochTime {

    private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);
    private static final LocalDateTime FIRST_NANOSECOND = EPOCH.plusNanos(Long.MIN_VALUE);
    private static final LocalDateTime LAST_NANOSECOND = EPOCH.plusNanos(Long.MAX_VALUE);

    private EpochTime() {}

    static long millis(LocalDateTime timestamp) {
        return seconds(timestamp) * 1_000 + timestamp.getNano() / 1_000_000;
    }

    static long micros(LocalDateTime timestamp) {
        return seconds(timestamp) * 1_000_000 + timestamp.getNano() / 1_000;
    }

    /** Whether {@link #nanos} fits into 64 bits. */
    static boolean hasNanos(LocalDateTime timestamp) {
        return !timestamp.isBefore(FIRST_NANOSECOND) && !timestamp.isAfter(LAST_NANOSECOND);
    }

    /** Good where {@link #hasNanos} says so: an overflow of the product is taken back by the sum. */
    static long nanos(LocalDateTime timestamp) {
        return seconds(timestamp) * 1_000_000_000 + timestamp.getNano();
    }

    private static long seconds(LocalDateTime timestamp) {
        return timestamp.toEpochSecond(ZoneOffset.UTC);
    }
}
