package io.github.cameldb2cdc.benchmarks.throughput;

import java.util.Comparator;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * What a run took.
 *
 * @param events how many events it had
 * @param wallNanos from its begin to its last event
 * @param cpuNanos of its threads
 * @param allocatedBytes by its threads
 * @param processNanos CPU time of this whole JVM, with its compiler and collector
 */
record Cost(int events, long wallNanos, long cpuNanos, long allocatedBytes, long processNanos) {

    private static final double NANOS_OF_MICRO = 1_000;
    private static final double NANOS_OF_SECOND = 1_000_000_000;

    double eventsPerSecond() {
        return events / (wallNanos / NANOS_OF_SECOND);
    }

    double cpuMicrosOfEvent() {
        return cpuNanos / NANOS_OF_MICRO / events;
    }

    double processMicrosOfEvent() {
        return processNanos / NANOS_OF_MICRO / events;
    }

    double bytesOfEvent() {
        return (double) allocatedBytes / events;
    }

    /** The median of one figure over several runs. */
    static double median(List<Cost> runs, ToDoubleFunction<Cost> figure) {
        List<Double> sorted = runs.stream()
                .map(figure::applyAsDouble)
                .sorted(Comparator.naturalOrder())
                .toList();
        return sorted.get(sorted.size() / 2);
    }
}
