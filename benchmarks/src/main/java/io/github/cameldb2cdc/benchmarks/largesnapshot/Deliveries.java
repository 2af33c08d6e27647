package io.github.cameldb2cdc.benchmarks.largesnapshot;

import io.github.cameldb2cdc.checkpoint.KeyRange;
import java.util.List;

/**
 * How often each row was delivered. Immutable.
 *
 * @param counts a count for each key, from key 1 on; not to be changed
 */
@SuppressWarnings("ArrayRecordComponent")
record Deliveries(byte[] counts) {

    /** Rows that were never delivered. */
    long missing() {
        long missing = 0;
        for (byte count : counts) {
            missing += count == 0 ? 1 : 0;
        }
        return missing;
    }

    /** Deliveries of rows that had been delivered before. */
    long repeated() {
        long repeated = 0;
        for (byte count : counts) {
            repeated += Math.max(0, count - 1);
        }
        return repeated;
    }

    /** How many rows of some ranges were delivered another number of times than once. */
    long notOnceIn(List<KeyRange> ranges) {
        long notOnce = 0;
        for (KeyRange range : ranges) {
            for (int row = firstOf(range); row <= lastOf(range); row++) {
                notOnce += counts[row - 1] == 1 ? 0 : 1;
            }
        }
        return notOnce;
    }

    /** How many rows some ranges have. */
    long rowsIn(List<KeyRange> ranges) {
        return ranges.stream()
                .mapToLong(range -> lastOf(range) - firstOf(range) + 1L)
                .sum();
    }

    private static int firstOf(KeyRange range) {
        return range.after() == null ? 1 : Math.toIntExact((Long) range.after().get(0)) + 1;
    }

    private int lastOf(KeyRange range) {
        return range.upTo() == null
                ? counts.length
                : Math.toIntExact((Long) range.upTo().get(0));
    }
}
