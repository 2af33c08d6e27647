package io.github.cameldb2cdc.benchmarks.throughput;

/** Many tables of which few have changes: reading them, then polls that find nothing. */
final class ManyTables {

    static final int EVENTS = Workload.BUSY_TABLES * Workload.EVENTS_OF_BUSY_TABLE;

    private static final String URI =
            "db2-cdc:" + Workload.MANY_SCHEMA + "?snapshotMode=NEVER&startFrom=EARLIEST&delay=50";
    private static final long IDLE_MILLIS = 5_000;
    private static final double NANOS_OF_MICRO = 1_000;

    private final SourceProcess source;

    ManyTables(SourceProcess source) {
        this.source = source;
    }

    /** Writes its figures into the report. */
    void measure(Report report) throws Exception {
        EventCount count = new EventCount(EVENTS);
        source.tell("pause");
        Statements.begin(source);
        try (BenchmarkRoute route = new BenchmarkRoute(source, URI, false, count)) {
            ThreadCosts costs = ThreadCosts.begin(BenchmarkRoute::owns, false);
            long begun = System.nanoTime();
            route.start();
            long openMillis = (System.nanoTime() - begun) / 1_000_000;
            count.await();
            Cost cost = costs.end(EVENTS, count.lastNanos());
            report.line("start with %d tables: %d ms", Workload.MANY_TABLES, openMillis);
            report.line(
                    "%d events of %d tables: %.1f us CPU for an event; with the start %s",
                    EVENTS, Workload.BUSY_TABLES, cost.cpuMicrosOfEvent(), Statements.end(source));
            reportIdle("idle polls, watermark stands still", report);
            source.tell("resume");
            reportIdle("idle polls, watermark moves every 50 ms without rows", report);
        }
    }

    private void reportIdle(String what, Report report) throws InterruptedException {
        Statements.begin(source);
        ThreadCosts costs = ThreadCosts.begin(BenchmarkRoute::owns, false);
        Pause.ofMillis(IDLE_MILLIS);
        Cost cost = costs.end(1);
        Statements statements = Statements.end(source);
        report.line(
                "%s: %s, %.2f queries and %.0f us CPU for a poll",
                what,
                statements,
                (double) statements.queries() / statements.polls(),
                cost.cpuNanos() / NANOS_OF_MICRO / statements.polls());
    }
}
