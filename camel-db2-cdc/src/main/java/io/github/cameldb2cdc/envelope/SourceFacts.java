package io.github.cameldb2cdc.envelope;

import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.Sequence;
import java.time.Instant;

/** What the envelope's {@code source} says of an event beyond its fields, alike for JSON and maps. */
final class SourceFacts {

    private static final String SEQUENCE_PREFIX = "CSN:";
    private static final SourceFacts PLAIN = new SourceFacts(false);
    private static final SourceFacts DEBEZIUM = new SourceFacts(true);

    private final boolean debezium;

    private SourceFacts(boolean debezium) {
        this.debezium = debezium;
    }

    static SourceFacts of(EnvelopeFormat format) {
        return format == EnvelopeFormat.DEBEZIUM ? DEBEZIUM : PLAIN;
    }

    /** Whether {@link #time} may be null. */
    boolean mayLackTime() {
        return !debezium;
    }

    /**
     * When the source had the row so: the commit's time, for a row of a snapshot when it was read. An unknown commit time
     * is null; in the format DEBEZIUM, whose schema has no null there, it is when the row was read, as it always is in
     * Debezium's events.
     */
    Instant time(RowChange change) {
        if (!change.isSnapshot() && change.commitTime() != null) {
            return change.commitTime().instant();
        }
        return change.isSnapshot() || debezium ? change.readTime() : null;
    }

    /** The commit's sequence: {@code CSN:} and hexadecimal digits, or Debezium's groups of digits. */
    String commitSequence(RowChange change) {
        return spell(change.position().commit());
    }

    /** The change's sequence in the same spelling; null for a row of a snapshot. */
    String changeSequence(RowChange change) {
        Sequence intent = change.position().intent();
        return change.isSnapshot() || intent == null ? null : spell(intent);
    }

    /** A sequence in the spelling of the format. */
    String spell(Sequence sequence) {
        return debezium ? BytesText.grouped(sequence) : SEQUENCE_PREFIX.concat(sequence.toString());
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
