package io.github.cameldb2cdc.benchmarks.throughput;

/**
 * What the source was asked during some time.
 *
 * @param queries statements that are no commits
 * @param commits commits
 * @param polls questions for the watermark, with which each poll begins
 */
record Statements(long queries, long commits, long polls) {

    /** Begins to count. */
    static void begin(SourceProcess source) {
        source.tell("record");
    }

    /** Ends counting. */
    static Statements end(SourceProcess source) {
        String[] counts = source.tell("recorded").split(" ");
        return new Statements(Long.parseLong(counts[0]), Long.parseLong(counts[1]), Long.parseLong(counts[2]));
    }

    @Override
    public String toString() {
        return queries + " queries and " + commits + " commits in " + polls + " polls";
    }
}
