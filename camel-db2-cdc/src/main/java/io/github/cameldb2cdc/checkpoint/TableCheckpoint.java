package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.SourceStructure;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Objects;

/**
 * What is remembered of one table that joined.
 *
 * @param capture which change table and source table it was
 * @param schema its columns and keys as last known
 * @param joinedAt the watermark at which the registration was first seen active
 * @param oldSynchpointWhenJoined CD_OLD_SYNCHPOINT at that moment, later when its load began; null where Capture keeps
 *     none
 * @param load whether its rows were loaded
 * @param snapshotId the snapshot that loads or loaded it; null if none did
 * @param finishedRanges while it is LOADING or RELOADING, the key ranges whose last row was acknowledged; adjacent ones are one
 * @param inactiveSince the watermark at which Capture was first seen not to write its changes; null while it does
 * @param structure the source table as last known; null if that is not remembered: what is there next counts as known
 */
public record TableCheckpoint(
        CaptureIdentity capture,
        TableSchema schema,
        Sequence joinedAt,
        Sequence oldSynchpointWhenJoined,
        LoadState load,
        String snapshotId,
        List<KeyRange> finishedRanges,
        Sequence inactiveSince,
        SourceStructure structure) {

    public TableCheckpoint {
        Objects.requireNonNull(capture, "capture");
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(joinedAt, "joinedAt");
        Objects.requireNonNull(load, "load");
        finishedRanges = List.copyOf(finishedRanges);
    }

    /** A table whose structure is not remembered yet. */
    public TableCheckpoint(
            CaptureIdentity capture,
            TableSchema schema,
            Sequence joinedAt,
            Sequence oldSynchpointWhenJoined,
            LoadState load,
            String snapshotId,
            List<KeyRange> finishedRanges,
            Sequence inactiveSince) {
        this(capture, schema, joinedAt, oldSynchpointWhenJoined, load, snapshotId, finishedRanges, inactiveSince, null);
    }

    public TableId table() {
        return schema.id();
    }

    public TableCheckpoint withLoad(LoadState newLoad, String newSnapshotId, List<KeyRange> newFinishedRanges) {
        return new TableCheckpoint(
                capture,
                schema,
                joinedAt,
                oldSynchpointWhenJoined,
                newLoad,
                newSnapshotId,
                newFinishedRanges,
                inactiveSince,
                structure);
    }

    /** Whether it is to be loaded and nothing was read for that: what was missed up to now is in the rows to come. */
    public boolean awaitsLoad() {
        return load.isPending() && !isLoadBegun();
    }

    /** Whether rows of its load may have been delivered that no later row of the load stands for. */
    public boolean isLoadBegun() {
        return load == LoadState.LOADING || (load == LoadState.RELOADING && !finishedRanges.isEmpty());
    }

    /** The same with its rows about to be read; what was pruned before is in them. */
    public TableCheckpoint withLoadBegun(Sequence oldSynchpoint) {
        LoadState begun = load == LoadState.TO_LOAD ? LoadState.LOADING : load;
        return new TableCheckpoint(
                capture, schema, joinedAt, oldSynchpoint, begun, snapshotId, finishedRanges, inactiveSince, structure);
    }

    /**
     * The same, joined at a later watermark, since Capture did not capture it in between; it awaits its load, which is
     * framed.
     *
     * @param newSnapshotId of that load: what was read before counts for nothing
     */
    public TableCheckpoint joinedAgainAt(Sequence watermark, Sequence oldSynchpoint, String newSnapshotId) {
        return new TableCheckpoint(
                capture,
                schema,
                watermark,
                oldSynchpoint,
                LoadState.RELOADING,
                newSnapshotId,
                List.of(),
                null,
                structure);
    }

    /** The same with a later watermark as the one at which it joined. */
    public TableCheckpoint withJoinedAt(Sequence watermark) {
        return new TableCheckpoint(
                capture,
                schema,
                watermark,
                oldSynchpointWhenJoined,
                load,
                snapshotId,
                finishedRanges,
                inactiveSince,
                structure);
    }

    /** The same with sequences of a length in bytes. */
    public TableCheckpoint widenTo(int length) {
        return new TableCheckpoint(
                capture,
                schema,
                joinedAt.widenTo(length),
                oldSynchpointWhenJoined,
                load,
                snapshotId,
                finishedRanges,
                inactiveSince,
                structure);
    }

    /** The same with other columns or keys; ranges of another key are worth nothing. */
    public TableCheckpoint withSchema(TableSchema newSchema) {
        boolean sameKey = newSchema.identity().equals(schema.identity());
        return new TableCheckpoint(
                capture,
                newSchema,
                joinedAt,
                oldSynchpointWhenJoined,
                load,
                snapshotId,
                sameKey ? finishedRanges : List.of(),
                inactiveSince,
                structure);
    }

    public TableCheckpoint withInactiveSince(Sequence watermark) {
        return new TableCheckpoint(
                capture,
                schema,
                joinedAt,
                oldSynchpointWhenJoined,
                load,
                snapshotId,
                finishedRanges,
                watermark,
                structure);
    }

    /**
     * The same with the structure that was found.
     *
     * @param sourceCreated when the source table was created; null if it does not exist
     * @param newStructure the structure of the source table
     * @param newSchema the columns and keys of its events from now on
     */
    public TableCheckpoint withStructure(
            LocalDateTime sourceCreated, SourceStructure newStructure, TableSchema newSchema) {
        TableCheckpoint next = withSchema(newSchema);
        CaptureIdentity identity = sourceCreated == null
                ? capture
                : new CaptureIdentity(capture.changeTable(), capture.changeTableCreated(), sourceCreated);
        return new TableCheckpoint(
                identity,
                next.schema,
                joinedAt,
                oldSynchpointWhenJoined,
                load,
                snapshotId,
                next.finishedRanges,
                inactiveSince,
                newStructure);
    }
}
