package io.github.cameldb2cdc.benchmarks.largesnapshot;

import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * What a process tells of its load, in one line of numbers.
 *
 * @param rows rows delivered by it
 * @param wallNanos from its first row to its last one
 * @param processNanos CPU time of the whole JVM in that time
 * @param finderNanos CPU time of the thread that goes over the keys
 * @param readerNanos CPU time of the threads that read rows
 * @param deliveryNanos CPU time of the thread that delivers them
 * @param mostHeap the most bytes that were left of the heap after any collection
 * @param reachable bytes left after a full collection in the middle of each tenth of the rows
 */
record LoadFigures(
        long rows,
        long wallNanos,
        long processNanos,
        long finderNanos,
        long readerNanos,
        long deliveryNanos,
        long mostHeap,
        List<Long> reachable) {

    private static final int SINGLE_NUMBERS = 7;
    private static final double NANOS_OF_SECOND = 1_000_000_000;

    LoadFigures {
        reachable = List.copyOf(reachable);
    }

    static LoadFigures parse(String line) {
        List<Long> numbers = Arrays.stream(line.split(" ")).map(Long::valueOf).toList();
        return new LoadFigures(
                numbers.get(0),
                numbers.get(1),
                numbers.get(2),
                numbers.get(3),
                numbers.get(4),
                numbers.get(5),
                numbers.get(6),
                numbers.subList(SINGLE_NUMBERS, numbers.size()));
    }

    String toLine() {
        return String.join(
                " ",
                Long.toString(rows),
                Long.toString(wallNanos),
                Long.toString(processNanos),
                Long.toString(finderNanos),
                Long.toString(readerNanos),
                Long.toString(deliveryNanos),
                Long.toString(mostHeap),
                reachable.stream().map(String::valueOf).collect(Collectors.joining(" ")));
    }

    double rowsPerSecond() {
        return rows * NANOS_OF_SECOND / wallNanos;
    }

    /** By how much the heap of a later tenth exceeds that of the first at most, in bytes. */
    long heapGrowth() {
        return Collections.max(reachable) - reachable.get(0);
    }
}
