package io.github.cameldb2cdc.checkpoint;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/**
 * The exactly-once effect: the place of a sink, written in the sink's own transaction.
 *
 * <p><b>Steps.</b> First the head of the checkpoint is locked, by an update that changes nothing and matches only the
 * owner and epoch of the event. Then the sink's place, a row of its own, is read; an event that it contains is refused;
 * else the place moves behind the event.
 *
 * <p><b>Guarantee.</b> Rows and place are committed together or not at all, so an event whose rows are there is never
 * applied again, and one whose rows are not is never skipped. A consumer that lost the checkpoint applies nothing more.
 *
 * <p><b>Why.</b> Whoever takes the checkpoint over updates the head, too: it waits for a transaction that is under way,
 * and one that comes later finds another owner. The next start reads the head first and the sink's place behind it, so
 * it goes on behind everything that was committed. The engine's own writes guard the head by its record number, which
 * this leaves alone, and never touch the place.
 */
final class SinkRows {

    /** No table has this entry: theirs are hashes. */
    static final String ENTRY = "SINK";

    private static final String HEAD = "HEAD";

    private final CheckpointTable table;

    SinkRows(CheckpointTable table) {
        this.table = table;
    }

    StoreAnswer store(Connection connection, EventCheckpoint event) throws SQLException {
        String key = CheckpointName.forColumn(event.name());
        if (!lockHead(connection, key, event)) {
            return StoreAnswer.FENCED;
        }
        if (!event.isOrdered()) {
            return StoreAnswer.STORED;
        }
        SinkPlace before = read(connection, key, event.name());
        if (before != null && before.contains(event)) {
            return StoreAnswer.ALREADY;
        }
        write(connection, key, before == null, SinkPlace.after(before, event));
        return StoreAnswer.STORED;
    }

    private boolean lockHead(Connection connection, String key, EventCheckpoint event) throws SQLException {
        try (PreparedStatement update = table.prepare(
                connection,
                "UPDATE $T SET OWNER_ID = OWNER_ID WHERE CHECKPOINT_NAME = ? AND ENTRY_ID = ? AND PIECE = 0"
                        + " AND OWNER_ID = ? AND EPOCH_NUMBER = ?")) {
            update.setString(1, key);
            update.setString(2, HEAD);
            update.setString(3, event.owner());
            update.setLong(4, event.epoch());
            return update.executeUpdate() == 1;
        }
    }

    private SinkPlace read(Connection connection, String key, String name) throws SQLException {
        try (PreparedStatement select = table.prepare(
                connection, "SELECT PIECE_TEXT FROM $T WHERE CHECKPOINT_NAME = ? AND ENTRY_ID = ? AND PIECE = 0")) {
            select.setString(1, key);
            select.setString(2, ENTRY);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next() ? SinkPlace.parse(name, rows.getString(1)) : null;
            }
        }
    }

    /** The lock on the head keeps others from adding the row meanwhile. */
    private void write(Connection connection, String key, boolean first, SinkPlace place) throws SQLException {
        String sql = first
                ? "INSERT INTO $T (PIECE_TEXT, CHECKPOINT_NAME, ENTRY_ID, PIECE, ENTRY_LABEL) VALUES (?, ?, ?, 0, 'sink')"
                : "UPDATE $T SET PIECE_TEXT = ? WHERE CHECKPOINT_NAME = ? AND ENTRY_ID = ? AND PIECE = 0";
        try (PreparedStatement statement = table.prepare(connection, sql)) {
            statement.setString(1, place.toText());
            statement.setString(2, key);
            statement.setString(3, ENTRY);
            statement.executeUpdate();
        }
    }
}
