package io.github.cameldb2cdc.event;

/**
 * Stands in a {@link Row} for a large object whose value is not known: Capture does not write those, so an event has them
 * only where they were read from the source table.
 *
 * <p>A value of its own, since a sink that took null for "not known" would erase what it has. Its text is Debezium's,
 * which sinks of Debezium's events know how to leave out.
 */
public enum Unavailable {
    /** The only one. */
    VALUE;

    /** What is written in place of the value. */
    public static final String TEXT = "__debezium_unavailable_value";

    @Override
    public String toString() {
        return TEXT;
    }
}
