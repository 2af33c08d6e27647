package io.github.cameldb2cdc.envelope;

/** Whose readers an envelope is for: what all switches of an {@link EnvelopeStyle} are that nobody sets. */
public enum EnvelopeFormat {
    /** Readers without a schema: exact numbers, ISO-8601 dates and times. */
    PLAIN,
    /** Readers of Debezium's Db2 connector with its defaults. */
    DEBEZIUM
}
