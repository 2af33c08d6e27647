package io.github.cameldb2cdc.benchmarks.throughput;

/** Runs a route until it has had a number of events. */
final class RouteThroughput {

    static final String SNAPSHOT =
            "db2-cdc:" + Workload.SCHEMA + "?captureProofWait=0&tables=" + Workload.SNAPSHOT_TABLE;
    static final String STREAM =
            "db2-cdc:" + Workload.SCHEMA + "?snapshotMode=NEVER&startFrom=EARLIEST&tables=" + Workload.STREAM_TABLE;

    private final SourceProcess source;
    private final String uri;
    private final boolean json;
    private StackProfile profile;

    RouteThroughput(SourceProcess source, String uri, boolean json) {
        this.source = source;
        this.uri = uri;
        this.json = json;
    }

    /**
     * One run.
     *
     * @param stacks whether to look where the threads are
     */
    Cost run(int events, boolean stacks) throws Exception {
        EventCount count = new EventCount(events);
        try (BenchmarkRoute route = new BenchmarkRoute(source, uri, json, count)) {
            ThreadCosts costs = ThreadCosts.begin(BenchmarkRoute::owns, stacks);
            long begun = System.nanoTime();
            route.start();
            long opened = System.nanoTime();
            count.await();
            Cost cost = costs.end(events, count.lastNanos());
            profile = costs.profile();
            return new Cost(
                    events,
                    cost.wallNanos() - (opened - begun),
                    cost.cpuNanos(),
                    cost.allocatedBytes(),
                    cost.processNanos());
        }
    }

    StackProfile profile() {
        return profile;
    }
}
