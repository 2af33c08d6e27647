package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.Batch;
import io.github.cameldb2cdc.source.Change;
import io.github.cameldb2cdc.source.ChangeReader;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.Watermark;
import java.util.Map;

/**
 * Reads changes on one connection, from sweep to sweep.
 *
 * <p>Each batch is checked for gaps before and after its pages were read and is handed on only then: what was pruned
 * under the reader's eyes shows in the second look.
 */
final class Streaming {

    private final EngineOptions options;
    private final SourceConnection connection;
    private final CapturedTables tables;
    private final GapCheck gaps;
    private final ChangeReader reader;
    private Watermark watermark;

    Streaming(
            EngineOptions options,
            SourceConnection connection,
            CapturedTables tables,
            GapCheck gaps,
            ChangeReader reader) {
        this.options = options;
        this.connection = connection;
        this.tables = tables;
        this.gaps = gaps;
        this.reader = reader;
    }

    /** The watermark that was read last; null before the first. */
    Watermark watermark() {
        return watermark;
    }

    /** The place up to which everything was handed on. */
    Position position() {
        return reader.position();
    }

    /**
     * Reads one batch and appends it.
     *
     * @return whether there was anything to read
     */
    boolean produce(Checkpoint checkpoint, InFlight inFlight) {
        if (!reader.isInSweep() && !openSweep(checkpoint)) {
            return false;
        }
        Position before = reader.position();
        Batch batch = reader.nextBatch();
        gaps.checkRegistrations(checkpoint.tables().values(), registrations(), before);
        for (Change change : batch.changes()) {
            inFlight.append(change.event(), change.bytes(), change.resumeAfter());
        }
        inFlight.mark(batch.end(), new Progress.BatchDone(batch.lastNote()));
        return true;
    }

    private boolean openSweep(Checkpoint checkpoint) {
        watermark = requireWatermark(connection);
        gaps.checkWatermark(watermark, reader.position());
        Sequence upTo =
                watermark.synchpoint().widenTo(reader.position().commit().length());
        if (!reader.isBehind(upTo)) {
            return false;
        }
        Map<TableId, Registration> registrations = registrations();
        gaps.checkRegistrations(checkpoint.tables().values(), registrations, reader.position());
        tables.refresh(checkpoint, registrations);
        reader.openSweep(tables.all(), upTo);
        return true;
    }

    private Map<TableId, Registration> registrations() {
        return connection.source().registrations(options.selection().schemas());
    }

    /** The watermark, or a transient failure as long as there is none. */
    static Watermark requireWatermark(SourceConnection connection) {
        return connection
                .source()
                .watermark()
                .orElseThrow(() -> CdcException.transientFailure(
                        "Capture has never run with these control tables, so there are no changes and no place to start from;"
                                + " start Capture (asncap).",
                        null));
    }
}
