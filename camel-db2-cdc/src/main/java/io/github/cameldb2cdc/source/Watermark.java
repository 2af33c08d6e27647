package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Sequence;
import java.time.LocalDateTime;
import java.util.Objects;

/**
 * How far Capture has come: all changes of commits up to this sequence are in the change tables. What stands above it
 * may be visible already, in part, and has to wait.
 *
 * @param synchpoint the sequence, itself included
 * @param synchtime the time that belongs to it, by the source's clock; null if it was taken from the single
 *     registrations because the global row is missing or empty
 */
public record Watermark(Sequence synchpoint, LocalDateTime synchtime) {

    public Watermark {
        Objects.requireNonNull(synchpoint, "synchpoint");
    }

    /** Whether it was taken from the single registrations, which is good enough to read but proves no gap. */
    public boolean isFallback() {
        return synchtime == null;
    }
}
