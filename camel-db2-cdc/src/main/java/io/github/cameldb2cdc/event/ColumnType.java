package io.github.cameldb2cdc.event;

/**
 * The types of Db2's columns, each with the Java class of its values in a {@link Row}.
 *
 * <p>{@code CHAR FOR BIT DATA} and its kin are types of their own here, since their values are bytes and not text.
 */
public enum ColumnType {
    /** {@link Integer}. */
    SMALLINT,
    /** {@link Integer}. */
    INTEGER,
    /** {@link Long}. */
    BIGINT,
    /** {@link java.math.BigDecimal} of the column's scale. */
    DECIMAL,
    /** {@link java.math.BigDecimal}; NaN and the infinities are {@link Double}. */
    DECFLOAT,
    /** {@link Float}. */
    REAL,
    /** {@link Double}. */
    DOUBLE,
    /** {@link String}, padded with blanks to the column's length as Db2 does. */
    CHAR,
    /** {@link String}. */
    VARCHAR,
    /** {@link String}. */
    GRAPHIC,
    /** {@link String}. */
    VARGRAPHIC,
    /** {@code byte[]}. */
    CHAR_FOR_BIT_DATA,
    /** {@code byte[]}. */
    VARCHAR_FOR_BIT_DATA,
    /** {@code byte[]}. */
    BINARY,
    /** {@code byte[]}. */
    VARBINARY,
    /** {@link String}, or {@link Unavailable#VALUE}. */
    CLOB,
    /** {@link String}, or {@link Unavailable#VALUE}. */
    DBCLOB,
    /** {@code byte[]}, or {@link Unavailable#VALUE}. */
    BLOB,
    /** {@link String}, or {@link Unavailable#VALUE}. */
    XML,
    /** {@link java.time.LocalDate}. */
    DATE,
    /** {@link java.time.LocalTime}; 24:00:00 is 00:00. */
    TIME,
    /** {@link java.time.LocalDateTime} to the nanosecond, digits behind are cut; 24:00:00 is the next day's 00:00. */
    TIMESTAMP,
    /** {@link Boolean}. */
    BOOLEAN,
    /** {@code byte[]}. */
    ROWID;

    /** Whether the values are too large for a change table: Capture never writes them. */
    public boolean isLargeObject() {
        return this == CLOB || this == DBCLOB || this == BLOB || this == XML;
    }
}
