package io.github.cameldb2cdc.setup;

/**
 * How an installation stores the log sequences of Capture.
 *
 * @param bytes the length of a value, 10 or 16
 * @param fixed whether the columns are CHAR and not VARCHAR
 */
public record SequenceLayout(int bytes, boolean fixed) {

    /** As IBM's scripts for LUW have it since version 10.1. */
    public static final SequenceLayout CURRENT = new SequenceLayout(16, false);

    /** As older control tables have it. */
    public static final SequenceLayout OLD = new SequenceLayout(10, true);

    public SequenceLayout {
        if (bytes != 10 && bytes != 16) {
            throw new IllegalArgumentException("A log sequence of " + bytes + " bytes is not known; it has 10 or 16.");
        }
    }

    String type() {
        return (fixed ? "CHAR(" : "VARCHAR(") + bytes + ") FOR BIT DATA";
    }

    /** The value that asks Capture to begin, as a literal. */
    String zero() {
        return "X'" + "00".repeat(bytes) + "'";
    }
}
