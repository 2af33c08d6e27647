package io.github.cameldb2cdc.benchmarks.throughput;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Registers tables that never change by copies of a registration, with change tables and without the triggers of the
 * embedded Db2, which would take minutes for hundreds of tables. Capture must not read its registrations afterwards.
 */
final class PlainRegistrations {

    private final SourceProcess source;
    private final String schema;
    private final String model;

    /** @param model the registered table whose registration is copied */
    PlainRegistrations(SourceProcess source, String schema, String model) {
        this.source = source;
        this.schema = schema;
        this.model = model;
    }

    void add(List<String> tables) throws SQLException {
        try (Connection connection = source.connect();
                Statement statement = connection.createStatement()) {
            List<String> columns = registerColumns(statement);
            for (String table : tables) {
                statement.execute("CREATE TABLE " + schema + "." + table
                        + " (ID INTEGER NOT NULL PRIMARY KEY, NOTES VARCHAR(200))");
                statement.execute("CREATE TABLE " + changeTable(table)
                        + " (IBMSNAP_COMMITSEQ VARCHAR(16) FOR BIT DATA NOT NULL,"
                        + " IBMSNAP_INTENTSEQ VARCHAR(16) FOR BIT DATA NOT NULL, IBMSNAP_OPERATION CHAR(1) NOT NULL,"
                        + " ID INTEGER NOT NULL, NOTES VARCHAR(200))");
                statement.execute("CREATE UNIQUE INDEX ASNCDC.IX" + table + " ON " + changeTable(table)
                        + " (IBMSNAP_COMMITSEQ, IBMSNAP_INTENTSEQ)");
                statement.execute(copy(columns, table));
            }
        }
    }

    private static String changeTable(String table) {
        return "ASNCDC.CD" + table;
    }

    private static List<String> registerColumns(Statement statement) throws SQLException {
        List<String> columns = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("SELECT * FROM ASNCDC.IBMSNAP_REGISTER")) {
            for (int i = 1; i <= rows.getMetaData().getColumnCount(); i++) {
                columns.add(rows.getMetaData().getColumnName(i));
            }
        }
        return columns;
    }

    private String copy(List<String> columns, String table) {
        List<String> values = columns.stream()
                .map(column -> switch (column) {
                    case "SOURCE_TABLE" -> "'" + table + "'";
                    case "CD_TABLE", "PHYS_CHANGE_TABLE" -> "'CD" + table + "'";
                    default -> column;
                })
                .toList();
        return "INSERT INTO ASNCDC.IBMSNAP_REGISTER (" + String.join(", ", columns) + ") SELECT "
                + String.join(", ", values) + " FROM ASNCDC.IBMSNAP_REGISTER WHERE SOURCE_OWNER = '" + schema
                + "' AND SOURCE_TABLE = '" + model + "'";
    }
}
