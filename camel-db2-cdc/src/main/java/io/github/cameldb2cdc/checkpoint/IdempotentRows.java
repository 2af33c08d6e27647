package io.github.cameldb2cdc.checkpoint;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * Keys of an idempotent repository, kept in the table of the checkpoints: one row for each, under the hash of the key,
 * so that keys of any length and with trailing blanks are told apart.
 */
final class IdempotentRows {

    /** No checkpoint has this name: a percent sign in a column is always followed by digits. */
    private static final String ALL_KEYS = "%KEYS";

    private final CheckpointTable table;

    IdempotentRows(CheckpointTable table) {
        this.table = table;
    }

    /** Whether the key is new. */
    boolean add(Connection connection, String key) throws SQLException {
        try (PreparedStatement insert = table.prepare(
                connection,
                "INSERT INTO $T (CHECKPOINT_NAME, ENTRY_ID, PIECE, ENTRY_LABEL, PIECE_TEXT) VALUES (?, ?, 0, ?, '-')")) {
            insert.setString(1, ALL_KEYS);
            insert.setString(2, CheckpointName.hash(key));
            insert.setString(3, CheckpointRows.labelOf(key));
            return table.insert(connection, insert);
        }
    }

    boolean contains(Connection connection, String key) throws SQLException {
        try (PreparedStatement select = table.prepare(
                connection, "SELECT PIECE FROM $T WHERE CHECKPOINT_NAME = ? AND ENTRY_ID = ? AND PIECE = 0$CS")) {
            select.setString(1, ALL_KEYS);
            select.setString(2, CheckpointName.hash(key));
            try (ResultSet rows = select.executeQuery()) {
                return rows.next();
            }
        }
    }

    /** Whether the key was there. */
    boolean remove(Connection connection, String key) throws SQLException {
        try (PreparedStatement delete =
                table.prepare(connection, "DELETE FROM $T WHERE CHECKPOINT_NAME = ? AND ENTRY_ID = ? AND PIECE = 0")) {
            delete.setString(1, ALL_KEYS);
            delete.setString(2, CheckpointName.hash(key));
            return delete.executeUpdate() > 0;
        }
    }

    void clear(Connection connection) throws SQLException {
        try (PreparedStatement delete = table.prepare(connection, "DELETE FROM $T WHERE CHECKPOINT_NAME = ?")) {
            delete.setString(1, ALL_KEYS);
            delete.executeUpdate();
        }
    }
}
