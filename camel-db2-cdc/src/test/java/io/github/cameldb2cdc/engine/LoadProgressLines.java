package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.TableId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** What the log says of a load, for tests in other packages. */
public final class LoadProgressLines {

    private LoadProgressLines() {}

    /**
     * The lines of one load.
     *
     * @param interval how long each portion takes
     * @param rows how many rows each portion has
     */
    public static List<String> of(TableId table, long estimatedRows, Duration interval, int... rows) {
        Instant[] now = {Instant.EPOCH};
        LoadProgressLog progress = new LoadProgressLog(table, estimatedRows, () -> now[0]);
        try (LogLines lines = new LogLines(LoadProgressLog.class.getName())) {
            progress.begin(false);
            for (int portion : rows) {
                now[0] = now[0].plus(interval);
                progress.rows(portion);
            }
            progress.end();
            return lines.all();
        }
    }
}
