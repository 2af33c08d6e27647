package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.TableId;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells the operator how the loading of one table comes along. For one thread. */
final class LoadProgressLog {

    private static final Logger LOG = LoggerFactory.getLogger(LoadProgressLog.class);
    private static final Duration INTERVAL = Duration.ofSeconds(10);

    private final TableId table;
    private final long estimatedRows;
    private final InstantSource clock;
    private Instant begun;
    private Instant reported;
    private long rows;

    /** @param estimatedRows how many rows the table may have; -1 if nobody knows */
    LoadProgressLog(TableId table, long estimatedRows, InstantSource clock) {
        this.table = table;
        this.estimatedRows = estimatedRows;
        this.clock = clock;
    }

    void begin(boolean resumed) {
        if (begun == null) {
            begun = clock.instant();
            reported = begun;
            LOG.info(
                    "Loading {}{}{}.",
                    table,
                    estimatedRows >= 0 ? " of about " + estimatedRows + " rows" : "",
                    resumed ? ", behind the ranges that are finished" : "");
        }
    }

    void rows(int more) {
        rows += more;
        Instant now = clock.instant();
        if (Duration.between(reported, now).compareTo(INTERVAL) >= 0) {
            reported = now;
            LOG.info("Loading {}: {} rows{}, {} rows/s.", table, rows, percent(), rate(now));
        }
    }

    void end() {
        end(0);
    }

    /** @param changed how many of the rows came as changes instead */
    void end(long changed) {
        Instant now = clock.instant();
        double seconds = Duration.between(begun, now).toMillis() / 1000.0;
        LOG.info(
                "Read all {} rows of {}{} in {} s, {} rows/s.",
                rows,
                table,
                changed == 0 ? "" : ", of which " + changed + " came as changes,",
                String.format(Locale.ROOT, "%.1f", seconds),
                rate(now));
    }

    void abort() {
        LOG.info("Loading {} ends after {} rows, since no more are wanted.", table, rows);
    }

    private String percent() {
        return estimatedRows > 0 ? " (" + Math.min(100, 100 * rows / estimatedRows) + " %)" : "";
    }

    private long rate(Instant now) {
        return 1000 * rows / Math.max(1, Duration.between(begun, now).toMillis());
    }
}
