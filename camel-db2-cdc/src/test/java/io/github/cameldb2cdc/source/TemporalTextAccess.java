package io.github.cameldb2cdc.source;

/** What becomes of the text of dates and times, for tests in other packages. */
public final class TemporalTextAccess {

    private TemporalTextAccess() {}

    /** The value that an event has of a text of the database. */
    public static Object read(String type, String text) {
        return switch (type) {
            case "DATE" -> TemporalText.date(text);
            case "TIME" -> TemporalText.time(text);
            default -> TemporalText.timestamp(text);
        };
    }
}
