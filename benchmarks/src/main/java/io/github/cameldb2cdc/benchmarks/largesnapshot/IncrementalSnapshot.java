package io.github.cameldb2cdc.benchmarks.largesnapshot;

import io.github.cameldb2cdc.benchmarks.throughput.SourceProcess;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Locale;

/**
 * Loads a large table by an incremental snapshot while 200 changes a second stream and Capture publishes every five
 * seconds, with both kinds of windows, see README.md. Ends with 1 if a row was lost or came twice, the heap grew by more than
 * what {@code snapshotBufferBytes} allows, or the whole took longer than twice a bare scan and two windows.
 */
public final class IncrementalSnapshot {

    private static final int CHANGES_OF_SECOND = 200;
    private static final int CAPTURE_INTERVAL_MILLIS = 5_000;
    /** Two moves of Capture's time and the margin of two seconds; what a window without a look at clocks takes is less. */
    private static final long WINDOW_MILLIS = 2 * CAPTURE_INTERVAL_MILLIS + 2_000;

    private static final int SECONDS_BEFORE = 15;
    private static final int SCANS = 3;
    private static final int NAME_LENGTH = 200;
    private static final long BUFFER_BYTES = 32L << 20;
    /** Keys that changes touched, a chunk that is read and one that is handed over, events that are under way. */
    private static final long MOST_OTHER_BYTES = 32L << 20;

    private final PrintStream out = System.out;
    private final int rows = Integer.getInteger("incremental.rows", 1_000_000);
    private final String heap = System.getProperty("incremental.heap", "256m");
    private final Claims claims = new Claims();
    private final SourceProcess source;

    private IncrementalSnapshot(SourceProcess source) {
        this.source = source;
    }

    public static void main(String[] arguments) throws Exception {
        List<String> broken;
        try (SourceProcess source = new SourceProcess(CAPTURE_INTERVAL_MILLIS)) {
            IncrementalSnapshot run = new IncrementalSnapshot(source);
            run.run();
            broken = run.claims.broken();
        }
        broken.forEach(sentence -> System.out.println("BROKEN: " + sentence));
        if (!broken.isEmpty()) {
            System.exit(1);
        }
        System.out.println("All claims hold.");
    }

    private void run() throws Exception {
        line(
                "%,d rows of about %d bytes, %d changes a second, Capture every %d ms, -Xmx%s, JDK %s, %d cores, load %.1f",
                rows,
                NAME_LENGTH,
                CHANGES_OF_SECOND,
                CAPTURE_INTERVAL_MILLIS,
                heap,
                Runtime.version(),
                Runtime.getRuntime().availableProcessors(),
                ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage());
        new LargeTable(source, NAME_LENGTH).fill(rows);
        try (ChangeWriter changes = new ChangeWriter(source, rows, CHANGES_OF_SECOND)) {
            long scanMillis = Long.MAX_VALUE;
            for (int scan = 0; scan < SCANS; scan++) {
                scanMillis = Math.min(scanMillis, scanMillis());
            }
            line("a bare loop over all rows in the order of the key: %,d ms, the best of %d", scanMillis, SCANS);
            load("READ_ONLY", "", scanMillis);
            load("SIGNAL_TABLE", "&snapshotWindow=SIGNAL_TABLE", scanMillis);
        }
    }

    private void line(String format, Object... values) {
        out.println(String.format(Locale.ROOT, format, values));
    }

    private long scanMillis() throws SQLException {
        long begun = System.nanoTime();
        long seen = 0;
        BigDecimal sum = BigDecimal.ZERO;
        try (Connection connection = source.connect();
                Statement statement = connection.createStatement();
                ResultSet all = statement.executeQuery("SELECT ID, NAME, AMOUNT FROM " + LargeTable.SCHEMA + "."
                        + LargeTable.NAME + " ORDER BY ID WITH CS")) {
            while (all.next()) {
                seen += all.getLong(1) > 0 && !all.getString(2).isEmpty() ? 1 : 0;
                sum = sum.max(all.getBigDecimal(3));
            }
        }
        if (seen != rows || sum.signum() == 0) {
            throw new IllegalStateException("The loop saw " + seen + " rows of " + rows);
        }
        return (System.nanoTime() - begun) / 1_000_000;
    }

    private void load(String window, String options, long scanMillis) throws Exception {
        Path folder = Files.createTempDirectory("incremental-snapshot");
        IncrementalFigures figures;
        try (LoadProcess process =
                IncrementalMain.start(heap, source.jdbcUrl(), folder, rows, SECONDS_BEFORE, options)) {
            figures = IncrementalFigures.parse(process.await());
        } finally {
            LargeSnapshot.delete(folder);
        }
        long most = 2 * scanMillis + 2 * WINDOW_MILLIS;
        line(
                "%n%s: %,d ms from the signal to the end; twice the scan and two windows are %,d ms",
                window, figures.loadMillis(), most);
        line(
                "%,d rows, %,d came as changes instead; %,d changes meanwhile; latency of changes p50 %,d, most %,d ms,"
                        + " before the load %,d and %,d ms",
                figures.rows(),
                rows - figures.rows(),
                figures.changes(),
                figures.medianDuring(),
                figures.mostDuring(),
                figures.medianBefore(),
                figures.mostBefore());
        line(
                "reachable heap at most %.1f MB, before the load %.1f MB",
                LargeSnapshot.megabytes(figures.heapDuring()), LargeSnapshot.megabytes(figures.heapBefore()));
        claims.require(figures.missing() == 0, "%s: %d rows were lost", window, figures.missing());
        claims.require(figures.repeated() == 0, "%s: %d rows came twice", window, figures.repeated());
        claims.require(
                figures.loadMillis() <= most,
                "%s: it took %d ms, longer than twice the scan and two windows",
                window,
                figures.loadMillis());
        claims.require(
                figures.heapDuring() - figures.heapBefore() <= BUFFER_BYTES + MOST_OTHER_BYTES,
                "%s: the heap grew by %.1f MB",
                window,
                LargeSnapshot.megabytes(figures.heapDuring() - figures.heapBefore()));
    }
}
