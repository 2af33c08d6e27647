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
    private final Map<TableId, ChangeTable> tables = new TreeMap<>();
    private final Map<TableId, Registration> seen = new TreeMap<>();

    CapturedTables(ChangeSource source, Selection selection) {
        this.source = source;
        this.selection = selection;
    }

    /** The tables in the order that breaks ties. */
    List<ChangeTable> all() {
        return List.copyOf(tables.values());
    }

    ChangeTable get(TableId table) {
        return Objects.requireNonNull(tables.get(table), "table");
    }

    /** Brings the tables of the checkpoint up to date. All of them have a registration. */
    void refresh(Checkpoint checkpoint, Map<TableId, Registration> registrations) {
        for (TableCheckpoint known : checkpoint.tables().values()) {
            Registration registration = registrations.get(known.table());
            Registration before = seen.put(known.table(), registration);
            if (before == null || !registration.sameStructureAs(before)) {
                load(known, registration, before != null);
            }
            reportState(registration, before);
        }
    }

    private void load(TableCheckpoint known, Registration registration, boolean again) {
        if (again) {
            source.forgetStructure();
            LOG.info("The structure of {} or of its change table changed; it is read again.", known.table());
        }
        ChangeTable table =
                source.changeTable(registration, selection, known.schema().identity());
        tables.put(known.table(), table);
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
