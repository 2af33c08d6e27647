package io.github.cameldb2cdc.envelope;

/**
 * How DATE, TIME and TIMESTAMP are written; except for ISO these are Debezium's {@code time.precision.mode}. Numbers
 * count from 1970-01-01T00:00 or from midnight, as if the source's clock showed UTC.
 *
 * <table>
 * <caption>Values</caption>
 * <tr><th>mode</th><th>DATE</th><th>TIME</th><th>TIMESTAMP(0-3)</th><th>TIMESTAMP(4-6)</th><th>TIMESTAMP(7-12)</th></tr>
 * <tr><td>ISO</td><td>{@code 2026-11-30}</td><td>{@code 12:00:00}</td>
 * <td colspan="3">{@code 2026-11-30T12:00:00.500} with the column's digits, at most 9</td></tr>
 * <tr><td>ISOSTRING</td><td>{@code 2026-11-30Z}</td><td>{@code 12:00:00Z}</td>
 * <td colspan="3">{@code 2026-11-30T12:00:00.5Z} without zeros at the end</td></tr>
 * <tr><td>ADAPTIVE</td><td>days</td><td>milliseconds</td><td>milliseconds</td><td>microseconds</td>
 * <td>nanoseconds</td></tr>
 * <tr><td>ADAPTIVE_TIME_MICROSECONDS</td><td>days</td><td>microseconds</td><td>milliseconds</td><td>microseconds</td>
 * <td>nanoseconds</td></tr>
 * <tr><td>CONNECT</td><td>days</td><td>milliseconds</td><td colspan="3">milliseconds, what is beyond is cut</td></tr>
 * <tr><td>MICROSECONDS</td><td>days</td><td>microseconds</td><td colspan="3">microseconds, what is beyond is cut</td></tr>
 * <tr><td>NANOSECONDS</td><td>days</td><td>nanoseconds</td><td colspan="3">nanoseconds</td></tr>
 * </table>
 *
 * <p>Nanoseconds in 64 bits reach from 1677-09-21 to 2262-04-11. A timestamp beyond, such as the year 9999, is null, with
 * a warning, as Debezium has it.
 */
public enum TemporalMode {
    /** Text of a fixed length, without a zone. */
    ISO,
    /** Numbers in the unit that holds the column's digits. */
    ADAPTIVE,
    /** As ADAPTIVE, with microseconds for TIME. */
    ADAPTIVE_TIME_MICROSECONDS,
    /** Numbers as Kafka Connect's own types have them. */
    CONNECT,
    /** Text that ends in Z. */
    ISOSTRING,
    /** Microseconds for TIME and TIMESTAMP. */
    MICROSECONDS,
    /** Nanoseconds for TIME and TIMESTAMP. */
    NANOSECONDS
}
