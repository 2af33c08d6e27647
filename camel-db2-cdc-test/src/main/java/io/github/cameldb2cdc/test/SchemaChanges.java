package io.github.cameldb2cdc.test;

import io.github.cameldb2cdc.test.catalog.Catalog;
import io.github.cameldb2cdc.test.catalog.DataCapture;
import io.github.cameldb2cdc.test.derby.Column;
import io.github.cameldb2cdc.test.derby.DerbyDatabase;
import io.github.cameldb2cdc.test.derby.JdbcWork;
import io.github.cameldb2cdc.test.derby.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;

/**
 * Changes the structure of tables, registered or not. On the engine below, plain DDL would drop the triggers of a
 * registered table silently; these methods keep them, in one transaction with the change, and move ALTER_TIME. As on
 * Db2, the change table stays as it is unless it is named itself: Capture goes on with the columns both have.
 *
 * <p>Tables are given as {@code SCHEMA.TABLE}; names without double quotes are folded to upper case. Every method waits
 * for transactions that hold locks on the table and fails with an {@link IllegalStateException} after 20 seconds. Safe
 * for many threads.
 */
public final class SchemaChanges {
    private final DerbyDatabase database;
    private final Capture capture;
    private final Catalog catalog;

    SchemaChanges(DerbyDatabase database, Capture capture, Catalog catalog) {
        this.database = database;
        this.capture = capture;
        this.catalog = catalog;
    }

    /** @param definition the column as DDL writes it, such as {@code NICKNAME VARCHAR(20)} */
    public void addColumn(String table, String definition) {
        TableName name = TableName.parse(table);
        change(name, connection -> run(connection, "ALTER TABLE " + name.sql() + " ADD COLUMN " + definition));
    }

    /** Adds a column to a source table and to its change table. */
    public void addColumn(String table, String changeTable, String definition) {
        addColumn(changeTable, definition);
        addColumn(table, definition);
    }

    /** The change table keeps its column; later rows have null there. */
    public void dropColumn(String table, String column) {
        TableName name = TableName.parse(table);
        change(name, connection -> run(connection, drop(name, column)));
    }

    public void renameColumn(String table, String column, String newColumn) {
        TableName name = TableName.parse(table);
        change(
                name,
                connection -> run(
                        connection, "RENAME COLUMN " + name.sql() + "." + quoted(column) + " TO " + quoted(newColumn)));
    }

    /**
     * Gives a column another type; values are cast. The column becomes the last one of the table, unless the engine can
     * widen it in place. A column of the primary key can only be widened in place.
     *
     * @param type as DDL writes it, such as {@code BIGINT}
     */
    public void alterColumnType(String table, String column, String type) {
        TableName name = TableName.parse(table);
        change(name, connection -> {
            if (!widened(connection, name, column, type)) {
                replaceColumn(connection, name, column, type);
            }
        });
    }

    /** Renames a table within its schema; a registration keeps naming the old one. */
    public void renameTable(String table, String newName) {
        TableName name = TableName.parse(table);
        TableName renamed = new TableName(
                name.schema(), TableName.parse(name.schema() + "." + newName).name());
        change(name, renamed, connection -> {
            Optional<Sources.Entry> source = Sources.find(connection, name);
            run(connection, "RENAME TABLE " + name.sql() + " TO " + TableName.quote(renamed.name()));
            if (source.isPresent()) {
                Sources.rename(connection, source.get().staged(), renamed);
            }
        });
    }

    /** Drops a table. A registration of it stays, and Capture captures it no more. */
    public void dropTable(String table) {
        TableName name = TableName.parse(table);
        quietly(connection -> {
            removeStage(connection, name);
            DataCapture.set(connection, name.schema(), name.name(), false);
            run(connection, "DROP TABLE " + name.sql());
        });
    }

    /**
     * Drops a table and creates it anew in one transaction. If it is registered and active, Capture goes on with the new
     * one.
     *
     * @param createStatement the CREATE TABLE for it
     */
    public void recreateTable(String table, String createStatement) {
        TableName name = TableName.parse(table);
        quietly(connection -> {
            Optional<Sources.Entry> source = Sources.find(connection, name);
            removeStage(connection, name);
            run(connection, "DROP TABLE " + name.sql());
            run(connection, createStatement);
            if (source.isPresent()) {
                Staging.add(connection, name, source.get().oldSynchpoint());
            }
        });
    }

    /** Switches DATA CAPTURE CHANGES on or off in the catalog. */
    public void dataCapture(String table, boolean enabled) {
        TableName name = TableName.parse(table);
        quietly(connection -> DataCapture.set(connection, name.schema(), name.name(), enabled));
    }

    /** Sets CARD (CARDF) to the number of rows the table has now, as RUNSTATS does; it is -1 before. */
    public void runStatistics(String table) {
        TableName name = TableName.parse(table);
        quietly(connection -> {
            try (PreparedStatement delete = connection.prepareStatement(
                            "DELETE FROM DB2KIT.STATISTICS WHERE TABLE_OWNER = ? AND TABLE_NAME = ?");
                    PreparedStatement insert =
                            connection.prepareStatement("INSERT INTO DB2KIT.STATISTICS (TABLE_OWNER, TABLE_NAME, CARD) "
                                    + "SELECT ?, ?, CAST(COUNT(*) AS BIGINT) FROM " + name.sql())) {
                delete.setString(1, name.schema());
                delete.setString(2, name.name());
                delete.executeUpdate();
                insert.setString(1, name.schema());
                insert.setString(2, name.name());
                insert.executeUpdate();
            }
        });
    }

    /** Brings the catalogs up to date now; needed only where a catalog is read with a statement prepared before. */
    public void refreshCatalog() {
        try {
            catalog.refresh();
        } catch (SQLException e) {
            throw new IllegalStateException("The catalog could not be brought up to date: " + e.getMessage(), e);
        }
    }

    private void change(TableName table, JdbcWork work) {
        change(table, table, work);
    }

    private void change(TableName table, TableName after, JdbcWork work) {
        quietly(connection -> {
            Optional<Sources.Entry> source = Sources.find(connection, table);
            if (source.isPresent()) {
                // writers wait from here on, so no change goes by without a trigger
                run(connection, "LOCK TABLE " + table.sql() + " IN EXCLUSIVE MODE");
                Staging.dropTriggers(connection, source.get().staged());
            }
            work.run(connection);
            if (source.isPresent()) {
                Staging.createTriggers(
                        connection,
                        new StagedSource(after, source.get().staged().number()));
            }
        });
    }

    private void quietly(JdbcWork work) {
        capture.whileQuiet(() -> database.inTransaction(work));
        refreshCatalog();
    }

    private static void removeStage(Connection connection, TableName table) throws SQLException {
        Optional<Sources.Entry> source = Sources.find(connection, table);
        if (source.isPresent()) {
            Staging.remove(connection, source.get().staged());
        }
    }

    private static boolean widened(Connection connection, TableName table, String column, String type)
            throws SQLException {
        try {
            run(
                    connection,
                    "ALTER TABLE " + table.sql() + " ALTER COLUMN " + quoted(column) + " SET DATA TYPE " + type);
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    private static void replaceColumn(Connection connection, TableName table, String column, String type)
            throws SQLException {
        Column old = Staging.requireColumns(connection, table).stream()
                .filter(candidate -> candidate.sqlName().equals(quoted(column)))
                .findFirst()
                .orElseThrow(
                        () -> new IllegalArgumentException("The table " + table + " has no column " + quoted(column)));
        String temporary = TableName.quote(old.name() + "_NEW");
        run(connection, "ALTER TABLE " + table.sql() + " ADD COLUMN " + temporary + " " + type);
        run(
                connection,
                "UPDATE " + table.sql() + " SET " + temporary + " = CAST(" + old.sqlName() + " AS " + type + ")");
        run(connection, drop(table, column));
        run(connection, "RENAME COLUMN " + table.sql() + "." + temporary + " TO " + old.sqlName());
        if (!old.nullable()) {
            run(connection, "ALTER TABLE " + table.sql() + " ALTER COLUMN " + old.sqlName() + " NOT NULL");
        }
    }

    private static String drop(TableName table, String column) {
        return "ALTER TABLE " + table.sql() + " DROP COLUMN " + quoted(column) + " RESTRICT";
    }

    private static String quoted(String column) {
        // any schema serves to fold the name
        return TableName.quote(TableName.parse("X." + column).name());
    }

    private static void run(Connection connection, String sql) throws SQLException {
        Staging.run(connection, List.of(sql));
    }
}
