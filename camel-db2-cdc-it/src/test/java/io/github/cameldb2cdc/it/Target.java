package io.github.cameldb2cdc.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.test.Db2WithCapture;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.TreeMap;

/**
 * What a sink holds that applies events by key: a table with the columns ID, the key, and V.
 *
 * @param table the source, in SQL's spelling
 */
record Target(String table) {

    private static TreeMap<Integer, Object> after(List<RowChange> events) {
        TreeMap<Integer, Object> rows = new TreeMap<>();
        for (RowChange event : events) {
            Integer id = (Integer) event.row().get("ID");
            if (event.operation() == Operation.DELETE) {
                rows.remove(id);
            } else {
                rows.put(id, event.row().get("V"));
            }
        }
        return rows;
    }

    /** Asks the source now, by its own code. */
    void assertEqualsSource(List<RowChange> events, Db2WithCapture db2) throws SQLException {
        TreeMap<Integer, Object> source = new TreeMap<>();
        try (Connection connection = db2.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT ID, V FROM " + table)) {
            while (rows.next()) {
                source.put(rows.getInt(1), rows.getObject(2));
            }
        }
        assertThat(after(events)).isEqualTo(source);
    }
}
