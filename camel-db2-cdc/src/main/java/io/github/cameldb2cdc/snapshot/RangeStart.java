package io.github.cameldb2cdc.snapshot;

import io.github.cameldb2cdc.event.RowKey;

/**
 * Where reading a table begins, or goes on.
 *
 * @param rangeAfter the key behind which the range begins that is to be reported as a whole; null for the table's first
 *     row
 * @param readAfter the key behind which rows are read: that of the last row handed over; null to begin with the first
 */
public record RangeStart(RowKey rangeAfter, RowKey readAfter) {

    /** The beginning of a table. */
    public static final RangeStart FIRST_ROW = new RangeStart(null, null);

    /** The beginning of the range behind a finished one. */
    public static RangeStart behind(RowKey key) {
        return new RangeStart(key, key);
    }
}
