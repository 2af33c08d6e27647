package io.github.cameldb2cdc.it;

import io.github.cameldb2cdc.test.Db2WithCapture;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Asks a database by plain SQL, without the component. Each question is a transaction of its own. */
public record Sql(Db2WithCapture db2) {

    /** Work on a connection that does not commit by itself. */
    @FunctionalInterface
    public interface Work {
        void run(Connection connection) throws SQLException;
    }

    /**
     * The rows as text: bytes as hexadecimal digits, trailing blanks cut.
     *
     * @param parameters bound in their order; a {@code byte[]} as bytes
     */
    public List<List<String>> rows(String query, Object... parameters) throws SQLException {
        try (Connection connection = db2.connect();
                PreparedStatement statement = connection.prepareStatement(query)) {
            for (int i = 0; i < parameters.length; i++) {
                statement.setObject(i + 1, parameters[i]);
            }
            List<List<String>> result = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                int columns = rows.getMetaData().getColumnCount();
                while (rows.next()) {
                    List<String> row = new ArrayList<>();
                    for (int i = 1; i <= columns; i++) {
                        row.add(text(rows.getObject(i)));
                    }
                    result.add(row);
                }
            }
            return result;
        }
    }

    private static String text(Object value) {
        return value instanceof byte[] bytes
                ? HexFormat.of().formatHex(bytes)
                : value == null ? null : value.toString().stripTrailing();
    }

    /** The only value of the only row; null if it is null. */
    public String one(String query, Object... parameters) throws SQLException {
        List<List<String>> rows = rows(query, parameters);
        if (rows.size() != 1) {
            throw new IllegalStateException("One row was expected and " + rows.size() + " came: " + query);
        }
        return rows.get(0).get(0);
    }

    public int count(String query, Object... parameters) throws SQLException {
        return Integer.parseInt(one(query, parameters));
    }

    /** Runs statements as one transaction. */
    public void inOneCommit(String... statements) throws SQLException {
        inTransaction(connection -> {
            for (String sql : statements) {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    statement.execute();
                }
            }
            connection.commit();
        });
    }

    /** Runs work that commits by itself; what it leaves open is rolled back. */
    public void inTransaction(Work work) throws SQLException {
        try (Connection connection = db2.connect()) {
            connection.setAutoCommit(false);
            try {
                work.run(connection);
            } finally {
                connection.rollback();
            }
        }
    }
}
