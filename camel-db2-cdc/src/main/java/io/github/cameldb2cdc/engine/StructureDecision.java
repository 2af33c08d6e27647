package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.LoadState;
import io.github.cameldb2cdc.checkpoint.SnapshotRequests;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.checkpoint.Verdict;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.Watermark;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Ends a verdict on the structure of a table. The position stays, and so does everything that tells whether changes are
 * missing: only the table concerned is loaded again, if that is the decision. Incremental snapshots of it that signals asked
 * for are stopped. What was found is remembered by the look that
 * follows.
 *
 * <p>Immutable.
 */
final class StructureDecision {

    private final Watermark watermark;
    private final Map<TableId, Registration> registrations;
    private final String snapshotId;

    /** @param registrations read after the watermark */
    StructureDecision(Watermark watermark, Map<TableId, Registration> registrations, String snapshotId) {
        this.watermark = watermark;
        this.registrations = registrations;
        this.snapshotId = snapshotId;
    }

    /** The checkpoint after a decision that is not FAIL. */
    Checkpoint apply(OnGap decision, Checkpoint checkpoint) {
        TableId concerned = checkpoint.verdict().table();
        Map<TableId, TableCheckpoint> tables = new TreeMap<>(checkpoint.tables());
        // a plain repository does not remember the table
        tables.replaceAll((id, table) -> concerned == null || id.equals(concerned) ? decided(decision, table) : table);
        SnapshotRequests requests = checkpoint.requests();
        for (TableId table : tables.keySet()) {
            requests = concerned == null || table.equals(concerned) ? requests.stopped(table) : requests;
        }
        return checkpoint.withVerdict(null).withRequests(requests).withTables(tables);
    }

    private TableCheckpoint decided(OnGap decision, TableCheckpoint table) {
        Registration registration = registrations.get(table.table());
        if (registration == null || !registration.hasBothTables()) {
            // there are no rows to load
            return table.load().isPending() ? table.withLoad(LoadState.NOT_LOADED, null, List.of()) : table;
        }
        boolean again = decision == OnGap.SNAPSHOT && table.load() != LoadState.TO_LOAD;
        if (again) {
            return table.joinedAgainAt(watermark.synchpoint(), registration.oldSynchpoint(), snapshotId);
        }
        // what was read with another structure is read again, and an answer to it that comes late counts for nothing
        return table.load().isPending() ? table.withLoad(table.load(), snapshotId, List.of()) : table;
    }

    /** Whether a verdict is on the structure of a table. */
    static boolean concerns(Verdict verdict) {
        return verdict.kind() == Verdict.Kind.STRUCTURE_CHANGED;
    }
}
