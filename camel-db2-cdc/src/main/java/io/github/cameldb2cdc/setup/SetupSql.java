package io.github.cameldb2cdc.setup;

import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.Platform;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The statements that register a table with Capture, take a registration away, and let a user read. They do what the
 * command line processor asnclp does for the same task, with the columns that IBM's scripts give the control tables.
 *
 * <p>The change table is created as a copy of a query on the source table, so that Db2 itself copies types, lengths,
 * string units and code pages. Each statement is to be committed by itself, in this order: Capture must not meet an
 * active registration whose table has no DATA CAPTURE CHANGES.
 *
 * <p>Immutable and thread-safe.
 */
public final class SetupSql {

    private static final String APPLY_QUALIFIER = "CAMELDB2CDC";
    private static final String SET_NAME = "SET001";
    private static final String TARGET_SERVER = "CAMEL";
    /** What is read to stream, to date commits, and to notice that changes are missing. */
    private static final List<String> CONTROL_TABLES = List.of(
            "IBMSNAP_REGISTER",
            "IBMSNAP_UOW",
            "IBMSNAP_RESTART",
            "IBMSNAP_CAPPARMS",
            "IBMSNAP_PRUNCNTL",
            "IBMSNAP_PRUNE_SET");

    private static final List<String> ZOS_CATALOG = List.of("SYSTABLES", "SYSCOLUMNS", "SYSINDEXES", "SYSKEYS");

    private final Platform platform;
    private final String controlSchema;

    /** @param controlSchema the schema of the control tables, as the catalog stores it */
    public SetupSql(Platform platform, String controlSchema) {
        this.platform = platform;
        this.controlSchema = controlSchema;
    }

    /** Registers a table and makes Capture begin. */
    public List<SetupStep> register(TableSetup table) {
        List<SetupStep> steps = new ArrayList<>();
        steps.add(SetupStep.of("ALTER TABLE " + quote(table.source()) + " DATA CAPTURE CHANGES"));
        steps.add(new SetupStep(
                table.columns() == null
                        ? "All columns are copied, since none were read: this fits no table with LOB, XML or BOOLEAN"
                                + " columns, or on LUW BINARY ones, which Capture does not write."
                        : null,
                createChangeTable(table)));
        steps.add(SetupStep.of("CREATE UNIQUE INDEX "
                + quote(new TableId(
                        table.changeTable().schema(), "IX" + table.changeTable().name()))
                + " ON " + quote(table.changeTable()) + " (IBMSNAP_COMMITSEQ ASC, IBMSNAP_INTENTSEQ ASC)"));
        steps.add(SetupStep.of("ALTER TABLE " + quote(table.changeTable()) + " VOLATILE CARDINALITY"));
        steps.add(SetupStep.of(insertRegistration(table)));
        steps.add(SetupStep.of(insertSubscription(table)));
        steps.add(
                table.activation() == Activation.CAPSTART
                        ? new SetupStep("Capture begins when it meets this signal in the log.", signalStart(table))
                        : SetupStep.hint("Now let Capture read its registrations: " + reinitCommand()));
        return steps;
    }

    private String createChangeTable(TableSetup table) {
        StringBuilder sql = new StringBuilder("CREATE TABLE ").append(quote(table.changeTable()));
        String sequence = "CAST(X'00' AS " + table.sequences().type() + ")";
        sql.append(" AS (SELECT ").append(sequence).append(" AS IBMSNAP_COMMITSEQ, ");
        sql.append(sequence).append(" AS IBMSNAP_INTENTSEQ, CAST('I' AS CHAR(1)) AS IBMSNAP_OPERATION");
        if (table.columns() == null) {
            sql.append(", T.*");
        } else {
            table.columns().forEach(column -> sql.append(capturedColumn(table, column)));
        }
        sql.append(" FROM ").append(quote(table.source())).append(" T) WITH NO DATA");
        if (table.tableSpace() != null) {
            sql.append(" IN ").append(table.tableSpace());
        }
        return sql.append(platform == Platform.LUW ? " ORGANIZE BY ROW" : "").toString();
    }

    /** A before image is null for an insert, and the case expression makes it so whatever the source says. */
    private static String capturedColumn(TableSetup table, String column) {
        String copy = ", T." + quote(column);
        String prefix = table.beforeImagePrefix();
        return prefix == null
                ? copy
                : copy + ", CASE WHEN 1 = 0 THEN T." + quote(column) + " END AS " + quote(prefix + column);
    }

    private String insertRegistration(TableSetup table) {
        Map<String, String> row = new LinkedHashMap<>();
        row.put("SOURCE_OWNER", literal(table.source().schema()));
        row.put("SOURCE_TABLE", literal(table.source().name()));
        row.put("SOURCE_VIEW_QUAL", "0");
        row.put("GLOBAL_RECORD", "'N'");
        row.put("SOURCE_STRUCTURE", "1");
        row.put("SOURCE_CONDENSED", "'Y'");
        row.put("SOURCE_COMPLETE", "'Y'");
        row.put("CD_OWNER", literal(table.changeTable().schema()));
        row.put("CD_TABLE", literal(table.changeTable().name()));
        row.put("PHYS_CHANGE_OWNER", literal(table.changeTable().schema()));
        row.put("PHYS_CHANGE_TABLE", literal(table.changeTable().name()));
        row.put("CD_OLD_SYNCHPOINT", "NULL");
        row.put("CD_NEW_SYNCHPOINT", "NULL");
        row.put("DISABLE_REFRESH", "0");
        for (String unused : List.of("CCD_OWNER", "CCD_TABLE", "CCD_OLD_SYNCHPOINT", "SYNCHPOINT", "SYNCHTIME")) {
            row.put(unused, "NULL");
        }
        row.put("CCD_CONDENSED", "NULL");
        row.put("CCD_COMPLETE", "NULL");
        row.put("ARCH_LEVEL", "'0801'");
        row.put("DESCRIPTION", "NULL");
        row.put("BEFORE_IMG_PREFIX", table.beforeImagePrefix() == null ? "NULL" : literal(table.beforeImagePrefix()));
        row.put("CONFLICT_LEVEL", "'0'");
        row.put("CHG_UPD_TO_DEL_INS", table.beforeImagePrefix() == null ? "'Y'" : "'N'");
        row.put("CHGONLY", "'N'");
        row.put("RECAPTURE", "'Y'");
        row.put("OPTION_FLAGS", "'NNNN'");
        row.put("STOP_ON_ERROR", table.stopOnError() ? "'Y'" : "'N'");
        row.put("STATE", table.activation() == Activation.CAPSTART ? "'I'" : "'A'");
        row.put("STATE_INFO", "NULL");
        return "INSERT INTO " + control("IBMSNAP_REGISTER") + " (" + String.join(", ", row.keySet()) + ") VALUES ("
                + String.join(", ", row.values()) + ")";
    }

    /**
     * Capture takes no table that has no subscriber. MAP_ID is the next number: read as one, since text puts 10 before
     * 9. A column that is left out is null.
     */
    private String insertSubscription(TableSetup table) {
        Map<String, String> row = new LinkedHashMap<>();
        row.put("TARGET_SERVER", literal(TARGET_SERVER));
        row.put("TARGET_OWNER", literal(table.source().schema()));
        row.put("TARGET_TABLE", literal(table.source().name()));
        if (table.activation() == Activation.CAPSTART) {
            row.put("SYNCHTIME", "CURRENT TIMESTAMP");
            row.put("SYNCHPOINT", table.sequences().zero());
        }
        row.put("SOURCE_OWNER", literal(table.source().schema()));
        row.put("SOURCE_TABLE", literal(table.source().name()));
        row.put("SOURCE_VIEW_QUAL", "0");
        row.put("APPLY_QUAL", literal(APPLY_QUALIFIER));
        row.put("SET_NAME", literal(SET_NAME));
        row.put("CNTL_SERVER", literal(TARGET_SERVER));
        row.put("TARGET_STRUCTURE", "8");
        row.put("CNTL_ALIAS", literal(TARGET_SERVER));
        row.put("PHYS_CHANGE_OWNER", literal(table.changeTable().schema()));
        row.put("PHYS_CHANGE_TABLE", literal(table.changeTable().name()));
        row.put("MAP_ID", "RTRIM(CHAR(COALESCE(MAX(CAST(MAP_ID AS INTEGER)), 0) + 1))");
        return "INSERT INTO " + control("IBMSNAP_PRUNCNTL") + " (" + String.join(", ", row.keySet()) + ") SELECT "
                + String.join(", ", row.values()) + " FROM " + control("IBMSNAP_PRUNCNTL");
    }

    private String signalStart(TableSetup table) {
        return "INSERT INTO " + control("IBMSNAP_SIGNAL")
                + " (SIGNAL_TYPE, SIGNAL_SUBTYPE, SIGNAL_INPUT_IN, SIGNAL_STATE)"
                + " SELECT 'CMD', 'CAPSTART', MAP_ID, 'P' FROM " + control("IBMSNAP_PRUNCNTL")
                + " WHERE " + ofSource(table.source()) + " AND APPLY_QUAL = " + literal(APPLY_QUALIFIER);
    }

    /**
     * Takes a registration away, with all its subscribers and its change table.
     *
     * @param activation how Capture learns of it
     */
    public List<SetupStep> remove(TableId source, TableId changeTable, Activation activation) {
        List<SetupStep> steps = new ArrayList<>();
        if (activation == Activation.CAPSTART) {
            steps.add(SetupStep.of("INSERT INTO " + control("IBMSNAP_SIGNAL")
                    + " (SIGNAL_TYPE, SIGNAL_SUBTYPE, SIGNAL_INPUT_IN, SIGNAL_STATE) VALUES ('CMD', 'CAPSTOP', "
                    + literal(source.schema() + "." + source.name()) + ", 'P')"));
        } else {
            steps.add(SetupStep.of(
                    "UPDATE " + control("IBMSNAP_REGISTER") + " SET STATE = 'I' WHERE " + ofSource(source)));
            steps.add(SetupStep.hint("Now let Capture read its registrations: " + reinitCommand()));
        }
        steps.add(new SetupStep(
                "Go on when Capture has stopped this table: STATE is then I.",
                "SELECT STATE FROM " + control("IBMSNAP_REGISTER") + " WHERE " + ofSource(source)));
        steps.add(SetupStep.of("DELETE FROM " + control("IBMSNAP_PRUNCNTL") + " WHERE " + ofSource(source)));
        steps.add(SetupStep.of("DELETE FROM " + control("IBMSNAP_REGISTER") + " WHERE " + ofSource(source)));
        steps.add(SetupStep.of("DROP TABLE " + quote(changeTable)));
        steps.add(
                SetupStep.hint("If nothing else reads the changes of this table from the log, run as well: ALTER TABLE "
                        + quote(source) + " DATA CAPTURE NONE;"));
        return steps;
    }

    /**
     * Lets a user connect and read what every consumer reads.
     *
     * @param user the authorization id as the catalog stores it
     * @param checkpointTable the table for checkpoints
     * @param createCheckpointTable the statement that creates it
     */
    public List<SetupStep> grantCommon(String user, TableId checkpointTable, String createCheckpointTable) {
        List<SetupStep> steps = new ArrayList<>();
        if (platform == Platform.LUW) {
            steps.add(new SetupStep(
                    "In a database that was created RESTRICTIVE the user needs SELECT on SYSCAT.TABLES, SYSCAT.COLUMNS,"
                            + " SYSCAT.INDEXES, SYSCAT.INDEXCOLUSE and SYSIBM.SYSDUMMY1 as well.",
                    "GRANT CONNECT ON DATABASE" + to(user)));
        } else {
            ZOS_CATALOG.forEach(table -> steps.add(SetupStep.of("GRANT SELECT ON SYSIBM." + table + to(user))));
        }
        CONTROL_TABLES.forEach(table -> steps.add(select(control(table), user)));
        steps.add(
                SetupStep.hint("Where snapshotWindow=SIGNAL_TABLE is set, run as well: GRANT SELECT, INSERT, DELETE ON "
                        + control("IBMSNAP_SIGNAL") + to(user) + ";"));
        steps.add(new SetupStep(
                "The table for checkpoints; leave it out where idempotentRepository keeps them elsewhere.",
                createCheckpointTable));
        steps.add(SetupStep.of("GRANT SELECT, INSERT, UPDATE, DELETE ON " + quote(checkpointTable) + to(user)));
        return steps;
    }

    /** Lets a user read a table and its changes. */
    public List<SetupStep> grant(String user, TableId source, TableId changeTable) {
        return List.of(select(quote(changeTable), user), select(quote(source), user));
    }

    private SetupStep select(String table, String user) {
        return SetupStep.of("GRANT SELECT ON " + table + to(user));
    }

    /** On LUW a user and a group may have one name. */
    private String to(String user) {
        return platform == Platform.LUW ? " TO USER " + quote(user) : " TO " + TableId.spell(user);
    }

    private String reinitCommand() {
        return platform == Platform.LUW
                ? "asnccmd capture_server=<database> capture_schema=" + controlSchema + " reinit"
                : "MODIFY <job of Capture>,REINIT";
    }

    private static String ofSource(TableId source) {
        return "SOURCE_OWNER = " + literal(source.schema()) + " AND SOURCE_TABLE = " + literal(source.name())
                + " AND SOURCE_VIEW_QUAL = 0";
    }

    private String control(String table) {
        return quote(controlSchema) + '.' + table;
    }

    private static String literal(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static String quote(TableId table) {
        return quote(table.schema()) + '.' + quote(table.name());
    }

    private static String quote(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }
}
