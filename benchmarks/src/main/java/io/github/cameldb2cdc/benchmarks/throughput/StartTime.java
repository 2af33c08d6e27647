package io.github.cameldb2cdc.benchmarks.throughput;

/** From the call that starts a route to its first exchange, for a table of a few rows that is loaded. */
final class StartTime {

    private static final String URI =
            "db2-cdc:" + Workload.SCHEMA + "?captureProofWait=0&tables=" + Workload.SMALL_TABLE;
    private static final double NANOS_OF_MILLI = 1_000_000;

    private final SourceProcess source;

    StartTime(SourceProcess source) {
        this.source = source;
    }

    double measureMillis() throws Exception {
        EventCount count = new EventCount(Workload.SMALL_ROWS);
        try (BenchmarkRoute route = new BenchmarkRoute(source, URI, false, count)) {
            long begun = System.nanoTime();
            route.start();
            count.await();
            return (count.firstNanos() - begun) / NANOS_OF_MILLI;
        }
    }
}
