package io.github.cameldb2cdc.proof;

import io.github.cameldb2cdc.event.TableId;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A table as the proof knows it, without asking the component: its delivered columns and its key.
 *
 * @param key the key columns; empty for a table without a key
 */
record TableUnderProof(TableId id, List<String> columns, List<String> key) {

    boolean isKeyless() {
        return key.isEmpty();
    }

    String sql() {
        return quoted(id.schema()) + "." + quoted(id.name());
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** The rows of the source now: row by key, or, without a key, count by row. */
    SortedMap<String, String> read(Connection connection) throws SQLException {
        String names = columns.stream().map(TableUnderProof::quoted).collect(Collectors.joining(", "));
        SortedMap<String, String> result = new TreeMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT " + names + " FROM " + sql())) {
            while (rows.next()) {
                List<Object> values = new ArrayList<>();
                for (int i = 1; i <= columns.size(); i++) {
                    values.add(rows.getObject(i));
                }
                add(result, values);
            }
        }
        return result;
    }

    /** Adds a row that must be new if the table has a key. */
    private void add(SortedMap<String, String> rows, List<Object> values) {
        if (isKeyless()) {
            rows.merge(text(values), "1", (count, one) -> String.valueOf(Integer.parseInt(count) + 1));
        } else {
            rows.put(keyOf(values), text(values));
        }
    }

    String keyOf(List<Object> values) {
        return key.stream()
                .map(column -> text(values.get(columns.indexOf(column))))
                .collect(Collectors.joining("|"));
    }

    static String text(List<Object> values) {
        return values.stream().map(TableUnderProof::text).collect(Collectors.joining(","));
    }

    private static String text(Object value) {
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        if (value instanceof Timestamp timestamp) {
            return timestamp.toLocalDateTime().toString();
        }
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        return String.valueOf(value);
    }
}
