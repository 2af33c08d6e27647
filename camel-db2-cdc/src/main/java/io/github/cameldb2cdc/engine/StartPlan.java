package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.Anchor;
import io.github.cameldb2cdc.checkpoint.CaptureIdentity;
import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.LoadState;
import io.github.cameldb2cdc.checkpoint.Phase;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.ChangeTable;
import io.github.cameldb2cdc.source.Db2ChangeSource;
import io.github.cameldb2cdc.source.Platform;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.Selection;
import io.github.cameldb2cdc.source.StartFrom;
import io.github.cameldb2cdc.source.Watermark;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Decides what a start begins with: which tables take part, from where, and what is still to be loaded.
 *
 * <p>The result is stored before anything is read, in every mode: a start that fails before its first event is done
 * begins at the same place again.
 *
 * <p>A table that the checkpoint does not know joins: it streams from the position on and, in a mode that loads, its
 * rows are loaded first. A table that the checkpoint knows and that takes part no longer is forgotten: its changes are
 * not read meanwhile, so when it comes back it joins anew.
 */
final class StartPlan {

    private static final Logger LOG = LoggerFactory.getLogger(StartPlan.class);

    private final EngineOptions options;
    private final SourceConnection connection;
    private final Watermark watermark;
    private final Map<TableId, Registration> registrations;
    private final Supplier<String> randomNames;
    private final Map<TableId, ChangeTable> structures = new TreeMap<>();

    /**
     * @param watermark read before the registrations
     * @param registrations those of the schemas
     * @param randomNames makes names for owners and snapshots
     */
    StartPlan(
            EngineOptions options,
            SourceConnection connection,
            Watermark watermark,
            Map<TableId, Registration> registrations,
            Supplier<String> randomNames) {
        this.options = options;
        this.connection = connection;
        this.watermark = watermark;
        this.registrations = registrations;
        this.randomNames = randomNames;
    }

    /** The first checkpoint of this consumer; throws a definite failure if it cannot start. */
    Checkpoint from(Optional<Checkpoint> stored) {
        stored.ifPresent(this::requireSameSource);
        Map<TableId, Registration> selected = selectedRegistrations();
        Map<TableId, TableCheckpoint> tables = join(selected, stored);
        forgetOthers(stored, tables);
        if (tables.isEmpty()) {
            throw CdcException.definite("Capture is active for none of the tables " + selected.keySet()
                    + "; activate their registrations and start the route again.");
        }
        Phase phase = isLoading(tables) ? Phase.SNAPSHOT : Phase.STREAMING;
        if (stored.isPresent()) {
            Checkpoint claimed = stored.get().claimedBy(randomNames.get());
            Position position = widen(claimed.position());
            return claimed.withPhase(phase).withPosition(position).withTables(tables);
        }
        Anchor anchor = new Anchor(connection.server().database(), options.controlSchema(), null, null, null);
        return new Checkpoint(randomNames.get(), 1, 1, 1, phase, startPosition(tables), anchor, null, tables);
    }

    private static boolean isLoading(Map<TableId, TableCheckpoint> tables) {
        return tables.values().stream().anyMatch(table -> table.load() == LoadState.LOADING);
    }

    private void requireSameSource(Checkpoint stored) {
        Anchor anchor = stored.anchor();
        String server = connection.server().database();
        if (!anchor.server().equals(server) || !anchor.controlSchema().equals(options.controlSchema())) {
            throw CdcException.definite("The checkpoint '" + options.checkpointName() + "' belongs to the database "
                    + anchor.server() + " with control schema " + anchor.controlSchema() + ", and this is "
                    + server + " with " + options.controlSchema() + "; give this route another checkpointName.");
        }
    }

    private Position widen(Position position) {
        int length = watermark.synchpoint().length();
        if (position.commit().length() != length && connection.server().platform() != Platform.LUW) {
            throw CdcException.definite("The stored position has log sequences of "
                    + position.commit().length() + " bytes and Capture writes " + length
                    + ", which cannot be compared on this platform; load the tables again under another"
                    + " checkpointName.");
        }
        return position.widenTo(length);
    }

    private Map<TableId, Registration> selectedRegistrations() {
        Selection selection = options.selection();
        for (TableId table : selection.tables()) {
            if (!registrations.containsKey(table)) {
                throw CapturedTables.notRegistered(table, connection.server().platform(), options.controlSchema());
            }
        }
        Map<TableId, Registration> selected = new TreeMap<>(registrations);
        selected.keySet().removeIf(table -> !selection.contains(table));
        if (selected.isEmpty()) {
            throw CdcException.definite("No registered table matches the selection; registered in the schemas "
                    + selection.schemas() + " are " + registrations.keySet()
                    + "; correct schemas, tables, tablesInclude or tablesExclude, or register the tables.");
        }
        return selected;
    }

    private Map<TableId, TableCheckpoint> join(Map<TableId, Registration> selected, Optional<Checkpoint> stored) {
        Map<TableId, TableCheckpoint> tables = new TreeMap<>();
        for (Registration registration : selected.values()) {
            Optional<TableCheckpoint> known = stored.flatMap(checkpoint -> checkpoint.table(registration.source()));
            if (known.isPresent()) {
                tables.put(registration.source(), continued(known.get()));
            } else if (registration.isActive()) {
                tables.put(registration.source(), joining(registration, stored.isEmpty()));
            } else if (options.snapshotMode() == SnapshotMode.INITIAL_ONLY) {
                throw CdcException.definite("The table " + registration.source()
                        + " cannot be loaded, since its registration is " + registration.state()
                        + "; activate it, or leave the table out of the selection, and start the route again.");
            } else {
                LOG.warn(
                        "The table {} does not take part, since its registration is {}; activate it and start the route"
                                + " again.",
                        registration.source(),
                        registration.state());
            }
        }
        return tables;
    }

    /**
     * A mode that does not load drops an unfinished snapshot; its table stays not loaded. One without a key stays so in
     * every mode, since its rows could not be told from those that were delivered as changes.
     */
    private TableCheckpoint continued(TableCheckpoint known) {
        if (options.snapshotMode().loads()) {
            // Rows of a table without a key that was streamed meanwhile could not be told from its changes.
            boolean keyless = known.schema().identity().isEmpty();
            return known.load() == LoadState.NOT_LOADED && !keyless
                    ? known.withLoad(LoadState.LOADING, randomNames.get(), List.of())
                    : known;
        }
        return known.load() == LoadState.LOADING ? known.withLoad(LoadState.NOT_LOADED, null, List.of()) : known;
    }

    private TableCheckpoint joining(Registration registration, boolean firstStart) {
        ChangeTable table = structureOf(registration);
        boolean loads = options.snapshotMode().loads();
        boolean keyless = table.schema().identity().isEmpty();
        if (loads && keyless && !firstStart) {
            LOG.warn(
                    "The table {} has no key and joined after the first start: its changes are delivered, the rows it"
                            + " has are not loaded, since they could not be told from changes.",
                    table.id());
        }
        boolean loading = loads && (firstStart || !keyless);
        return new TableCheckpoint(
                captureOf(registration),
                table.schema(),
                watermark.synchpoint(),
                registration.oldSynchpoint(),
                loading ? LoadState.LOADING : LoadState.NOT_LOADED,
                loading ? randomNames.get() : null,
                List.of(),
                null);
    }

    /** Which tables a registration ties; both exist. */
    static CaptureIdentity captureOf(Registration registration) {
        return new CaptureIdentity(
                registration.changeTable(), registration.changeTableCreated(), registration.sourceCreated());
    }

    private static void forgetOthers(Optional<Checkpoint> stored, Map<TableId, TableCheckpoint> tables) {
        stored.ifPresent(checkpoint -> checkpoint.tables().keySet().stream()
                .filter(table -> !tables.containsKey(table))
                .forEach(table -> LOG.warn(
                        "The table {} takes part no longer: its changes from now on are not delivered, and it joins anew"
                                + " if it comes back.",
                        table)));
    }

    private Position startPosition(Map<TableId, TableCheckpoint> tables) {
        Position now = Position.endOf(watermark.synchpoint());
        if (options.snapshotMode() != SnapshotMode.NEVER) {
            return now;
        }
        StartFrom from = options.startFrom();
        if (from instanceof StartFrom.Earliest) {
            return beforeCaptured(earliest(tables));
        }
        if (from instanceof StartFrom.Commit commit) {
            return behind(commit.sequence(), tables);
        }
        if (from instanceof StartFrom.Time time) {
            Db2ChangeSource source = connection.source();
            return beforeCaptured(source.firstCommitSince(connection.clock().localTimeOf(time.instant())));
        }
        return now;
    }

    /**
     * Before the commit, or at the watermark if there is none or it stands above: what is visible up there need not be
     * the first, rows of earlier commits may show later.
     */
    private Position beforeCaptured(Optional<Sequence> commit) {
        return commit.map(first -> first.widenTo(watermark.synchpoint().length()))
                .filter(first -> first.compareTo(watermark.synchpoint()) <= 0)
                .map(Position::before)
                .orElse(Position.endOf(watermark.synchpoint()));
    }

    /** The structure of a table that joins, read once. */
    private ChangeTable structureOf(Registration registration) {
        return structures.computeIfAbsent(
                registration.source(),
                table -> connection.source().changeTable(registration, options.selection(), List.of()));
    }

    private Optional<Sequence> earliest(Map<TableId, TableCheckpoint> tables) {
        List<ChangeTable> changeTables = new ArrayList<>();
        for (TableId table : tables.keySet()) {
            changeTables.add(structureOf(registrations.get(table)));
        }
        return connection.source().oldestRows(changeTables).values().stream().min(Sequence::compareTo);
    }

    private Position behind(Sequence commit, Map<TableId, TableCheckpoint> tables) {
        Sequence wanted = commit.widenTo(watermark.synchpoint().length());
        if (wanted.compareTo(watermark.synchpoint()) > 0) {
            throw CdcException.definite("The option startFrom names the commit " + wanted
                    + ", which is beyond Capture's watermark " + watermark.synchpoint()
                    + "; name a commit that was captured, or LATEST.");
        }
        tables.values().forEach(table -> requireRetained(table, wanted));
        return Position.endOf(wanted);
    }

    private static void requireRetained(TableCheckpoint table, Sequence wanted) {
        Sequence old = table.oldSynchpointWhenJoined();
        if (old != null && old.widenTo(wanted.length()).compareTo(wanted) > 0) {
            throw CdcException.definite(
                    "The option startFrom names the commit " + wanted + ", and the changes of " + table.table()
                            + " are retained only behind " + old + "; name a later commit, EARLIEST or LATEST.");
        }
    }
}
