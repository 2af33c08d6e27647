package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.ChangeSource;
import io.github.cameldb2cdc.source.ChangeTable;
import io.github.cameldb2cdc.source.Platform;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.Selection;
import io.github.cameldb2cdc.source.Watermark;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The joined tables as they are read now. Their structure is read again only where the catalog's times moved. */
final class CapturedTables {

    private static final Logger LOG = LoggerFactory.getLogger(CapturedTables.class);

    private final ChangeSource source;
    private final Selection selection;
    private final StructureCheck structures;
    private final Map<TableId, ChangeTable> tables = new TreeMap<>();
    private final Map<TableId, Registration> seen = new TreeMap<>();

    CapturedTables(ChangeSource source, Selection selection, StructureCheck structures) {
        this.source = source;
        this.selection = selection;
        this.structures = structures;
    }

    /** The tables in the order that breaks ties. */
    List<ChangeTable> all() {
        return List.copyOf(tables.values());
    }

    ChangeTable get(TableId table) {
        return Objects.requireNonNull(tables.get(table), "table");
    }

    /**
     * Brings the tables of the checkpoint up to date. All of them have a registration and a change table.
     *
     * @param watermark read before the registrations
     * @throws GapException if a structure changed and somebody has to decide
     */
    void refresh(Checkpoint checkpoint, Map<TableId, Registration> registrations, Watermark watermark) {
        for (TableCheckpoint known : checkpoint.tables().values()) {
            Registration registration = registrations.get(known.table());
            Registration before = seen.put(known.table(), registration);
            if (before == null || !registration.sameStructureAs(before)) {
                load(known, registration, before != null, watermark);
            }
            reportState(registration, before);
        }
        if (selection.signalTable() != null) {
            refreshSignalTable(registrations.get(selection.signalTable()));
        }
    }

    /** Its structure is not compared with a stored one: of each row only three texts are of use. */
    private void refreshSignalTable(Registration registration) {
        TableId table = selection.signalTable();
        if (registration == null || !registration.hasBothTables()) {
            throw SignalTable.notRegistered(table);
        }
        Registration before = seen.put(table, registration);
        if (before == null || !registration.sameStructureAs(before)) {
            source.forgetStructure();
            tables.put(table, SignalTable.required(source.changeTable(registration, selection, List.of())));
        }
        reportState(registration, before);
    }

    /** Whether the rows of a table are signals. */
    boolean isSignalTable(TableId table) {
        return table.equals(selection.signalTable());
    }

    /** Whether a structure may be another one than the one that tables are read with. */
    boolean mayDiffer(Map<TableId, Registration> registrations) {
        return seen.entrySet().stream().anyMatch(entry -> {
            Registration now = registrations.get(entry.getKey());
            return now == null || !now.sameStructureAs(entry.getValue());
        });
    }

    private void load(TableCheckpoint known, Registration registration, boolean again, Watermark watermark) {
        if (again) {
            source.forgetStructure();
            LOG.debug("The structure of {} or of its change table may have changed; it is read again.", known.table());
        }
        StructureFinding finding = structures.look(known, registration, source);
        List<String> identity = finding.schemaBefore().identity();
        ChangeTable table = finding.present().structure().exists()
                ? source.changeTable(registration, selection, identity)
                : source.changeTableOfMissing(registration, selection, finding.schemaBefore());
        tables.put(known.table(), table);
        structures.takeOver(finding, table, watermark);
        if (!table.knowsKeyBefore() && table.schema().hasKey()) {
            LOG.warn(
                    "Updates of {} are written as one row without the old key, so an update that changes the key shows"
                            + " only the new one; register it with before images or with updates as delete and insert.",
                    known.table());
        }
    }

    private static void reportState(Registration registration, Registration before) {
        if (!registration.isActive() && (before == null || before.isActive())) {
            LOG.warn(
                    "The registration of {} is {}{}: Capture writes no new changes of it, those that are there are"
                            + " delivered.",
                    registration.source(),
                    registration.state(),
                    registration.stateInfo() == null ? "" : " (" + registration.stateInfo() + ")");
        }
    }

    /**
     * A registration that must be there.
     *
     * @param platform the kind of Db2, for the arguments of the program that prints the SQL
     */
    static CdcException notRegistered(TableId table, Platform platform, String controlSchema) {
        return CdcException.definite("The table " + table
                + " is not registered for capture in these control tables; register it with the SQL that `java -cp <jars>"
                + " io.github.cameldb2cdc.SetupSqlMain --platform=" + platform + " --control-schema="
                + TableId.spell(controlSchema) + " register " + table
                + "` prints, or in asnclp with CREATE REGISTRATION (" + table
                + ") DIFFERENTIAL REFRESH STAGE CD" + table.name().replaceAll("\\W", "")
                + ", and have Capture read its registrations again.");
    }
}
