package io.github.cameldb2cdc.engine;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.cameldb2cdc.event.TableId;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.slf4j.LoggerFactory;

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
        Logger logger = (Logger) LoggerFactory.getLogger(LoadProgressLog.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        Instant[] now = {Instant.EPOCH};
        LoadProgressLog progress = new LoadProgressLog(table, estimatedRows, () -> now[0]);
        lines.start();
        logger.addAppender(lines);
        try {
            progress.begin(false);
            for (int portion : rows) {
                now[0] = now[0].plus(interval);
                progress.rows(portion);
            }
            progress.end();
        } finally {
            logger.detachAppender(lines);
        }
        // other tests may load tables meanwhile
        String thread = Thread.currentThread().getName();
        return lines.list.stream()
                .filter(line -> line.getThreadName().equals(thread))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }
}
