package io.github.cameldb2cdc.benchmarks.largesnapshot;

import java.util.Arrays;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/**
 * What a process tells of an incremental snapshot, in one line of numbers.
 *
 * @param loadMillis from the signal to the end of the snapshot
 * @param rows rows that came as rows of the snapshot
 * @param repeated rows that came so more than once
 * @param missing rows that came neither so nor as a change
 * @param changes changes while it ran
 * @param medianBefore half of the changes before it arrived within so many milliseconds after they were written
 * @param mostBefore all of them within so many
 * @param medianDuring the same of the changes while it ran
 * @param mostDuring all of them
 * @param heapBefore the most bytes that were reachable before it
 * @param heapDuring the most bytes that were reachable while it ran
 */
record IncrementalFigures(
        long loadMillis,
        long rows,
        long repeated,
        long missing,
        long changes,
        long medianBefore,
        long mostBefore,
        long medianDuring,
        long mostDuring,
        long heapBefore,
        long heapDuring) {

    static IncrementalFigures parse(String line) {
        long[] numbers =
                Arrays.stream(line.split(" ")).mapToLong(Long::parseLong).toArray();
        int next = 0;
        return new IncrementalFigures(
                numbers[next++],
                numbers[next++],
                numbers[next++],
                numbers[next++],
                numbers[next++],
                numbers[next++],
                numbers[next++],
                numbers[next++],
                numbers[next++],
                numbers[next++],
                numbers[next]);
    }

    String toLine() {
        return LongStream.of(
                        loadMillis,
                        rows,
                        repeated,
                        missing,
                        changes,
                        medianBefore,
                        mostBefore,
                        medianDuring,
                        mostDuring,
                        heapBefore,
                        heapDuring)
                .mapToObj(Long::toString)
                .collect(Collectors.joining(" "));
    }
}
