package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.CheckpointRepository;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.snapshot.ReadOnlyWindow;
import io.github.cameldb2cdc.source.ChangeTable;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.RowCount;
import io.github.cameldb2cdc.source.Watermark;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import javax.sql.DataSource;

/**
 * Says how many rows a sink should have, for a comparison with how many it has: what Capture does not write, such as LOAD or
 * TRUNCATE, shows in nothing else.
 *
 * <p><b>Steps.</b> The watermark L is read, rows are counted, then a watermark C is waited for that Capture reaches only when
 * it has passed the count. The changes between the recorded position and L are taken off the count.
 *
 * <p><b>Guarantee.</b> Without a change between L and C the number is exact. <b>Why.</b> What was committed before the count
 * stands at or below C, see {@link ReadOnlyWindow}, and what stands up to L was committed before; so with nothing between them
 * the count is that of the state at L, of which the changes behind the position are not delivered. With changes between them
 * the number is marked as not exact.
 *
 * <p>For one thread.
 */
public final class RowComparison {

    private static final long PAUSE_NANOS = 200_000_000;

    private final EngineOptions options;
    private final SourceConnection connection;
    private final InstantSource clock;

    private RowComparison(EngineOptions options, SourceConnection connection, InstantSource clock) {
        this.options = options;
        this.connection = connection;
        this.clock = clock;
    }

    /**
     * The numbers of one table.
     *
     * @param sourceRows rows of the source table
     * @param expectedRows rows of a sink that has applied everything up to the recorded position
     * @param exact whether nothing changed while it was counted
     */
    public record Rows(TableId table, long sourceRows, long expectedRows, boolean exact) {}

    /**
     * Counts the rows of all tables that take part. Takes as long as counting them and two of Capture's intervals.
     *
     * @throws CdcException definite, if there is no checkpoint or no global row; transient, if Capture stands still
     */
    public static List<Rows> of(
            EngineOptions options, DataSource dataSource, CheckpointRepository checkpoints, InstantSource clock) {
        Checkpoint checkpoint = checkpoints
                .load(options.checkpointName())
                .orElseThrow(() -> CdcException.definite("There is no checkpoint '" + options.checkpointName()
                        + "', so nothing was delivered that could be compared; name the checkpointName of a route that"
                        + " ran."));
        try (SourceConnection connection = SourceConnection.open(options, dataSource)) {
            return new RowComparison(options, connection, clock).count(checkpoint);
        }
    }

    private List<Rows> count(Checkpoint checkpoint) {
        Sequence before = watermark().synchpoint();
        Map<TableId, Long> counts = new LinkedHashMap<>();
        for (TableCheckpoint table : checkpoint.tables().values()) {
            counts.put(table.table(), RowCount.of(connection.session(), table.table()));
        }
        Sequence passed = watermarkBehindNow().synchpoint();
        Position position = checkpoint.position().widenTo(before.length());
        Map<TableId, Registration> registrations =
                connection.source().registrations(options.selection().registeredSchemas());
        List<Rows> rows = new ArrayList<>();
        counts.forEach((id, count) -> {
            Registration registration = registrations.get(id);
            if (registration == null) {
                throw GapCheck.registrationIsGone(id);
            }
            ChangeTable table = connection.source().changeTable(registration, options.selection(), List.of());
            long pending = RowCount.between(connection.session(), table, position, before)
                    .more();
            long meanwhile = RowCount.between(connection.session(), table, Position.endOf(before), passed)
                    .changes();
            rows.add(new Rows(id, count, count - pending, meanwhile == 0));
        });
        return rows;
    }

    private Watermark watermark() {
        Watermark watermark = Streaming.requireWatermark(connection.source());
        if (watermark.isFallback()) {
            throw CdcException.definite(
                    "To compare rows the time up to which Capture has read the log is needed, and the"
                            + " global row of Capture's register, which tells it, is missing; let Capture write it.");
        }
        return watermark;
    }

    private Watermark watermarkBehindNow() {
        ReadOnlyWindow window = new ReadOnlyWindow(connection.source().time(), options.sourceTimeZone());
        Instant deadline = clock.instant().plus(options.captureStallTimeout());
        Watermark watermark = watermark();
        while (!window.isClosedBy(watermark, () -> connection.source().time().offset())) {
            LockSupport.parkNanos(PAUSE_NANOS);
            if (Thread.currentThread().isInterrupted() || clock.instant().isAfter(deadline)) {
                throw CdcException.transientFailure(
                        "Capture has not passed the moment at which rows were counted, so they cannot be compared; look"
                                + " whether it runs, and ask again.",
                        null);
            }
            watermark = watermark();
        }
        return watermark;
    }
}
