package io.github.cameldb2cdc.test.catalog;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The attribute DATA CAPTURE CHANGES of tables, which the engine does not have. */
public final class DataCapture {
    private DataCapture() {}

    /** The procedure of that name: called inside the database, in the transaction of the caller. */
    public static void set(String owner, String table, boolean enabled) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:default:connection")) {
            set(connection, owner, table, enabled);
        }
    }

    /** Switches the attribute; the caller commits. */
    public static void set(Connection connection, String owner, String table, boolean enabled) throws SQLException {
        update(connection, "DELETE FROM DB2KIT.DATA_CAPTURE WHERE TABLE_OWNER = ? AND TABLE_NAME = ?", owner, table);
        if (enabled) {
            update(connection, "INSERT INTO DB2KIT.DATA_CAPTURE (TABLE_OWNER, TABLE_NAME) VALUES (?, ?)", owner, table);
        }
    }

    private static void update(Connection connection, String sql, String owner, String table) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, owner.strip());
            statement.setString(2, table);
            statement.executeUpdate();
        }
    }
}
