package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.TableId;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The rows of one checkpoint, read and written on a connection whose transaction belongs to the caller.
 *
 * <p>A checkpoint is a head and an entry for each table; each entry is one text in pieces. The first piece of the head
 * carries the guard, and every write begins with it: one UPDATE that matches only what the writer knows. The row's lock
 * then keeps other writers out until the end of the transaction, so the rest needs no guard.
 *
 * <p>Reading begins with the guard, too, and keeps a shared lock on its row (RS), so that writers wait there: the scan
 * of the other rows never meets a writer half-way, which would mix two writes or end in a deadlock. A first write has
 * no row to be locked; so the guard is read again behind the rest, and it all counts only if it is the same.
 */
final class CheckpointRows {

    private static final String HEAD = "HEAD";
    private static final int MOST_READS = 20;

    private final CheckpointTable table;
    private final String name;
    private final String key;

    /** @param name the checkpoint's name */
    CheckpointRows(CheckpointTable table, String name) {
        this.table = table;
        this.name = name;
        this.key = CheckpointName.forColumn(name);
    }

    /**
     * The checkpoint; empty if there is none. A database may show one statement rows of two commits: what looks damaged is
     * read again before that is believed.
     *
     * @throws CdcException definite, if the rows are damaged; transient, if it changes faster than it can be read
     */
    Optional<Checkpoint> read(Connection connection) throws SQLException {
        Guard before = readGuard(connection);
        CdcException damage = null;
        for (int i = 0; i < MOST_READS; i++) {
            Map<String, String> entries = readEntries(connection);
            Guard after = readGuard(connection);
            damage = null;
            if (Objects.equals(before, after)) {
                try {
                    return assemble(entries, after);
                } catch (CdcException e) {
                    damage = e;
                }
            }
            before = after;
        }
        throw damage == null ? changing() : damage;
    }

    private CdcException changing() {
        return CdcException.transientFailure(
                "The checkpoint '" + name + "' in " + table + " changes while it is used; it is tried again.", null);
    }

    private Optional<Checkpoint> assemble(Map<String, String> entries, Guard guard) {
        if (entries.isEmpty()) {
            return Optional.empty();
        }
        String sink = entries.remove(SinkRows.ENTRY);
        String head = entries.remove(HEAD);
        if (head == null) {
            throw CheckpointFormat.damaged(name, "its head is missing in " + table);
        }
        Checkpoint checkpoint = CheckpointFormat.read(name, head, entries.values());
        if (!Guard.of(checkpoint).equals(guard)) {
            throw CheckpointFormat.damaged(
                    name, "owner, epoch or record number differ between the columns of " + table + " and the head");
        }
        return Optional.of(sink == null ? checkpoint : behindSink(checkpoint, SinkPlace.parse(name, sink)));
    }

    /** What a sink stored with its rows is done, whether or not the engine came to record it. */
    private static Checkpoint behindSink(Checkpoint checkpoint, SinkPlace place) {
        if (place.generation() != checkpoint.generation()) {
            return checkpoint;
        }
        Position known = checkpoint.position();
        int length = Math.max(known.commit().length(), place.position().commit().length());
        return place.position().widenTo(length).compareTo(known.widenTo(length)) > 0
                ? checkpoint.withPosition(place.position())
                : checkpoint;
    }

    private Guard readGuard(Connection connection) throws SQLException {
        try (PreparedStatement select = table.prepare(
                connection,
                "SELECT OWNER_ID, EPOCH_NUMBER, RECORD_NUMBER FROM $T"
                        + " WHERE CHECKPOINT_NAME = ? AND ENTRY_ID = ? AND PIECE = 0$RS")) {
            select.setString(1, key);
            select.setString(2, HEAD);
            try (ResultSet rows = select.executeQuery()) {
                return rows.next() ? new Guard(rows.getString(1), rows.getLong(2), rows.getLong(3)) : null;
            }
        }
    }

    /** A missing piece shows when the text is read, so the numbers of the pieces are not looked at. */
    private Map<String, String> readEntries(Connection connection) throws SQLException {
        Map<String, StringBuilder> texts = new LinkedHashMap<>();
        try (PreparedStatement select = table.prepare(
                connection,
                "SELECT ENTRY_ID, PIECE_TEXT FROM $T WHERE CHECKPOINT_NAME = ? ORDER BY ENTRY_ID, PIECE$CS")) {
            select.setString(1, key);
            try (ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    texts.computeIfAbsent(rows.getString(1), entry -> new StringBuilder())
                            .append(rows.getString(2));
                }
            }
        }
        Map<String, String> entries = new LinkedHashMap<>();
        texts.forEach((entry, text) -> entries.put(entry, text.toString()));
        return entries;
    }

    /**
     * Writes {@code next} if {@code previous} is stored, and nothing if {@code next} is.
     *
     * @throws CheckpointFencedException if neither is; the caller rolls back
     */
    void write(Connection connection, Checkpoint previous, Checkpoint next) throws SQLException {
        List<String> head = piecesOf(CheckpointFormat.writeHead(next));
        boolean written = previous == null
                ? insertHead(connection, next, head.get(0))
                : updateHead(connection, previous, next, head.get(0));
        if (!written) {
            requireWritten(connection, previous, next);
            return;
        }
        writeRestOfHead(connection, previous, head);
        writeTables(connection, previous == null ? Map.of() : previous.tables(), next.tables());
    }

    private boolean insertHead(Connection connection, Checkpoint next, String piece) throws SQLException {
        try (PreparedStatement insert = table.prepare(
                connection,
                "INSERT INTO $T (OWNER_ID, EPOCH_NUMBER, RECORD_NUMBER, PIECE_TEXT,"
                        + " CHECKPOINT_NAME, ENTRY_ID, PIECE, ENTRY_LABEL) VALUES (?, ?, ?, ?, ?, ?, 0, ?)")) {
            setHead(insert, next, piece);
            insert.setString(7, labelOf(name));
            return table.insert(connection, insert);
        }
    }

    private boolean updateHead(Connection connection, Checkpoint previous, Checkpoint next, String piece)
            throws SQLException {
        try (PreparedStatement update = table.prepare(
                connection,
                "UPDATE $T SET OWNER_ID = ?, EPOCH_NUMBER = ?, RECORD_NUMBER = ?, PIECE_TEXT = ?"
                        + " WHERE CHECKPOINT_NAME = ? AND ENTRY_ID = ? AND PIECE = 0"
                        + " AND OWNER_ID = ? AND EPOCH_NUMBER = ? AND RECORD_NUMBER = ?")) {
            setHead(update, next, piece);
            update.setString(7, previous.owner());
            update.setLong(8, previous.epoch());
            update.setLong(9, previous.recordNumber());
            return update.executeUpdate() == 1;
        }
    }

    private void setHead(PreparedStatement statement, Checkpoint next, String piece) throws SQLException {
        statement.setString(1, next.owner());
        statement.setLong(2, next.epoch());
        statement.setLong(3, next.recordNumber());
        statement.setString(4, piece);
        statement.setString(5, key);
        statement.setString(6, HEAD);
    }

    /** The guard did not match: an earlier try of the same call wrote it, or the caller is not the owner any more. */
    private void requireWritten(Connection connection, Checkpoint previous, Checkpoint next) throws SQLException {
        if (Guard.admits(name, readGuard(connection), previous, next)) {
            // somebody removed or restored the row between the two statements
            throw changing();
        }
    }

    /** Removes all of it. The guard goes first: whoever writes then waits for its row, and finds none. */
    void remove(Connection connection) throws SQLException {
        try (PreparedStatement delete =
                table.prepare(connection, "DELETE FROM $T WHERE CHECKPOINT_NAME = ? AND ENTRY_ID = ? AND PIECE = 0")) {
            delete.setString(1, key);
            delete.setString(2, HEAD);
            delete.executeUpdate();
        }
        try (PreparedStatement delete = table.prepare(connection, "DELETE FROM $T WHERE CHECKPOINT_NAME = ?")) {
            delete.setString(1, key);
            delete.executeUpdate();
        }
    }

    private void writeRestOfHead(Connection connection, Checkpoint previous, List<String> head) throws SQLException {
        boolean mayHaveMore =
                previous != null && CheckpointFormat.writeHead(previous).length() > CheckpointTable.PIECE_LENGTH;
        if (mayHaveMore) {
            try (PreparedStatement delete = table.prepare(
                    connection, "DELETE FROM $T WHERE CHECKPOINT_NAME = ? AND ENTRY_ID = ? AND PIECE > 0")) {
                delete.setString(1, key);
                delete.setString(2, HEAD);
                delete.executeUpdate();
            }
        }
        if (head.size() > 1) {
            try (PreparedStatement insert = prepareInsert(connection)) {
                addPieces(insert, HEAD, labelOf(name), head, 1);
                insert.executeBatch();
            }
        }
    }

    private void writeTables(
            Connection connection, Map<TableId, TableCheckpoint> previous, Map<TableId, TableCheckpoint> next)
            throws SQLException {
        Set<TableId> replaced = new TreeSet<>();
        previous.forEach((id, checkpoint) -> {
            if (!checkpoint.equals(next.get(id))) {
                replaced.add(id);
            }
        });
        deleteTables(connection, replaced);
        List<TableCheckpoint> written = next.values().stream()
                .filter(checkpoint -> !checkpoint.equals(previous.get(checkpoint.table())))
                .toList();
        insertTables(connection, written);
    }

    private void deleteTables(Connection connection, Collection<TableId> tables) throws SQLException {
        if (tables.isEmpty()) {
            return;
        }
        try (PreparedStatement delete =
                table.prepare(connection, "DELETE FROM $T WHERE CHECKPOINT_NAME = ? AND ENTRY_ID = ?")) {
            for (TableId id : tables) {
                delete.setString(1, key);
                delete.setString(2, entryOf(id));
                delete.addBatch();
            }
            delete.executeBatch();
        }
    }

    /** One batch for each table bounds what the driver buffers. */
    private void insertTables(Connection connection, List<TableCheckpoint> tables) throws SQLException {
        if (tables.isEmpty()) {
            return;
        }
        try (PreparedStatement insert = prepareInsert(connection)) {
            for (TableCheckpoint checkpoint : tables) {
                List<String> pieces = piecesOf(CheckpointFormat.writeTable(checkpoint));
                addPieces(
                        insert,
                        entryOf(checkpoint.table()),
                        labelOf(checkpoint.table().toString()),
                        pieces,
                        0);
                insert.executeBatch();
            }
        }
    }

    private PreparedStatement prepareInsert(Connection connection) throws SQLException {
        return table.prepare(
                connection,
                "INSERT INTO $T (CHECKPOINT_NAME, ENTRY_ID, PIECE, ENTRY_LABEL, PIECE_TEXT) VALUES (?, ?, ?, ?, ?)");
    }

    private void addPieces(PreparedStatement insert, String entry, String label, List<String> pieces, int from)
            throws SQLException {
        for (int piece = from; piece < pieces.size(); piece++) {
            insert.setString(1, key);
            insert.setString(2, entry);
            insert.setInt(3, piece);
            insert.setString(4, label);
            insert.setString(5, pieces.get(piece));
            insert.addBatch();
        }
    }

    /** The names can be longer than an index key, so a hash of them is the key. */
    private static String entryOf(TableId id) {
        return CheckpointName.hash(id.toString());
    }

    /** For people who look at the table; nothing reads it. Never empty: with VARCHAR2 semantics that would be null. */
    static String labelOf(String text) {
        String label = CheckpointName.forColumn(text);
        return label.isEmpty() ? "-" : label.substring(0, Math.min(label.length(), CheckpointTable.LABEL_LENGTH));
    }

    private static List<String> piecesOf(String text) {
        List<String> pieces = new ArrayList<>();
        for (int from = 0; from < text.length(); from += CheckpointTable.PIECE_LENGTH) {
            pieces.add(text.substring(from, Math.min(text.length(), from + CheckpointTable.PIECE_LENGTH)));
        }
        return pieces;
    }
}
