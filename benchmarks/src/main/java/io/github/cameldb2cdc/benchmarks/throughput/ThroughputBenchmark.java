package io.github.cameldb2cdc.benchmarks.throughput;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures the component from end to end, see README.md.
 *
 * <p>Arguments, in any order: {@code events=300000}, {@code runs=3}, {@code seconds=20} (of each latency), and
 * {@code only=} some of start, snapshot, stream, many, latency, separated by commas.
 */
public final class ThroughputBenchmark {

    private static final int[] DELAYS_MILLIS = {50, 100, 250, 500};
    private static final int STARTS = 5;

    private final Settings settings;
    private final SourceProcess source;
    private final Workload workload;
    private final Report report = new Report(System.out);

    private ThroughputBenchmark(Settings settings, SourceProcess source) {
        this.settings = settings;
        this.source = source;
        this.workload = new Workload(source, settings.events());
    }

    public static void main(String[] arguments) throws Exception {
        try (SourceProcess source = new SourceProcess()) {
            new ThroughputBenchmark(Settings.of(arguments), source).run();
        }
    }

    private void run() throws Exception {
        workload.fill();
        reportMachine();
        if (settings.wants("start")) {
            measureStart();
        }
        if (settings.wants("snapshot")) {
            measureRates("snapshot", RouteThroughput.SNAPSHOT);
        }
        if (settings.wants("stream")) {
            measureRates("stream", RouteThroughput.STREAM);
        }
        if (settings.wants("many")) {
            workload.fillMany();
            new ManyTables(source).measure(report);
        }
        if (settings.wants("latency")) {
            Latency latency = new Latency(source);
            for (int delay : DELAYS_MILLIS) {
                latency.measure(delay, settings.seconds(), report);
            }
        }
        reportMachine();
    }

    private void measureStart() throws Exception {
        StartTime start = new StartTime(source);
        List<String> millis = new ArrayList<>();
        for (int i = 0; i < STARTS; i++) {
            millis.add(Math.round(start.measureMillis()) + " ms");
        }
        report.line("route start to first event, first in the JVM and later: %s", String.join(", ", millis));
    }

    /** Takes turns, so that what else the machine does meets all alike; the first turn only warms up. */
    private void measureRates(String name, String uri) throws Exception {
        BareLoop bare = new BareLoop(source, workload.events());
        RouteThroughput events = new RouteThroughput(source, uri, false);
        RouteThroughput json = new RouteThroughput(source, uri, true);
        List<Cost> ofBare = new ArrayList<>();
        List<Cost> ofEvents = new ArrayList<>();
        List<Cost> ofJson = new ArrayList<>();
        for (int run = 0; run <= settings.runs(); run++) {
            ofBare.add(name.equals("snapshot") ? bare.snapshot() : bare.stream());
            ofEvents.add(events.run(workload.events(), false));
            ofJson.add(json.run(workload.events(), false));
            if (run == 0) {
                ofBare.clear();
                ofEvents.clear();
                ofJson.clear();
            }
        }
        report.throughput(name + " bare", ofBare, ofBare);
        report.throughput(name + " EVENT", ofEvents, ofBare);
        report.throughput(name + " JSON bytes", ofJson, ofBare);
        json.run(workload.events(), true);
        report.line("%s, where the threads are with JSON:%n%s", name, json.profile());
        report.line("  (checksum %d)", bare.checksum());
    }

    private void reportMachine() {
        long gcMillis = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                .sum();
        report.line(
                "load %.1f, %d cores, JDK %s, heap at most %d MB, %d ms of garbage collection so far",
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage(),
                Runtime.getRuntime().availableProcessors(),
                Runtime.version(),
                Runtime.getRuntime().maxMemory() >> 20,
                gcMillis);
    }
}
