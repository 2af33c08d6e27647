package io.github.cameldb2cdc.test;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Reads small results as text, over the driver. */
final class Rows {
    private Rows() {}

    static List<List<String>> of(EmbeddedDb2 db2, String sql) throws SQLException {
        try (Connection connection = db2.connect()) {
            return of(connection, sql);
        }
    }

    static List<List<String>> of(Connection connection, String sql) throws SQLException {
        List<List<String>> result = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            int columns = rows.getMetaData().getColumnCount();
            while (rows.next()) {
                List<String> row = new ArrayList<>();
                for (int column = 1; column <= columns; column++) {
                    row.add(String.valueOf(rows.getString(column)));
                }
                result.add(row);
            }
        }
        return result;
    }
}
