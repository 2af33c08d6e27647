package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.Anchor;
import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.LoadState;
import io.github.cameldb2cdc.checkpoint.Phase;
import io.github.cameldb2cdc.checkpoint.RequestedTable;
import io.github.cameldb2cdc.checkpoint.SnapshotRequest;
import io.github.cameldb2cdc.checkpoint.SnapshotRequests;
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
import io.github.cameldb2cdc.source.SnapshotIsolation;
import io.github.cameldb2cdc.source.StartFrom;
import io.github.cameldb2cdc.source.Watermark;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
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
    private final String snapshotId;
    private SnapshotRequests requests = SnapshotRequests.NONE;
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
        this.snapshotId = randomNames.get();
    }

    /** The first checkpoint of this consumer; throws a definite failure if it cannot start. */
    Checkpoint from(Optional<Checkpoint> stored) {
        stored.ifPresent(this::requireSameSource);
        stored.ifPresent(known -> requests = known.requests());
        Map<TableId, Registration> selected = selectedRegistrations();
        Map<TableId, TableCheckpoint> tables = join(selected, stored);
        forgetOthers(stored, tables);
        if (tables.isEmpty()) {
            throw CdcException.definite("Capture is active for none of the tables " + selected.keySet()
                    + "; activate their registrations and start the route again.");
        }
        requireEndOfInitialOnly();
        if (stored.isPresent()) {
            Checkpoint claimed = stored.get().claimedBy(randomNames.get());
            Position position = widen(claimed.position());
            int length = position.commit().length();
            tables.replaceAll((id, table) -> table.widenTo(length));
            Position met = requests.signalPosition();
            return claimed.withRequests(requests.withSignalPosition(met == null ? null : met.widenTo(length)))
                    .withPhase(phaseBehind(claimed.phase(), tables))
                    .withAnchor(claimed.anchor().widenTo(length))
                    .withPosition(position)
                    .withTables(tables);
        }
        Phase phase = firstPhase(tables);
        Position start = startPosition(tables);
        boolean isNow = start.equals(Position.endOf(watermark.synchpoint())) && !watermark.isFallback();
        Instant time = isNow ? connection.clock().instantOf(watermark.synchtime()) : null;
        Anchor anchor = new Anchor(connection.server().database(), options.controlSchema(), null, null, time);
        return new Checkpoint(randomNames.get(), 1, 1, 1, phase, start, anchor, null, tables)
                .withRequests(SnapshotRequests.NONE.withSignalPosition(firstSignalPosition()));
    }

    /** Signals that were sent before the first start were for another checkpoint, or for nobody. */
    private Position firstSignalPosition() {
        return options.selection().signalTable() == null ? null : Position.endOf(watermark.synchpoint());
    }

    private Phase firstPhase(Map<TableId, TableCheckpoint> tables) {
        if (!isLoading(tables)) {
            return Phase.STREAMING;
        }
        return options.snapshotLock() ? Phase.LOCKING : Phase.SNAPSHOT;
    }

    /** Tables that are to be loaded beside a stream wait for that while it runs. */
    private Phase phaseBehind(Phase stored, Map<TableId, TableCheckpoint> tables) {
        if (stored == Phase.STREAMING) {
            return stored;
        }
        return stored == Phase.LOCKING ? firstPhase(tables) : isLoading(tables) ? Phase.SNAPSHOT : Phase.STREAMING;
    }

    /** Whether tables are to be loaded before the stream begins. */
    private boolean isLoading(Map<TableId, TableCheckpoint> tables) {
        return tables.values().stream().anyMatch(table -> table.load().isPending() && !isLoadedInChunks(table));
    }

    private boolean isLoadedInChunks(TableCheckpoint table) {
        Registration registration = registrations.get(table.table());
        return options.snapshotStrategy() == SnapshotStrategy.INCREMENTAL
                && registration.hasBothTables()
                && IncrementalSnapshots.takes(options, structureOf(registration), requests);
    }

    /** What was committed while rows were read is known to be delivered only behind a window, or is not needed in a cut. */
    private void requireEndOfInitialOnly() {
        if (options.snapshotMode() == SnapshotMode.INITIAL_ONLY && watermark.isFallback() && !isCut()) {
            throw CdcException.definite(
                    "The mode INITIAL_ONLY ends when Capture's time has passed the end of the load, and"
                            + " the global row of Capture's register, which tells that time, is missing; let Capture write it,"
                            + " or set snapshotIsolation=RR.");
        }
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
        Map<String, LoadState> interrupted = interruptedSnapshots(stored);
        Set<TableId> asked = askedToLoad(stored);
        for (Registration registration : selected.values()) {
            Optional<TableCheckpoint> known = stored.flatMap(checkpoint -> checkpoint.table(registration.source()));
            if (known.isPresent()) {
                TableCheckpoint remembered = recalled(known.get(), registration);
                tables.put(registration.source(), continued(remembered, interrupted, asked));
            } else if (registration.isActive()) {
                tables.put(registration.source(), joining(registration, stored.isEmpty()));
            } else if (options.snapshotMode() == SnapshotMode.INITIAL_ONLY) {
                throw CdcException.definite("The table " + registration.source()
                        + " cannot be loaded, since its registration is " + registration.state()
                        + "; activate it, or leave the table out of the selection, and start the route again.");
            } else {
                LOG.warn(
                        "The table {} does not take part yet, since its registration is {}; it joins when it is active.",
                        registration.source(),
                        registration.state());
            }
        }
        return tables;
    }

    /** A plain repository remembers no structure, and not when a table joined: a change from now on shows that later than any before. */
    private TableCheckpoint recalled(TableCheckpoint known, Registration registration) {
        return known.schema().columns().isEmpty()
                ? known.withSchema(structureOf(registration).schema()).withJoinedAt(watermark.synchpoint())
                : known;
    }

    /**
     * A mode that does not load drops an unfinished snapshot that no signal asked for; its table stays not loaded. One without a key stays so in
     * every mode, since its rows could not be told from those that were delivered as changes.
     */
    private TableCheckpoint continued(TableCheckpoint known, Map<String, LoadState> interrupted, Set<TableId> asked) {
        if (!options.snapshotMode().loads()) {
            return known.load().isPending() && !asked.contains(known.table())
                    ? known.withLoad(LoadState.NOT_LOADED, null, List.of())
                    : known;
        }
        boolean keyless = known.schema().identity().isEmpty();
        return switch (known.load()) {
            case NOT_LOADED -> keyless ? known : known.withLoad(LoadState.RELOADING, snapshotId, List.of());
            case TO_LOAD, LOADING, RELOADING -> resumed(known);
            case LOADED -> continuedLoaded(known, interrupted);
        };
    }

    /** Of a snapshot that was interrupted the tables that are done stay so, unless all were to be one cut. */
    private TableCheckpoint continuedLoaded(TableCheckpoint known, Map<String, LoadState> interrupted) {
        LoadState others = known.snapshotId() == null ? null : interrupted.get(known.snapshotId());
        if (others != null) {
            return isCut() ? known.withLoad(others, snapshotId, List.of()) : known;
        }
        return options.snapshotMode() == SnapshotMode.ALWAYS
                ? known.withLoad(LoadState.RELOADING, snapshotId, List.of())
                : known;
    }

    private boolean isCut() {
        return options.snapshotIsolation() == SnapshotIsolation.RR;
    }

    /** A cut is not resumed, and a plain repository knows no id. */
    private TableCheckpoint resumed(TableCheckpoint known) {
        boolean anew = known.snapshotId() == null || isCut();
        return anew ? known.withLoad(known.load(), snapshotId, List.of()) : known;
    }

    /** The tables that a signal wants to be loaded while the stream waits. */
    private static Set<TableId> askedToLoad(Optional<Checkpoint> stored) {
        return stored.stream()
                .flatMap(checkpoint -> checkpoint.requests().open().stream())
                .filter(SnapshotRequest::blocking)
                .flatMap(request -> request.tables().stream())
                .map(RequestedTable::table)
                .collect(Collectors.toSet());
    }

    /** The ids of snapshots that are not finished, with the state of their tables. */
    private static Map<String, LoadState> interruptedSnapshots(Optional<Checkpoint> stored) {
        Map<String, LoadState> result = new HashMap<>();
        stored.ifPresent(checkpoint -> checkpoint.tables().values().stream()
                .filter(table -> table.load().isPending() && table.snapshotId() != null)
                .forEach(table -> result.put(table.snapshotId(), table.load())));
        return result;
    }

    private TableCheckpoint joining(Registration registration, boolean firstStart) {
        return TableJoin.of(
                structureOf(registration), registration, watermark, options.snapshotMode(), snapshotId, firstStart);
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
