package io.github.cameldb2cdc.benchmarks.largesnapshot;

import java.util.Arrays;
import java.util.List;

/**
 * What is run.
 *
 * @param rows rows of the table
 * @param heap heap of the JVMs that load it, as {@code -Xmx} takes it
 * @param readers the numbers of readers that are compared; the last one is that of the load which is killed
 * @param rangeRows rows of a key range
 * @param checkpointMillis how often the checkpoint is written at most
 * @param roundTripMillis round trip of the network in the second comparison; 0 leaves it out
 */
record LargeSettings(
        int rows, String heap, List<Integer> readers, int rangeRows, int checkpointMillis, int roundTripMillis) {

    private static final int FEWEST_ROWS = 10_000;
    private static final int MOST_ROWS_OF_RANGE = 10_000;
    private static final int FEWEST_ROWS_OF_RANGE = 100;
    private static final int RANGES = 500;
    private static final int LONGEST_CHECKPOINT_MILLIS = 1_000;
    private static final int CHECKPOINTS = 5_000;

    LargeSettings {
        readers = List.copyOf(readers);
        if (rows < FEWEST_ROWS) {
            throw new IllegalArgumentException("large.rows is " + rows + "; it must be at least " + FEWEST_ROWS);
        }
    }

    /** Those of the system properties; a smaller table has smaller ranges and more checkpoints, so that there are as many. */
    static LargeSettings ofSystemProperties() {
        int rows = Integer.getInteger("large.rows", 5_000_000);
        int rangeRows = Math.max(FEWEST_ROWS_OF_RANGE, Math.min(MOST_ROWS_OF_RANGE, rows / RANGES));
        return new LargeSettings(
                rows,
                System.getProperty("large.heap", "256m"),
                Arrays.stream(System.getProperty("large.readers", "1,2,4").split(","))
                        .map(Integer::valueOf)
                        .toList(),
                Integer.getInteger("large.rangeRows", rangeRows),
                Math.min(LONGEST_CHECKPOINT_MILLIS, rows / CHECKPOINTS),
                Integer.getInteger("large.roundTripMillis", 10));
    }

    int mostReaders() {
        return readers.get(readers.size() - 1);
    }
}
