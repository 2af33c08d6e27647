package io.github.cameldb2cdc.proof;

import io.github.cameldb2cdc.proof.WorkloadTables.Kind;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.EnumSet;
import java.util.Random;
import java.util.Set;

/** One connection that changes tables in transactions, and what its open transaction has touched. */
final class Writer implements AutoCloseable {

    static final int KEYS = 14;
    private static final int SPARE_KEY = 5_000;

    private final Connection connection;
    private final WorkloadTables tables;
    private final Random random;
    private final Set<Kind> changed = EnumSet.noneOf(Kind.class);
    private final Set<Kind> extended = EnumSet.noneOf(Kind.class);

    Writer(Connection connection, WorkloadTables tables, Random random) throws SQLException {
        this.connection = connection;
        this.tables = tables;
        this.random = random;
        connection.setAutoCommit(false);
    }

    /** Whether the open transaction has changed the table in any way. */
    boolean touches(Kind kind) {
        return changed.contains(kind) || extended.contains(kind);
    }

    /** Whether the open transaction did more to the table than to add new rows. */
    boolean changes(Kind kind) {
        return changed.contains(kind);
    }

    /** Adds a row with a key that nobody else uses. */
    void insertNew(Kind kind, int key, int version) throws SQLException {
        extended.add(kind);
        insert(kind, key, version);
    }

    /** Changes one row by its key. */
    void changeKey(Kind kind, int key, int version) throws SQLException {
        changed.add(kind);
        switch (random.nextInt(8)) {
            case 0 -> delete(kind, key);
            case 1 -> {
                delete(kind, key);
                insert(kind, key, version);
            }
            case 2 -> {
                put(kind, key, version);
                delete(kind, key);
            }
            case 3 -> {
                put(kind, key, version);
                delete(kind, key);
                insert(kind, key, version);
            }
            case 4 -> {
                Savepoint savepoint = connection.setSavepoint("BEFORE" + version);
                put(kind, key, version);
                if (random.nextBoolean()) {
                    delete(kind, key);
                }
                connection.rollback(savepoint);
                // the engine keeps one named savepoint at a time
                connection.releaseSavepoint(savepoint);
            }
            default -> put(kind, key, version);
        }
    }

    /** Changes many rows, in statements that may read the whole table. */
    void changeMany(Kind kind, int version) throws SQLException {
        changed.add(kind);
        String table = tables.name(kind);
        String column = kind.shifted();
        int from = random.nextInt(KEYS);
        switch (random.nextInt(column == null ? 2 : 6)) {
            case 0 -> run("UPDATE " + table + " SET V = ?", version);
            case 1 -> swap(kind, from, random.nextInt(KEYS), version);
            case 2 -> run("UPDATE " + table + " SET V = ? WHERE " + column + " <= ?", version, from);
            case 3 ->
                run(
                        "UPDATE " + table + " SET V = ?, " + column + " = " + column + " + 1 WHERE " + column + " >= ?",
                        version,
                        from);
            case 4 ->
                run(
                        "UPDATE " + table + " SET V = ?, " + column + " = " + column + " - 1 WHERE " + column + " > ?"
                                + " AND NOT EXISTS (SELECT 1 FROM " + table + " WHERE " + column + " = ?)",
                        version,
                        from,
                        from);
            default ->
                run(
                        "UPDATE " + table + " SET V = ?, " + column + " = 2 * ? + 1 - " + column + " WHERE " + column
                                + " IN (?, ? + 1)",
                        version,
                        from,
                        from,
                        from);
        }
        if (random.nextInt(6) == 0 && column != null) {
            run("DELETE FROM " + table + " WHERE " + column + " > ?", KEYS + random.nextInt(200));
        }
    }

    private void swap(Kind kind, int one, int other, int version) throws SQLException {
        if (kind != Kind.LOOSE && one != other) {
            move(kind, one, SPARE_KEY, version);
            move(kind, other, one, version);
            move(kind, SPARE_KEY, other, version);
        }
    }

    private void move(Kind kind, int from, int to, int version) throws SQLException {
        String sql = "UPDATE " + tables.name(kind) + " SET V = ?, " + kind.assignment() + " WHERE " + kind.where();
        run(sql, concat(new Object[] {version}, concat(kind.key(to), kind.key(from))));
    }

    private void put(Kind kind, int key, int version) throws SQLException {
        String sql = "UPDATE " + tables.name(kind) + " SET V = ? WHERE " + kind.where();
        if (run(sql, concat(new Object[] {version}, kind.key(key))) == 0
                || kind == Kind.LOOSE && random.nextBoolean()) {
            insert(kind, key, version);
        }
    }

    private void insert(Kind kind, int key, int version) throws SQLException {
        String markers = "?, ".repeat(kind.key(key).length) + "?";
        run(
                "INSERT INTO " + tables.name(kind) + " (" + kind.inserted() + ") VALUES (" + markers + ")",
                concat(kind.key(key), new Object[] {version}));
    }

    private void delete(Kind kind, int key) throws SQLException {
        run("DELETE FROM " + tables.name(kind) + " WHERE " + kind.where(), kind.key(key));
    }

    private static Object[] concat(Object[] first, Object[] second) {
        Object[] all = new Object[first.length + second.length];
        System.arraycopy(first, 0, all, 0, first.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    private int run(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            return statement.executeUpdate();
        }
    }

    void commit() throws SQLException {
        connection.commit();
        release();
    }

    void rollback() throws SQLException {
        connection.rollback();
        release();
    }

    private void release() {
        changed.clear();
        extended.clear();
    }

    @Override
    public void close() throws SQLException {
        commit();
        connection.close();
    }
}
