package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.Tombstone;
import io.github.cameldb2cdc.source.Batch;
import io.github.cameldb2cdc.source.Change;
import io.github.cameldb2cdc.source.ChangeReader;
import io.github.cameldb2cdc.source.ChangeSource;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.Watermark;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Reads changes from one source, from sweep to sweep.
 *
 * <p>Each batch is checked for gaps before and after its pages were read and is handed on only then: what was pruned
 * under the reader's eyes shows in the second look. The same looks show whether the structure of a table changed: then
 * what was read with the old one is dropped and read again. Where there is nothing to read the structure is looked at now
 * and then.
 */
final class Streaming {

    /** How long an idle consumer does not look at the structure of its tables. */
    static final Duration BETWEEN_LOOKS = Duration.ofSeconds(30);

    private final EngineOptions options;
    private final ChangeSource source;
    private final CapturedTables tables;
    private final GapCheck gaps;
    private final Function<Position, ChangeReader> readers;
    private final Joins joins;
    private final Function<TableId, String> frames;
    private final Consumer<RowChange> signals;
    private final CaptureHealth health;
    private final InstantSource clock;
    private ChangeReader reader;
    private Instant looked;
    private Watermark watermark;
    private Map<TableId, Registration> registrations = Map.of();

    /** Lets tables join. */
    @FunctionalInterface
    interface Joins {
        /**
         * @param registrations those of the schemas, read after the watermark
         * @return the checkpoint with the tables that joined
         */
        Checkpoint join(Map<TableId, Registration> registrations, Watermark watermark);
    }

    /**
     * @param readers makes a reader that delivers everything behind a place
     * @param start that place
     * @param frames tells the snapshot to which changes of a table count at present; null for none
     * @param signals takes the changes of the table of signals
     * @param health looks at what is read of Capture
     */
    Streaming(
            EngineOptions options,
            ChangeSource source,
            CapturedTables tables,
            GapCheck gaps,
            Function<Position, ChangeReader> readers,
            Position start,
            Joins joins,
            Function<TableId, String> frames,
            Consumer<RowChange> signals,
            CaptureHealth health,
            InstantSource clock) {
        this.options = options;
        this.source = source;
        this.tables = tables;
        this.gaps = gaps;
        this.readers = readers;
        this.joins = joins;
        this.frames = frames;
        this.signals = signals;
        this.health = health;
        this.clock = clock;
        this.reader = readers.apply(start);
        this.looked = clock.instant();
    }

    /** Whether pages up to the last watermark are still to be read. */
    boolean isInSweep() {
        return reader.isInSweep();
    }

    /** The watermark that was read last; null before the first. */
    Watermark watermark() {
        return watermark;
    }

    /** The registrations that were read last; empty before the first. */
    Map<TableId, Registration> registrations() {
        return registrations;
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
        Checkpoint current = reader.isInSweep() ? checkpoint : openSweep(checkpoint);
        if (current == null) {
            return false;
        }
        Position before = reader.position();
        Optional<Batch> read = readBatch(current, before);
        if (read.isEmpty()) {
            reader = readers.apply(before);
            return true;
        }
        Batch batch = read.get();
        Position resume = before;
        for (Change change : batch.changes()) {
            append(change, resume, inFlight);
            resume = change.resumeAfter();
        }
        inFlight.mark(batch.end(), new Progress.BatchDone(batch.lastNote()));
        return true;
    }

    /** The next batch; empty if the structure of a table may have changed meanwhile, which the next sweep looks into. */
    private Optional<Batch> readBatch(Checkpoint checkpoint, Position before) {
        Batch batch;
        try {
            batch = reader.nextBatch();
        } catch (CdcException e) {
            if (e.kind() == FailureKind.DEFINITE && mayDiffer(checkpoint, before)) {
                return Optional.empty();
            }
            throw e;
        }
        return mayDiffer(checkpoint, before) ? Optional.empty() : Optional.of(batch);
    }

    private boolean mayDiffer(Checkpoint checkpoint, Position before) {
        readRegistrations();
        checkGaps(checkpoint, before);
        return tables.mayDiffer(registrations);
    }

    /**
     * Of a delete and its tombstone only the second moves the resume point: a new process repeats both or none.
     *
     * @param resume the resume point before the change
     */
    private void append(Change change, Position resume, InFlight inFlight) {
        if (tables.isSignalTable(change.event().table().id())) {
            signals.accept(change.event());
            return;
        }
        String frame = frames.apply(change.event().table().id());
        RowChange event = frame == null ? change.event() : change.event().duringSnapshot(frame);
        if (options.tombstones()
                && event.operation() == Operation.DELETE
                && event.table().hasKey()) {
            inFlight.append(event, change.bytes(), resume);
            inFlight.append(new Tombstone(event), 0, change.resumeAfter());
        } else {
            inFlight.append(event, change.bytes(), change.resumeAfter());
        }
    }

    /**
     * A table that is first seen active joins here: its rows up to the watermark are read in this same sweep.
     *
     * @return the checkpoint with the tables that joined; null if there is nothing to read
     */
    private Checkpoint openSweep(Checkpoint checkpoint) {
        watermark = requireWatermark(source);
        health.see(watermark);
        Sequence upTo = requireSameLength(watermark.synchpoint(), reader.position());
        gaps.checkWatermark(watermark, reader.position());
        if (!reader.isBehind(upTo)) {
            lookAtIdleTables(checkpoint);
            return null;
        }
        readRegistrations();
        checkGaps(checkpoint, reader.position());
        Checkpoint joined = joins.join(registrations, watermark);
        tables.refresh(joined, registrations, watermark);
        reader.openSweep(tables.all(), upTo);
        return joined;
    }

    private void lookAtIdleTables(Checkpoint checkpoint) {
        if (Duration.between(looked, clock.instant()).compareTo(BETWEEN_LOOKS) >= 0) {
            readRegistrations();
            gaps.checkRegistrations(checkpoint.tables().values(), registrations, reader.position());
            tables.refresh(checkpoint, registrations, watermark);
        }
    }

    /** Sequences of two lengths have no order in the database: a wider position needs a new start. */
    private static Sequence requireSameLength(Sequence synchpoint, Position position) {
        int length = position.commit().length();
        if (synchpoint.length() != length) {
            throw CdcException.definite("Capture's watermark has log sequences of " + synchpoint.length()
                    + " bytes and the position " + length
                    + ", which cannot be compared; if the control tables were migrated, start the route again.");
        }
        return synchpoint;
    }

    private void readRegistrations() {
        looked = clock.instant();
        registrations = source.registrations(options.selection().registeredSchemas());
        health.see(registrations, options.selection());
    }

    private void checkGaps(Checkpoint checkpoint, Position position) {
        gaps.check(checkpoint, registrations, position, options.selection().schemas(), source);
    }

    /** The watermark, or a transient failure as long as there is none. */
    static Watermark requireWatermark(ChangeSource source) {
        return source.watermark()
                .orElseThrow(() -> CdcException.transientFailure(
                        "Capture has never run with these control tables, so there are no changes and no place to start from;"
                                + " start Capture (asncap).",
                        null));
    }
}
