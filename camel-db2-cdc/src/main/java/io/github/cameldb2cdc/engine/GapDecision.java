package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.Anchor;
import io.github.cameldb2cdc.checkpoint.CaptureIdentity;
import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.LoadState;
import io.github.cameldb2cdc.checkpoint.Phase;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.checkpoint.Verdict;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.ChangeTable;
import io.github.cameldb2cdc.source.LogFacts;
import io.github.cameldb2cdc.source.PruningFacts;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.Watermark;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Ends a verdict: makes the checkpoint with which a consumer goes on after changes were found missing.
 *
 * <p>A verdict on one table leaves the position. One on the whole log begins a generation, whose positions have nothing to
 * do with those before: with SNAPSHOT at the watermark, with CONTINUE before the smallest commit that is kept. What was
 * found is taken over in the same record (the change table's identity, what was removed, a new anchor), so that it is not
 * found again. With SNAPSHOT the tables concerned are to be loaded again, which stays so over restarts until the end of the
 * load is acknowledged. Where the log is another one, a load that is under way begins with its first row also with CONTINUE.
 *
 * <p>All events up to the position must be done. For one thread.
 */
final class GapDecision {

    private final EngineOptions options;
    private final SourceConnection connection;
    private final Watermark watermark;
    private final Map<TableId, Registration> registrations;
    private final String snapshotId;

    /** @param registrations read after the watermark */
    GapDecision(
            EngineOptions options,
            SourceConnection connection,
            Watermark watermark,
            Map<TableId, Registration> registrations,
            String snapshotId) {
        this.options = options;
        this.connection = connection;
        this.watermark = watermark;
        this.registrations = registrations;
        this.snapshotId = snapshotId;
    }

    /** The checkpoint after a decision that is not FAIL. */
    Checkpoint apply(OnGap decision, Checkpoint checkpoint) {
        Verdict verdict = checkpoint.verdict();
        // a plain repository does not remember the table
        boolean all = verdict.kind().concernsTheLog() || verdict.table() == null;
        PruningFacts pruning =
                connection.source().pruningFacts(options.selection().schemas());
        Map<TableId, TableCheckpoint> tables = new TreeMap<>(checkpoint.tables());
        tables.replaceAll((id, table) -> all || id.equals(verdict.table()) ? decided(decision, table, pruning) : table);
        Checkpoint next = checkpoint.withVerdict(null).withTables(tables).withAnchor(newAnchor(checkpoint.anchor()));
        if (!verdict.kind().concernsTheLog()) {
            return next;
        }
        Position place = decision == OnGap.SNAPSHOT ? Position.endOf(watermark.synchpoint()) : smallestKept();
        // where the log is another one, places of the old one say nothing, nor do rows that were read beside it
        next.tables().values().stream()
                .filter(table -> !table.finishedRanges().isEmpty())
                .forEach(table ->
                        tables.put(table.table(), table.withLoad(table.load(), table.snapshotId(), List.of())));
        return next.withTables(tables)
                .withRequests(next.requests().withSignalPosition(null).fromTheBeginning())
                .withPhase(Phase.STREAMING)
                .inGenerationFrom(place);
    }

    private TableCheckpoint decided(OnGap decision, TableCheckpoint table, PruningFacts pruning) {
        Registration registration = registrations.get(table.table());
        if (registration == null || registration.changeTableCreated() == null) {
            return table;
        }
        boolean loadsAgain =
                decision == OnGap.SNAPSHOT && registration.hasBothTables() && table.load() != LoadState.TO_LOAD;
        Sequence removed = registration.oldSynchpoint() != null
                ? registration.oldSynchpoint()
                : pruning.subscribed().get(table.table());
        // whether the source table is another one is a question of its structure
        CaptureIdentity capture = new CaptureIdentity(
                registration.changeTable(),
                registration.changeTableCreated(),
                table.capture().sourceCreated());
        return new TableCheckpoint(
                capture,
                table.schema(),
                watermark.synchpoint(),
                removed,
                loadsAgain ? LoadState.RELOADING : table.load(),
                loadsAgain ? snapshotId : table.snapshotId(),
                loadsAgain ? List.of() : table.finishedRanges(),
                registration.isActive() ? null : watermark.synchpoint(),
                table.structure());
    }

    /** Nothing that was removed before now is missed from now on. */
    private Anchor newAnchor(Anchor anchor) {
        return new Anchor(
                anchor.server(),
                anchor.controlSchema(),
                null,
                null,
                watermark.isFallback() ? null : connection.clock().instantOf(watermark.synchtime()));
    }

    private Position smallestKept() {
        List<ChangeTable> tables = new ArrayList<>();
        for (Registration registration : registrations.values()) {
            if (options.selection().contains(registration.source()) && registration.hasBothTables()) {
                tables.add(connection.source().changeTable(registration, options.selection(), List.of()));
            }
        }
        int length = watermark.synchpoint().length();
        Optional<Sequence> smallest = connection.source().oldestRows(tables).values().stream()
                .map(sequence -> sequence.widenTo(length))
                .min(Sequence::compareTo)
                .filter(sequence -> sequence.compareTo(watermark.synchpoint()) <= 0);
        Position kept = smallest.map(Position::before).orElse(Position.endOf(watermark.synchpoint()));
        LogFacts facts = connection.source().logFacts(null);
        Position first = facts.captureFirst() == null
                ? kept
                : Position.before(facts.captureFirst().widenTo(length));
        return kept.compareTo(first) >= 0 ? kept : first;
    }
}
