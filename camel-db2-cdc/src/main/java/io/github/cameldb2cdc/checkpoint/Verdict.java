package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.TableId;
import java.time.Instant;
import java.util.Objects;

/**
 * The finding that changes are missing, or that a table's structure is another one. It stays until somebody decides: a later look, which may find everything in
 * order again, does not end it.
 *
 * @param kind what was found
 * @param table the table concerned; null if the whole log is
 * @param sentence what was found and what to do, for the operator
 * @param foundAt when
 */
public record Verdict(Kind kind, TableId table, String sentence, Instant foundAt) {

    /** What was found. Stores keep the number of a kind, so new ones follow at the end. */
    public enum Kind {
        /** Capture removed changes that were not read. */
        PRUNED,
        /** The change table is another one than before. */
        CREATED_ANEW,
        /** Capture did not write the table's changes for a while, and writes them again. */
        CAPTURE_INTERRUPTED,
        /** The log stands before the position: the source was restored to an earlier point. */
        LOG_BEHIND_POSITION,
        /** Capture was started cold, behind the position. */
        COLD_START,
        /** The commits that Capture has noted are others than before: the source was restored, or is another one. */
        LOG_REPLACED,
        /** The table's structure changed in a way with which its events cannot go on as they were. */
        STRUCTURE_CHANGED;

        /** Whether it concerns every table. */
        public boolean concernsTheLog() {
            return this == LOG_BEHIND_POSITION || this == COLD_START || this == LOG_REPLACED;
        }
    }

    public Verdict {
        Objects.requireNonNull(kind, "kind");
        Objects.requireNonNull(sentence, "sentence");
        Objects.requireNonNull(foundAt, "foundAt");
    }
}
