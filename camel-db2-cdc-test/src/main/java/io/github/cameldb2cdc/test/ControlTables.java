package io.github.cameldb2cdc.test;

import io.github.cameldb2cdc.test.catalog.Catalog;
import io.github.cameldb2cdc.test.derby.DerbyDatabase;
import io.github.cameldb2cdc.test.derby.SqlScript;
import io.github.cameldb2cdc.test.derby.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.Map;

/**
 * The control tables of one Capture schema.
 *
 * @param controlSchema the schema, as the catalog stores it
 * @param format how sequence values look
 */
record ControlTables(String controlSchema, SequenceFormat format) {

    TableName signalTable() {
        return new TableName(controlSchema, "IBMSNAP_SIGNAL");
    }

    Register register() {
        return new Register(controlSchema, format);
    }

    /** Creates what is missing: the kit's own tables and the control tables; the caller commits. */
    void create(Connection connection, Duration commitInterval) throws SQLException {
        if (!exists(connection, new TableName(DerbyDatabase.INTERNAL, "SOURCE"))) {
            SqlScript.read(ControlTables.class, "internal-tables.sql").run(connection);
            Catalog.create(connection);
        }
        if (!exists(connection, new TableName(controlSchema, "IBMSNAP_REGISTER"))) {
            long seconds = Math.max(1, commitInterval.toSeconds());
            boolean current = format.lengthBytes() == 16;
            SqlScript.read(ControlTables.class, "control-tables.sql")
                    .with(Map.of(
                            "schema",
                            TableName.quote(controlSchema),
                            "schemaLiteral",
                            "'" + controlSchema.replace("'", "''") + "'",
                            "sequence",
                            format.columnType(),
                            "commitIntervalSeconds",
                            Long.toString(seconds),
                            "archLevel",
                            current ? "'1021'" : "'0801'",
                            "compatibility",
                            current ? "'1021'" : "'0801'"))
                    .run(connection);
            Staging.add(connection, signalTable(), Registration.OldSynchpoint.NULL);
        }
    }

    /** Adds a row to IBMSNAP_CAPTRACE. */
    void trace(Connection connection, String operation, String description, Timestamp now) throws SQLException {
        String sql = "INSERT INTO " + TableName.quote(controlSchema)
                + ".IBMSNAP_CAPTRACE (OPERATION, TRACE_TIME, DESCRIPTION) VALUES (?, ?, ?)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, operation);
            statement.setTimestamp(2, now);
            statement.setString(3, description.length() > 1024 ? description.substring(0, 1024) : description);
            statement.executeUpdate();
        }
    }

    static boolean exists(Connection connection, TableName table) throws SQLException {
        String sql = "SELECT 1 FROM SYS.SYSTABLES t JOIN SYS.SYSSCHEMAS s ON s.SCHEMAID = t.SCHEMAID "
                + "WHERE s.SCHEMANAME = ? AND t.TABLENAME = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, table.schema());
            statement.setString(2, table.name());
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next();
            }
        }
    }
}
