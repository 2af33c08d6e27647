package io.github.cameldb2cdc.test;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

/** A script of statements that lies beside this class; it has no semicolon inside a statement. */
final class SqlScript {
    private final String text;

    private SqlScript(String text) {
        this.text = text;
    }

    static SqlScript read(String name) {
        try (InputStream stream = SqlScript.class.getResourceAsStream(name)) {
            return new SqlScript(new String(stream.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Replaces each {@code ${key}} by its value. */
    SqlScript with(Map<String, String> values) {
        String replaced = text;
        for (Map.Entry<String, String> value : values.entrySet()) {
            replaced = replaced.replace("${" + value.getKey() + "}", value.getValue());
        }
        return new SqlScript(replaced);
    }

    /** Runs the statements in order; the caller commits. */
    void run(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : text.replaceAll("(?m)^--.*$", "").split(";")) {
                if (!sql.isBlank()) {
                    statement.execute(sql);
                }
            }
        }
    }
}
