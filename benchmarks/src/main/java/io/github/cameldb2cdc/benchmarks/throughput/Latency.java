package io.github.cameldb2cdc.benchmarks.throughput;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Processor;

/**
 * How long a published change waits for the route, by the consumer's delay. Capture is paused and publishes each
 * transaction on demand, so that its own part, its interval, is not in the figures. The pauses between transactions are
 * random, so that they meet every phase of the polls.
 */
final class Latency {

    private static final long SHORTEST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 150;
    private static final long PATIENCE_SECONDS = 10;
    private static final int WARM_UP_TRANSACTIONS = 5;
    private static final double NANOS_OF_MILLI = 1_000_000;

    private final SourceProcess source;
    private final Random random = new Random(1);
    private int nextId = 1_000_000;

    Latency(SourceProcess source) {
        this.source = source;
    }

    /** Writes the figures of one delay into the report. */
    void measure(int delayMillis, int seconds, Report report) throws Exception {
        BlockingQueue<Long> arrivals = new LinkedBlockingQueue<>();
        Processor end = exchange -> arrivals.add(System.nanoTime());
        String uri = "db2-cdc:" + Workload.SCHEMA + "?snapshotMode=NEVER&delay=" + delayMillis + "&tables="
                + Workload.SMALL_TABLE;
        source.tell("pause");
        try (BenchmarkRoute route = new BenchmarkRoute(source, uri, false, end);
                Connection connection = source.connect()) {
            route.start();
            for (int i = 0; i < WARM_UP_TRANSACTIONS; i++) {
                latencyMillis(connection, arrivals);
            }
            List<Double> millis = measureTransactions(connection, arrivals, seconds);
            double idleMillis = idleCpuMillisOfSecond(seconds);
            report.line(
                    "delay %d ms: latency p50 %.0f, p95 %.0f, max %.0f ms of %d; idle polling %.2f ms CPU a second",
                    delayMillis,
                    percentile(millis, 50),
                    percentile(millis, 95),
                    percentile(millis, 100),
                    millis.size(),
                    idleMillis);
        } finally {
            source.tell("resume");
        }
    }

    private List<Double> measureTransactions(Connection connection, BlockingQueue<Long> arrivals, int seconds)
            throws SQLException, InterruptedException {
        List<Double> millis = new ArrayList<>();
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
        while (System.nanoTime() < until) {
            Pause.ofMillis(random.nextLong(SHORTEST_PAUSE_MILLIS, LONGEST_PAUSE_MILLIS));
            millis.add(latencyMillis(connection, arrivals));
        }
        millis.sort(null);
        return millis;
    }

    private double latencyMillis(Connection connection, BlockingQueue<Long> arrivals)
            throws SQLException, InterruptedException {
        try (PreparedStatement insert = connection.prepareStatement(
                "INSERT INTO " + Workload.SCHEMA + "." + Workload.SMALL_TABLE + " (ID) VALUES (?)")) {
            insert.setInt(1, nextId++);
            insert.executeUpdate();
        }
        source.tell("publish");
        long published = System.nanoTime();
        Long arrived = arrivals.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
        if (arrived == null) {
            throw new IllegalStateException("A change did not arrive");
        }
        return Math.max(0, arrived - published) / NANOS_OF_MILLI;
    }

    private static double idleCpuMillisOfSecond(int seconds) throws InterruptedException {
        ThreadCosts costs = ThreadCosts.begin(BenchmarkRoute::owns, false);
        Pause.ofMillis(TimeUnit.SECONDS.toMillis(seconds));
        return costs.end(1).cpuNanos() / NANOS_OF_MILLI / seconds;
    }

    private static double percentile(List<Double> sorted, int percent) {
        return sorted.get(Math.min(sorted.size() - 1, sorted.size() * percent / 100));
    }
}
