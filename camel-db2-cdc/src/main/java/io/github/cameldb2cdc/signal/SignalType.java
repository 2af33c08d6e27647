package io.github.cameldb2cdc.signal;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/** What a signal can ask for; Debezium's names. */
public enum SignalType {
    /** {@code execute-snapshot}: loads rows of tables. */
    EXECUTE_SNAPSHOT,
    /** {@code stop-snapshot}: ends snapshots that were asked for. */
    STOP_SNAPSHOT,
    /** {@code pause-snapshot}: lets incremental snapshots wait, over restarts as well. */
    PAUSE_SNAPSHOT,
    /** {@code resume-snapshot}: lets them go on. */
    RESUME_SNAPSHOT;

    /** The name in a signal. */
    public String text() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    static String list() {
        return Arrays.stream(values()).map(SignalType::text).collect(Collectors.joining(", "));
    }

    /** @throws SignalRefusedException if there is no such type */
    static SignalType of(String text) {
        String wanted = text.strip();
        return Arrays.stream(values())
                .filter(type -> type.text().equalsIgnoreCase(wanted))
                .findFirst()
                .orElseThrow(() -> new SignalRefusedException(
                        "'" + wanted + "' is no type of a signal that is known; it may be " + list() + "."));
    }
}
