package io.github.cameldb2cdc.envelope;

import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.Sequence;
import java.time.Instant;

/** What the envelope's {@code source} says of an event beyond its fields, alike for JSON and maps. */
final class SourceFacts {

    private static final String SEQUENCE_PREFIX = "CSN:";

    private SourceFacts() {}

    /** When the source had the row so: the commit's time, for a row of a snapshot when it was read; null if unknown. */
    static Instant time(RowChange change) {
        if (change.isSnapshot()) {
            return change.readTime();
        }
        return change.commitTime() == null ? null : change.commitTime().instant();
    }

    /** {@code CSN:} and the commit's sequence in hexadecimal digits. */
    static String commitSequence(RowChange change) {
        return spell(change.position().commit());
    }

    /** {@code CSN:} and the change's sequence in hexadecimal digits; null for a row of a snapshot. */
    static String changeSequence(RowChange change) {
        Sequence intent = change.position().intent();
        return change.isSnapshot() || intent == null ? null : spell(intent);
    }

    private static String spell(Sequence sequence) {
        return SEQUENCE_PREFIX.concat(sequence.toString());
    }

    /** Microseconds since 1970. */
    static long micros(Instant instant) {
        return instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000;
    }

    /** Nanoseconds since 1970; good until 2262. */
    static long nanos(Instant instant) {
        return instant.getEpochSecond() * 1_000_000_000 + instant.getNano();
    }
}
