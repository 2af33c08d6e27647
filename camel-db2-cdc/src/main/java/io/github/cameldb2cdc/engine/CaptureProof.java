package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.Watermark;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDateTime;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits until Capture can be taken to capture tables whose registration shows no sign of it.
 *
 * <p>A registration that is active proves nothing: Capture reads it later, and a change in between is in no change table
 * and, if the rows were read before it, not in the snapshot. Without a sign the wait is 30 seconds on this clock and two
 * moves of Capture's own time, by which a re-read of the registrations is taken to be over.
 *
 * <p>For one thread.
 */
final class CaptureProof {

    static final Duration WAIT = Duration.ofSeconds(30);

    private static final Logger LOG = LoggerFactory.getLogger(CaptureProof.class);
    private static final int MOVES = 2;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);

    private final InstantSource clock;
    private final List<TableId> tables;
    private Instant begun;
    private Instant looked;
    private LocalDateTime lastTime;
    private int moves;

    /** @param tables the tables without a sign */
    CaptureProof(List<TableId> tables, InstantSource clock) {
        this.tables = List.copyOf(tables);
        this.clock = clock;
    }

    /** Whether the tables may be loaded; looks at Capture's time if it does not know yet. */
    boolean isGiven(SourceConnection connection) {
        if (tables.isEmpty()) {
            return true;
        }
        Instant now = clock.instant();
        if (begun == null) {
            begun = now;
            LOG.warn(
                    "Nothing in their registrations shows that Capture has read them, so {} wait {} s before they are"
                            + " loaded.",
                    tables,
                    WAIT.toSeconds());
        }
        if (looked == null || Duration.between(looked, now).compareTo(BETWEEN_LOOKS) >= 0) {
            looked = now;
            connection.source().watermark().ifPresent(this::look);
        }
        return moves >= MOVES && Duration.between(begun, now).compareTo(WAIT) >= 0;
    }

    private void look(Watermark watermark) {
        if (!watermark.isFallback() && !watermark.synchtime().equals(lastTime)) {
            moves += lastTime == null ? 0 : 1;
            lastTime = watermark.synchtime();
        }
    }
}
