package io.github.cameldb2cdc.benchmarks.largesnapshot;

import io.github.cameldb2cdc.benchmarks.throughput.SourceProcess;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Loads a large table in a small heap with different numbers of readers, without and with the way of a network between,
 * then kills a load and goes on with it, see README.md. Prints what it found; ends with 1 if a row was lost, a finished
 * range was repeated, or the heap grew. Speed is only recorded.
 */
public final class LargeSnapshot {

    /** What may come and go between two samples: blocks that wait, events that are under way. */
    private static final long MOST_HEAP_GROWTH_BYTES = 16L << 20;

    private static final double NANOS_OF_SECOND = 1_000_000_000;

    private final PrintStream out = System.out;
    private final LargeSettings settings;
    private final SourceProcess source;
    private final Path folder;
    private final Claims claims = new Claims();

    private LargeSnapshot(LargeSettings settings, SourceProcess source, Path folder) {
        this.settings = settings;
        this.source = source;
        this.folder = folder;
    }

    public static void main(String[] arguments) throws Exception {
        LargeSettings settings = LargeSettings.ofSystemProperties();
        Path folder = Files.createTempDirectory("large-snapshot");
        List<String> broken;
        try (SourceProcess source = new SourceProcess()) {
            LargeSnapshot run = new LargeSnapshot(settings, source, folder);
            run.run();
            broken = run.claims.broken();
        } finally {
            delete(folder);
        }
        broken.forEach(sentence -> System.out.println("BROKEN: " + sentence));
        if (!broken.isEmpty()) {
            System.exit(1);
        }
        System.out.println("All claims hold.");
    }

    static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private void run() throws Exception {
        line(
                "%,d rows, ranges of %,d, checkpoint every %d ms at most, -Xmx%s, JDK %s, %d cores, load %.1f",
                settings.rows(),
                settings.rangeRows(),
                settings.checkpointMillis(),
                settings.heap(),
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                load());
        long begun = System.nanoTime();
        new LargeTable(source, LargeTable.SHORT_NAME).fill(settings.rows());
        line("filled in %.0f s", (System.nanoTime() - begun) / NANOS_OF_SECOND);
        compareReaders("without a network", source.jdbcUrl());
        if (settings.roundTripMillis() > 0) {
            long roundTripNanos = TimeUnit.MILLISECONDS.toNanos(settings.roundTripMillis());
            try (DelayedLink link = new DelayedLink(source.port(), roundTripNanos)) {
                compareReaders("round trip of " + settings.roundTripMillis() + " ms", source.jdbcUrlBy(link.port()));
            }
        }
        killAndResume();
        line("load %.1f", load());
    }

    private static double load() {
        return ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    }

    private void line(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
    }

    private void compareReaders(String network, String jdbcUrl) throws Exception {
        line("%n%s", network);
        line("readers    rows/s  speed-up  cores busy: source  component (finder + readers + delivery)");
        double slowest = 0;
        for (int readers : settings.readers()) {
            Path own = Files.createDirectory(folder.resolve(readers + "-" + Math.abs(network.hashCode())));
            long sourceBefore = sourceCpuNanos();
            LoadFigures figures = load(jdbcUrl, own, readers);
            long sourceNanos = sourceCpuNanos() - sourceBefore;
            slowest = slowest == 0 ? figures.rowsPerSecond() : slowest;
            line(
                    "%7d %,9.0f %9.2f %19.2f %10.2f (%.2f + %.2f + %.2f)",
                    readers,
                    figures.rowsPerSecond(),
                    figures.rowsPerSecond() / slowest,
                    cores(sourceNanos, figures),
                    cores(figures.processNanos(), figures),
                    cores(figures.finderNanos(), figures),
                    cores(figures.readerNanos(), figures),
                    cores(figures.deliveryNanos(), figures));
            heapLine(readers + " readers", figures);
            requireEachOnce(readers + " readers, " + network, own);
        }
    }

    private LoadFigures load(String jdbcUrl, Path own, int readers) throws Exception {
        try (LoadProcess process = LoadMain.start(settings, jdbcUrl, own, readers, settings.rows())) {
            return LoadFigures.parse(process.await());
        }
    }

    private static double cores(long cpuNanos, LoadFigures figures) {
        return (double) cpuNanos / figures.wallNanos();
    }

    private long sourceCpuNanos() {
        return Long.parseLong(source.tell("cpu"));
    }

    private void heapLine(String name, LoadFigures figures) {
        line(
                "        reachable MB in each tenth: %s; most after any collection %.1f MB",
                figures.reachable().stream()
                        .map(bytes -> String.format(Locale.ROOT, "%.1f", megabytes(bytes)))
                        .collect(Collectors.joining(" ")),
                megabytes(figures.mostHeap()));
        claims.require(
                figures.heapGrowth() <= MOST_HEAP_GROWTH_BYTES,
                "%s: the heap grew by %.1f MB from the first tenth on",
                name,
                megabytes(figures.heapGrowth()));
    }

    static double megabytes(long bytes) {
        return bytes / (double) (1 << 20);
    }

    private void requireEachOnce(String name, Path own) throws IOException {
        Deliveries deliveries = new Deliveries(new DeliveryTally(LoadMain.tallyIn(own), settings.rows()).copy());
        claims.require(deliveries.missing() == 0, "%s: %d rows were lost", name, deliveries.missing());
        claims.require(deliveries.repeated() == 0, "%s: %d rows came twice", name, deliveries.repeated());
    }

    private void killAndResume() throws Exception {
        Path own = Files.createDirectory(folder.resolve("killed"));
        KilledLoad.Outcome outcome = new KilledLoad(settings, source.jdbcUrl(), own).run(claims);
        line("%nkilled and resumed, %d readers", settings.mostReaders());
        line(
                "delivered at the kill %,d (%.0f %%); finished by the checkpoint %,d rows, in %d pieces",
                outcome.delivered(),
                100.0 * outcome.delivered() / settings.rows(),
                outcome.finishedRows(),
                outcome.finishedRanges());
        line(
                "delivered by the second process %,d; repeated %,d (%.2f %% of the table), at most %,d are allowed",
                outcome.resumed().rows(),
                outcome.repeated(),
                100.0 * outcome.repeated() / settings.rows(),
                outcome.mostRepeated());
        heapLine("resumed", outcome.resumed());
    }
}
