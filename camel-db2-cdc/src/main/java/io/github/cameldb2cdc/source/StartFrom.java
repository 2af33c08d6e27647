package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Sequence;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Locale;

/** Where streaming starts when there is no checkpoint and nothing is loaded. */
public sealed interface StartFrom {

    /** From now on: at the watermark that is read at the start. */
    record Latest() implements StartFrom {}

    /** From the oldest change that each change table still has. */
    record Earliest() implements StartFrom {}

    /** Behind the given commit. */
    record Commit(Sequence sequence) implements StartFrom {}

    /** With the first commit that is not earlier than the given time. */
    record Time(Instant instant) implements StartFrom {}

    /**
     * Reads the option's text: {@code LATEST}, {@code EARLIEST}, {@code CSN:} with hexadecimal digits, or an instant such
     * as {@code 2026-11-30T12:00:00Z}.
     *
     * @throws IllegalArgumentException if it is none of these; the message says what is allowed
     */
    static StartFrom parse(String text) {
        String upper = text.strip().toUpperCase(Locale.ROOT);
        try {
            return switch (upper) {
                case "LATEST" -> new Latest();
                case "EARLIEST" -> new Earliest();
                default ->
                    upper.startsWith("CSN:")
                            ? new Commit(Sequence.parse(upper.substring("CSN:".length())))
                            : new Time(Instant.parse(upper));
            };
        } catch (DateTimeException | IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "'" + text
                            + "' is no place to start from; allowed are LATEST, EARLIEST, CSN: followed by the hexadecimal"
                            + " digits of a commit sequence, and an instant such as 2026-11-30T12:00:00Z.",
                    e);
        }
    }
}
