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
                throw CapturedTables.notRegistered(table);
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

    /** A mode that does not load drops an unfinished snapshot; its table stays not loaded. */
    private TableCheckpoint continued(TableCheckpoint known) {
        if (options.snapshotMode().loads()) {
            return known.load() == LoadState.NOT_LOADED
                    ? known.withLoad(LoadState.LOADING, randomNames.get(), List.of())
                    : known;
        }
        return known.load() == LoadState.LOADING ? known.withLoad(LoadState.NOT_LOADED, null, List.of()) : known;
    }

    private TableCheckpoint joining(Registration registration, boolean firstStart) {
        ChangeTable table = connection.source().changeTable(registration, options.selection(), List.of());
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
            return earliest(tables).map(Position::before).orElse(now);
        }
        if (from instanceof StartFrom.Commit commit) {
            return behind(commit.sequence(), tables);
        }
        if (from instanceof StartFrom.Time time) {
            Db2ChangeSource source = connection.source();
            return source.firstCommitSince(connection.clock().localTimeOf(time.instant()))
                    .map(Position::before)
                    .orElse(now);
        }
        return now;
    }

    private Optional<Sequence> earliest(Map<TableId, TableCheckpoint> tables) {
        List<ChangeTable> changeTables = new ArrayList<>();
        for (TableId table : tables.keySet()) {
            changeTables.add(connection.source().changeTable(registrations.get(table), options.selection(), List.of()));
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
