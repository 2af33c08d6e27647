package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.util.List;
import java.util.Objects;

/**
 * What is remembered of one table that joined.
 *
 * @param capture which change table and source table it was
 * @param schema its columns and keys as last known
 * @param joinedAt the watermark at which Capture's registration was first seen active
 * @param oldSynchpointWhenJoined CD_OLD_SYNCHPOINT at that moment; null where Capture keeps none
 * @param load whether its rows were loaded
 * @param snapshotId the snapshot that loads or loaded it; null if none did
 * @param finishedRanges while it is LOADING, the key ranges whose last row was acknowledged; adjacent ones are one
 * @param inactiveSince the watermark at which Capture was first seen not to write its changes; null while it does
 */
public record TableCheckpoint(
        CaptureIdentity capture,
        TableSchema schema,
        Sequence joinedAt,
        Sequence oldSynchpointWhenJoined,
        LoadState load,
        String snapshotId,
        List<KeyRange> finishedRanges,
        Sequence inactiveSince) {

    public TableCheckpoint {
        Objects.requireNonNull(capture, "capture");
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(joinedAt, "joinedAt");
        Objects.requireNonNull(load, "load");
        finishedRanges = List.copyOf(finishedRanges);
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
                inactiveSince);
    }

    public TableCheckpoint withSchema(TableSchema newSchema) {
        return new TableCheckpoint(
                capture, newSchema, joinedAt, oldSynchpointWhenJoined, load, snapshotId, finishedRanges, inactiveSince);
    }

    public TableCheckpoint withInactiveSince(Sequence watermark) {
        return new TableCheckpoint(
                capture, schema, joinedAt, oldSynchpointWhenJoined, load, snapshotId, finishedRanges, watermark);
    }
}
