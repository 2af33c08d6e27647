package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.checkpoint.Verdict;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.StructureChange;
import io.github.cameldb2cdc.event.StructureChange.Kind;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.ChangeSource;
import io.github.cameldb2cdc.source.ChangeTable;
import io.github.cameldb2cdc.source.PresentStructure;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.Selection;
import io.github.cameldb2cdc.source.Watermark;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Notices that the structure of a table changed, and decides what that means.
 *
 * <p><b>Steps.</b> Each time the times in the catalog moved, and at each start, what is there is compared with what was
 * known last: source table against source table, so that a registration of some columns is no change. A change with which
 * events can go on is told and taken over. With another one nothing is read until somebody decides; the decision lets the
 * table's next look pass, whatever it shows.
 *
 * <p><b>Guarantee.</b> One change is told once, also over restarts, except that a new process may tell it again when the
 * one before ended before the telling was done. <b>Why.</b> What is known moves in the checkpoint, no earlier than what was
 * told is done.
 *
 * <p>For one thread.
 */
final class StructureCheck {

    private static final Logger LOG = LoggerFactory.getLogger(StructureCheck.class);

    private final Selection selection;
    private final boolean addedColumnCounts;
    private final InstantSource clock;
    private final Announcement announcement;
    /** What was told and need not be in the checkpoint yet. */
    private final Map<TableId, Progress.StructureKnown> told = new HashMap<>();
    /** Tables whose next look passes. */
    private final Set<TableId> accepted = new HashSet<>();

    /** Tells what changed. */
    @FunctionalInterface
    interface Announcement {
        /**
         * @param known what is to be remembered once what is told is done
         * @param at the watermark of the look
         */
        void tell(StructureFinding finding, Progress.StructureKnown known, Watermark at);
    }

    StructureCheck(EngineOptions options, InstantSource clock, Announcement announcement) {
        this.selection = options.selection();
        this.addedColumnCounts = options.addColumnIsSchemaChange();
        this.clock = clock;
        this.announcement = announcement;
    }

    /** A decision: what the next look at this table shows is taken over. */
    void accept(TableId table) {
        accepted.add(table);
    }

    /**
     * Looks at a table.
     *
     * @param registration its change table exists
     * @return what differs, to be given to {@link #takeOver}
     * @throws GapException if somebody has to decide
     */
    StructureFinding look(TableCheckpoint table, Registration registration, ChangeSource source) {
        StructureFinding finding = compare(table, registration, source);
        if (!accepted.contains(table.table())) {
            verdictOn(finding).ifPresent(verdict -> {
                throw new GapException(verdict);
            });
        }
        return finding;
    }

    private StructureFinding compare(TableCheckpoint table, Registration registration, ChangeSource source) {
        Progress.StructureKnown known = told.getOrDefault(table.table(), Progress.StructureKnown.of(table));
        List<String> knownKey = known.structure() == null
                ? known.schema().identity()
                : known.structure().key();
        PresentStructure present = source.structure(registration, knownKey);
        boolean createdAnew = registration.sourceCreated() != null
                && !registration.sourceCreated().equals(known.sourceCreated());
        SchemaComparison comparison = new SchemaComparison(
                column -> selection.containsColumn(table.table(), column),
                selection.keyColumns().containsKey(table.table()));
        List<StructureChange> changes = known.structure() == null
                ? withoutMemory(present, createdAnew)
                : comparison.between(known.structure(), present, createdAnew);
        return new StructureFinding(registration, known.structure(), known.schema(), present, changes);
    }

    private static List<StructureChange> withoutMemory(PresentStructure present, boolean createdAnew) {
        if (!present.structure().exists()) {
            return List.of(StructureChange.of(Kind.TABLE_DROPPED));
        }
        return createdAnew ? List.of(StructureChange.of(Kind.TABLE_CREATED_ANEW)) : List.of();
    }

    private Optional<Verdict> verdictOn(StructureFinding finding) {
        if (finding.changes().stream().allMatch(this::isCompatible)) {
            return Optional.empty();
        }
        TableId table = finding.registration().source();
        String sentence = "The structure of " + table + " changed: " + inWords(finding.changes())
                + "; nothing is delivered until somebody decides: start the route with onSchemaChange=CONTINUE to go on"
                + " with the structure that is there, or with onSchemaChange=SNAPSHOT to load this table again.";
        return Optional.of(new Verdict(Verdict.Kind.STRUCTURE_CHANGED, table, sentence, clock.instant()));
    }

    private boolean isCompatible(StructureChange change) {
        boolean added = change.kind() == Kind.COLUMN_ADDED || change.kind() == Kind.COLUMN_ADDED_TO_SOURCE;
        return change.kind().isCompatible() && !(added && addedColumnCounts);
    }

    private static String inWords(List<StructureChange> changes) {
        return changes.stream().map(StructureChange::toString).collect(Collectors.joining(", "));
    }

    /**
     * Goes on with what a look has shown.
     *
     * @param now the table as it is read from now on
     * @param at the watermark of the look
     */
    void takeOver(StructureFinding finding, ChangeTable now, Watermark at) {
        Registration registration = finding.registration();
        TableId table = registration.source();
        accepted.remove(table);
        Progress.StructureKnown known = new Progress.StructureKnown(
                registration.sourceCreated(), finding.present().structure(), now.schema());
        boolean isNew = !known.structure().equals(finding.known())
                || !known.schema().equals(finding.schemaBefore())
                || !finding.changes().isEmpty();
        if (isNew) {
            report(finding);
            told.put(table, known);
            announcement.tell(finding, known, at);
        }
    }

    private static void report(StructureFinding finding) {
        TableId table = finding.registration().source();
        TableId changes = finding.registration().changeTable();
        for (StructureChange change : finding.changes()) {
            Optional<Column> narrower = Optional.ofNullable(change.after())
                    .flatMap(column -> finding.present().changeColumn(column.name()))
                    .filter(column -> !column.takesValuesOf(change.after()));
            if (change.kind() == Kind.COLUMN_ADDED_TO_SOURCE) {
                LOG.warn(
                        "The structure of {} changed: {}; events go on without it. Add it to {} with the same definition"
                                + " if they are to carry it.",
                        table,
                        change,
                        changes);
            } else if (narrower.isPresent()) {
                LOG.warn(
                        "The structure of {} changed: {}; its change table {} has {}, and Capture cannot write values that"
                                + " do not fit. Alter the change table as well.",
                        table,
                        change,
                        changes,
                        narrower.get().definition());
            } else {
                LOG.info(
                        "The structure of {} changed: {}; events go on with the structure that is there.",
                        table,
                        change);
            }
        }
    }
}
