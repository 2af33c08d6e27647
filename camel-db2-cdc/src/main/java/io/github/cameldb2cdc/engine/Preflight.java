package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.CheckpointRepository;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.ChangeTable;
import io.github.cameldb2cdc.source.Db2ChangeSource;
import io.github.cameldb2cdc.source.PruningFacts;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.SourceTime;
import io.github.cameldb2cdc.source.Watermark;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import javax.sql.DataSource;

/**
 * Looks at everything that a start needs, and reports what it finds, without reading a row or writing anything.
 *
 * <p>Each look is one finding of its own: one that fails keeps no other from being made. For one thread.
 */
public final class Preflight {

    /** How much a finding means. */
    public enum Level {
        /** Good to know. */
        INFO,
        /** A start works, with a limit that the sentence names. */
        WARNING,
        /** A start fails, or reads nothing, until somebody does what the sentence says. */
        FAILURE
    }

    /**
     * One finding.
     *
     * @param level how much it means
     * @param sentence what was found, and what to do
     */
    public record Finding(Level level, String sentence) {
        @Override
        public String toString() {
            return level + ": " + sentence;
        }
    }

    /** All findings in the order in which they were made. */
    public record Report(List<Finding> findings) {

        public Report {
            findings = List.copyOf(findings);
        }

        /** Whether a start would work. */
        public boolean isPassed() {
            return findings.stream().noneMatch(finding -> finding.level() == Level.FAILURE);
        }

        /** One line for each finding. */
        @Override
        public String toString() {
            return String.join("\n", findings.stream().map(Finding::toString).toList());
        }
    }

    /** A look that may fail. */
    private interface Look {
        void take();
    }

    private static final Duration SHORT_RETENTION = Duration.ofDays(1);

    private final EngineOptions options;
    private final SourceConnection connection;
    private final List<Finding> findings = new ArrayList<>();

    private Preflight(EngineOptions options, SourceConnection connection) {
        this.options = options;
        this.connection = connection;
    }

    /** Looks at the source and at the checkpoint. Never throws a {@link CdcException}: that is a finding as well. */
    public static Report of(EngineOptions options, DataSource dataSource, CheckpointRepository checkpoints) {
        try (SourceConnection connection = SourceConnection.open(options, dataSource)) {
            Preflight preflight = new Preflight(options, connection);
            preflight.lookAtAll(checkpoints);
            return new Report(preflight.findings);
        } catch (CdcException e) {
            return new Report(List.of(new Finding(Level.FAILURE, e.getMessage())));
        }
    }

    private void lookAtAll(CheckpointRepository checkpoints) {
        add(
                Level.INFO,
                "The source is " + connection.server().database() + " on "
                        + connection.server().platform() + ", with control tables in " + options.controlSchema() + ".");
        guarded(this::lookAtCapture);
        guarded(this::lookAtTables);
        guarded(this::lookAtRetention);
        guarded(() -> lookAtCheckpoint(checkpoints.load(options.checkpointName())));
    }

    private void guarded(Look look) {
        try {
            look.take();
        } catch (CdcException e) {
            add(Level.FAILURE, e.getMessage());
        }
    }

    private void add(Level level, String sentence) {
        findings.add(new Finding(level, sentence));
    }

    private void lookAtCapture() {
        Watermark watermark = Streaming.requireWatermark(connection.source());
        if (watermark.isFallback()) {
            add(
                    Level.WARNING,
                    "Capture's register has no global row, so how far Capture is is only known from changes, and"
                            + " INITIAL_ONLY and snapshotLock are refused; let Capture write that row.");
            return;
        }
        SourceTime now = connection.source().time();
        Duration behind = Duration.between(watermark.synchtime(), now.time());
        boolean stalled = behind.compareTo(options.captureStallTimeout()) > 0;
        add(
                stalled ? Level.FAILURE : Level.INFO,
                "Capture has written everything up to " + watermark.synchpoint() + ", of " + watermark.synchtime()
                        + ", "
                        + behind.toSeconds() + " s ago by the server's clock"
                        + (stalled ? "; look whether Capture (asncap) runs." : "."));
    }

    private void lookAtTables() {
        Map<TableId, Registration> registrations =
                connection.source().registrations(options.selection().registeredSchemas());
        for (TableId table : options.selection().tables()) {
            if (!registrations.containsKey(table)) {
                add(
                        Level.FAILURE,
                        CapturedTables.notRegistered(table, connection.server().platform(), options.controlSchema())
                                .getMessage());
            }
        }
        Map<TableId, Registration> selected = new TreeMap<>(registrations);
        selected.keySet().removeIf(table -> !options.selection().contains(table));
        if (selected.isEmpty()) {
            add(
                    Level.FAILURE,
                    "No registered table matches the selection; registered are " + registrations.keySet() + ".");
        }
        selected.values().forEach(registration -> guarded(() -> lookAtTable(registration)));
        TableId signals = options.selection().signalTable();
        if (signals != null) {
            guarded(() -> lookAtSignalTable(signals, registrations.get(signals)));
        }
    }

    private void lookAtSignalTable(TableId id, Registration registration) {
        if (registration == null || !registration.hasBothTables()) {
            throw SignalTable.notRegistered(id);
        }
        SignalTable.required(connection.source().changeTable(registration, options.selection(), List.of()));
        add(
                registration.isActive() ? Level.INFO : Level.WARNING,
                "New rows of " + id + " are signals"
                        + (registration.isActive()
                                ? "."
                                : "; its registration is " + registration.state()
                                        + ", so Capture writes none of them: activate it."));
    }

    private void lookAtTable(Registration registration) {
        TableId id = registration.source();
        if (!registration.isActive()) {
            add(
                    Level.WARNING,
                    "The registration of " + id + " is " + registration.state()
                            + (registration.stateInfo() == null ? "" : " (" + registration.stateInfo() + ")")
                            + ", so Capture writes no changes of it; activate it.");
        }
        ChangeTable table = connection.source().changeTable(registration, options.selection(), List.of());
        add(Level.INFO, describe(table));
        if (table.schema().identity().isEmpty()) {
            add(
                    Level.WARNING,
                    id + " has no primary key and no unique index of columns that are not null: its events have no key,"
                            + " and rows that change during a load may be delivered twice; name keyColumns, or set"
                            + " snapshotLock=true.");
        } else if (!table.knowsKeyBefore()) {
            add(
                    Level.WARNING,
                    "Updates of " + id + " are written as one row without the old key: an update that changes the key"
                            + " shows only the new one; register it with before images, or with updates as delete and"
                            + " insert.");
        }
        if (registration.oldSynchpoint() == null) {
            add(
                    Level.WARNING,
                    "Capture keeps no CD_OLD_SYNCHPOINT of " + id
                            + ": changes that it removes unread are noticed only by"
                            + " their age; activate the registration by a CAPSTART signal.");
        }
        lookAtPrivileges(registration, table);
    }

    private static String describe(ChangeTable table) {
        return table.id() + " has " + table.schema().columns().size() + " columns and "
                + (table.schema().hasKey() ? "the key " + table.schema().messageKey() : "no key")
                + ", its changes are in " + table.registration().changeTable() + ".";
    }

    private void lookAtPrivileges(Registration registration, ChangeTable table) {
        Db2ChangeSource source = connection.source();
        if (!source.mayRead(registration.changeTable())) {
            add(Level.FAILURE, "The user may not read " + registration.changeTable() + "; grant SELECT on it.");
        }
        if (!source.mayRead(table.id())) {
            add(
                    options.snapshotMode().loads() ? Level.FAILURE : Level.WARNING,
                    "The user may not read " + table.id()
                            + ", which loads need, and the decision on deletes of keys that"
                            + " one commit writes twice; grant SELECT on it.");
        }
    }

    private void lookAtRetention() {
        connection.source().logFacts(null);
        PruningFacts facts =
                connection.source().pruningFacts(options.selection().schemas());
        if (facts.retention() == null) {
            add(Level.WARNING, "Capture's parameters name no RETENTION_LIMIT.");
            return;
        }
        boolean isShort = facts.retention().compareTo(SHORT_RETENTION) < 0;
        add(
                isShort ? Level.WARNING : Level.INFO,
                "Capture keeps changes for " + facts.retention().toMinutes() + " minutes (RETENTION_LIMIT)"
                        + (isShort ? ": a consumer that is down for longer has to load its tables again." : "."));
    }

    private void lookAtCheckpoint(Optional<Checkpoint> stored) {
        if (stored.isEmpty()) {
            add(
                    Level.INFO,
                    "There is no checkpoint '" + options.checkpointName() + "': a start "
                            + (options.snapshotMode().loads() ? "loads the tables and streams." : "loads nothing."));
            return;
        }
        Checkpoint checkpoint = stored.get();
        add(
                Level.INFO,
                "The checkpoint '" + options.checkpointName() + "' stands at " + checkpoint.position() + " with "
                        + checkpoint.tables().size() + " tables.");
        if (checkpoint.verdict() != null) {
            add(
                    options.onGap() == OnGap.FAIL ? Level.FAILURE : Level.WARNING,
                    checkpoint.verdict().sentence());
        }
    }
}
