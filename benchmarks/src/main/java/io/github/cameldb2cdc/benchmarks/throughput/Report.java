package io.github.cameldb2cdc.benchmarks.throughput;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/** The figures, a line each, as they come. */
final class Report {

    private final PrintStream out;

    Report(PrintStream out) {
        this.out = out;
    }

    void line(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
    }

    /**
     * The medians of some runs.
     *
     * @param bare the bare loop of the same rows
     */
    void throughput(String name, List<Cost> runs, List<Cost> bare) {
        double rate = Cost.median(runs, Cost::eventsPerSecond);
        line(
                "%-22s %,9.0f events/s %4.0f %% of bare %6.2f us CPU (whole JVM %.1f), %.0f bytes for an event",
                name,
                rate,
                100 * rate / Cost.median(bare, Cost::eventsPerSecond),
                Cost.median(runs, Cost::cpuMicrosOfEvent),
                Cost.median(runs, Cost::processMicrosOfEvent),
                Cost.median(runs, Cost::bytesOfEvent));
    }
}
