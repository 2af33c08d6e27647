package io.github.cameldb2cdc.benchmarks.largesnapshot;

import io.github.cameldb2cdc.benchmarks.throughput.Pause;
import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.KeyRange;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.event.TableId;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * A load whose process is killed on the way, and the one that goes on with it.
 *
 * <p>Claims: no row is lost; a row of a range that the checkpoint had at the kill as finished was delivered before, and is
 * not delivered again; what is repeated is at most a range for each reader and what comes between two checkpoints.
 */
final class KilledLoad {

    private static final int KILL_PERCENT = 60;
    private static final long LOOK_MILLIS = 2;

    private final LargeSettings settings;
    private final String jdbcUrl;
    private final Path folder;

    /** When the tally was looked at, and what it said. */
    private record Look(long nanos, long total) {}

    /**
     * What came of it.
     *
     * @param delivered rows delivered at the kill
     * @param finishedRows rows of the ranges that the checkpoint had as finished then
     * @param finishedRanges how many those were, adjacent ones as one
     * @param repeated rows delivered again
     * @param mostRepeated how many may be
     * @param resumed figures of the second process
     */
    record Outcome(
            long delivered,
            long finishedRows,
            int finishedRanges,
            long repeated,
            long mostRepeated,
            LoadFigures resumed) {}

    KilledLoad(LargeSettings settings, String jdbcUrl, Path folder) {
        this.settings = settings;
        this.jdbcUrl = jdbcUrl;
        this.folder = folder;
    }

    Outcome run(Claims claims) throws Exception {
        DeliveryTally tally = new DeliveryTally(LoadMain.tallyIn(folder), settings.rows());
        List<Look> looks = killOnTheWay(tally, claims);
        long delivered = tally.total();
        Deliveries atKill = new Deliveries(tally.copy());
        List<KeyRange> finished = finishedRanges();
        long finishedRows = atKill.rowsIn(finished);
        LoadFigures resumed = resume(settings.rows() - finishedRows);
        Deliveries atEnd = new Deliveries(tally.copy());
        long mostRepeated = (long) settings.mostReaders() * settings.rangeRows() + mostInTwoIntervals(looks);
        claims.require(finishedRows > 0, "at the kill the checkpoint had no finished range; run it with more rows");
        claims.require(
                atKill.notOnceIn(finished) == 0,
                "the checkpoint had %d rows as finished that were not delivered once",
                atKill.notOnceIn(finished));
        claims.require(
                atEnd.notOnceIn(finished) == 0,
                "%d rows of finished ranges were not delivered exactly once",
                atEnd.notOnceIn(finished));
        claims.require(atEnd.missing() == 0, "%d rows were lost by the kill", atEnd.missing());
        claims.require(
                atEnd.repeated() <= mostRepeated,
                "%d rows were repeated after the kill, more than %d",
                atEnd.repeated(),
                mostRepeated);
        return new Outcome(delivered, finishedRows, finished.size(), atEnd.repeated(), mostRepeated, resumed);
    }

    private List<Look> killOnTheWay(DeliveryTally tally, Claims claims) throws Exception {
        List<Look> looks = new ArrayList<>();
        long killAt = (long) settings.rows() * KILL_PERCENT / 100;
        try (LoadProcess process = LoadMain.start(settings, jdbcUrl, folder, settings.mostReaders(), settings.rows())) {
            while (process.isAlive() && tally.total() < killAt) {
                looks.add(new Look(System.nanoTime(), tally.total()));
                Pause.ofMillis(LOOK_MILLIS);
            }
            claims.require(process.isAlive(), "the load ended before it could be killed");
            process.kill();
        }
        looks.add(new Look(System.nanoTime(), tally.total()));
        claims.require(tally.total() < settings.rows(), "the load was done before it could be killed");
        return looks;
    }

    private List<KeyRange> finishedRanges() {
        Optional<Checkpoint> checkpoint = LoadMain.checkpointsIn(folder).load(LoadMain.CHECKPOINT);
        return checkpoint
                .flatMap(stored -> stored.table(new TableId(LargeTable.SCHEMA, LargeTable.NAME)))
                .map(TableCheckpoint::finishedRanges)
                .orElse(List.of());
    }

    private LoadFigures resume(long rowsOfRun) throws Exception {
        try (LoadProcess process = LoadMain.start(settings, jdbcUrl, folder, settings.mostReaders(), rowsOfRun)) {
            return LoadFigures.parse(process.await());
        }
    }

    /**
     * The most rows delivered in twice the time between checkpoints: a write is looked for between batches, and what is
     * delivered before it ends is not in it.
     */
    private long mostInTwoIntervals(List<Look> looks) {
        long window = 2 * TimeUnit.MILLISECONDS.toNanos(settings.checkpointMillis());
        long most = 0;
        int first = 0;
        for (Look look : looks) {
            while (look.nanos()
                            - looks.get(first + 1 < looks.size() ? first + 1 : first)
                                    .nanos()
                    > window) {
                first++;
            }
            most = Math.max(most, look.total() - looks.get(first).total());
        }
        return most;
    }
}
