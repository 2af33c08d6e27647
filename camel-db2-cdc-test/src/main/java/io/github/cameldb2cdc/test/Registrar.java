package io.github.cameldb2cdc.test;

import io.github.cameldb2cdc.test.derby.Column;
import io.github.cameldb2cdc.test.derby.DerbyDatabase;
import io.github.cameldb2cdc.test.derby.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Registers source tables and takes registrations away. */
final class Registrar {
    private final DerbyDatabase database;
    private final ControlTables tables;

    Registrar(DerbyDatabase database, ControlTables tables) {
        this.database = database;
        this.tables = tables;
    }

    /** Creates change table, triggers, and the rows of IBMSNAP_REGISTER and IBMSNAP_PRUNCNTL in one transaction. */
    void register(Registration registration) throws SQLException {
        TableName changeTable = registration.changeTableIn(tables.controlSchema());
        try (Connection connection = database.connect()) {
            try {
                List<Column> columns = chosen(registration, Staging.requireColumns(connection, registration.source()));
                Staging.run(connection, changeTableStatements(changeTable, columns, registration));
                StagedSource staged = Staging.add(connection, registration.source(), registration.oldSynchpoint());
                tables.register().insert(connection, registration, changeTable);
                insertPruneControl(connection, registration.source(), changeTable, staged.number());
                connection.commit();
            } finally {
                connection.rollback();
            }
        }
    }

    /** Takes all of it away, the change table included. */
    void unregister(Connection connection, TableName source) throws SQLException {
        RegisterRow row = tables.register().rows(connection).stream()
                .filter(candidate -> candidate.source().equals(source))
                .findFirst()
                .orElseThrow(() ->
                        new IllegalArgumentException("The table " + source + " is not registered; nothing to remove"));
        Optional<Sources.Entry> entry = Sources.find(connection, source);
        if (entry.isPresent()) {
            Staging.remove(connection, entry.get().staged());
        }
        tables.register().delete(connection, source);
        deletePruneControl(connection, source);
        if (ControlTables.exists(connection, row.changeTable())) {
            Staging.run(connection, List.of("DROP TABLE " + row.changeTable().sql()));
        }
    }

    private static List<Column> chosen(Registration registration, List<Column> columns) {
        List<String> names = registration.columns();
        if (names == null) {
            return columns.stream().filter(column -> !column.large()).toList();
        }
        return names.stream()
                .map(name -> columns.stream()
                        .filter(column -> column.name().equals(name) && !column.large())
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException("The table " + registration.source()
                                + " has no column " + name + " that can be registered; its columns are "
                                + columns.stream().map(Column::name).toList())))
                .toList();
    }

    private List<String> changeTableStatements(TableName changeTable, List<Column> columns, Registration registration) {
        String prefix = registration.beforeImagePrefix();
        String captured = columns.stream()
                .map(column -> ", " + column.sqlName() + " " + column.sqlType()
                        + (column.nullable() ? "" : " NOT NULL")
                        + (prefix == null
                                ? ""
                                : ", " + TableName.quote(prefix + column.name()) + " " + column.sqlType()))
                .collect(Collectors.joining());
        String sequence = tables.format().columnType();
        TableName index = new TableName(changeTable.schema(), "IX" + changeTable.name());
        return List.of(
                "CREATE TABLE " + changeTable.sql() + " (IBMSNAP_COMMITSEQ " + sequence
                        + " NOT NULL, IBMSNAP_INTENTSEQ " + sequence
                        + " NOT NULL, IBMSNAP_OPERATION CHAR(1) NOT NULL" + captured + ")",
                "CREATE UNIQUE INDEX " + index.sql() + " ON " + changeTable.sql()
                        + " (IBMSNAP_COMMITSEQ, IBMSNAP_INTENTSEQ)");
    }

    private void insertPruneControl(Connection connection, TableName source, TableName changeTable, int number)
            throws SQLException {
        String sql = "INSERT INTO " + TableName.quote(tables.controlSchema()) + ".IBMSNAP_PRUNCNTL (TARGET_SERVER, "
                + "TARGET_OWNER, TARGET_TABLE, SOURCE_OWNER, SOURCE_TABLE, SOURCE_VIEW_QUAL, APPLY_QUAL, SET_NAME, "
                + "CNTL_SERVER, TARGET_STRUCTURE, CNTL_ALIAS, PHYS_CHANGE_OWNER, PHYS_CHANGE_TABLE, MAP_ID) "
                + "VALUES ('KAFKA', ?, ?, ?, ?, 0, 'KAFKAQUAL', 'SET001', 'KAFKA', 8, 'KAFKA', ?, ?, ?)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, source.schema());
            statement.setString(2, source.name());
            statement.setString(3, source.schema());
            statement.setString(4, source.name());
            statement.setString(5, changeTable.schema());
            statement.setString(6, changeTable.name());
            statement.setString(7, Integer.toString(number));
            statement.executeUpdate();
        }
    }

    private void deletePruneControl(Connection connection, TableName source) throws SQLException {
        String sql = "DELETE FROM " + TableName.quote(tables.controlSchema())
                + ".IBMSNAP_PRUNCNTL WHERE SOURCE_OWNER = ? AND SOURCE_TABLE = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, source.schema());
            statement.setString(2, source.name());
            statement.executeUpdate();
        }
    }
}
