package io.github.cameldb2cdc.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Three connections change one table at random, each its own keys, which they hand on when they commit, while Capture
 * publishes at random moments and by itself. Rows of the change table applied in (COMMITSEQ, INTENTSEQ) order must give
 * the table.
 */
class RandomTransactionsTest {
    @RegisterExtension
    static final EmbeddedDb2Extension EXTENSION = EmbeddedDb2Extension.create();

    private static final int WRITERS = 3;
    private static final int STEPS = 250;
    private static final int KEYS = 30;

    private final EmbeddedDb2 db2 = EXTENSION.get();

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void appliedChangesGiveTheSourceTable(long seed) throws Exception {
        String table = "DB2INST1.P" + seed;
        db2.execute("CREATE TABLE " + table + " (ID INTEGER NOT NULL PRIMARY KEY, VERSION INTEGER NOT NULL)");
        Registration registration = Registration.of("DB2INST1", "P" + seed);
        db2.register(seed % 2 == 0 ? registration.updatesAsRows().beforeImages("X") : registration);
        Random random = new Random(seed);
        List<Writer> writers = new ArrayList<>();
        for (int number = 0; number < WRITERS; number++) {
            writers.add(new Writer(db2.connect(), table, random));
        }
        for (int step = 0; step < STEPS; step++) {
            step(writers, random, step);
        }
        for (Writer writer : writers) {
            writer.close();
        }
        db2.capture().publish();
        assertThat(replayed("ASNCDC.CDC_DB2INST1_P" + seed)).as("seed %d", seed).isEqualTo(stored(table));
        assertThat(Rows.of(
                        db2,
                        "SELECT 1 FROM ASNCDC.CDC_DB2INST1_P" + seed + " c WHERE NOT EXISTS (SELECT 1 FROM"
                                + " ASNCDC.IBMSNAP_UOW u WHERE u.IBMSNAP_COMMITSEQ = c.IBMSNAP_COMMITSEQ)"))
                .isEmpty();
    }

    private void step(List<Writer> writers, Random random, int step) throws SQLException {
        Writer writer = writers.get(random.nextInt(WRITERS));
        switch (random.nextInt(12)) {
            case 0 -> writer.commit();
            case 1 -> writer.rollback();
            case 2 -> db2.capture().publish();
            case 3 -> writer.undoneChange(step);
            default -> {
                int key = random.nextInt(KEYS);
                if (writers.stream().noneMatch(other -> other != writer && other.holds(key))) {
                    writer.change(key, step);
                }
            }
        }
    }

    private Map<Integer, Integer> stored(String table) throws SQLException {
        Map<Integer, Integer> rows = new TreeMap<>();
        for (List<String> row : Rows.of(db2, "SELECT ID, VERSION FROM " + table)) {
            rows.put(Integer.valueOf(row.get(0)), Integer.valueOf(row.get(1)));
        }
        return rows;
    }

    private Map<Integer, Integer> replayed(String changes) throws SQLException {
        Map<Integer, Integer> rows = new TreeMap<>();
        for (List<String> row : Rows.of(
                db2,
                "SELECT IBMSNAP_OPERATION, ID, VERSION FROM " + changes
                        + " ORDER BY IBMSNAP_COMMITSEQ, IBMSNAP_INTENTSEQ")) {
            Integer key = Integer.valueOf(row.get(1));
            Integer version = Integer.valueOf(row.get(2));
            if (row.get(0).equals("D")) {
                rows.remove(key);
            } else {
                rows.put(key, version);
            }
        }
        return rows;
    }

    /** One connection and the keys its open transaction has touched. */
    private static final class Writer implements AutoCloseable {
        private final Connection connection;
        private final String table;
        private final Random random;
        private final List<Integer> held = new ArrayList<>();

        Writer(Connection connection, String table, Random random) throws SQLException {
            this.connection = connection;
            this.table = table;
            this.random = random;
            connection.setAutoCommit(false);
        }

        boolean holds(int key) {
            return held.contains(key);
        }

        void change(int key, int version) throws SQLException {
            held.add(key);
            switch (random.nextInt(3)) {
                case 0 -> {
                    run("DELETE FROM " + table + " WHERE ID = ?", key);
                    run("INSERT INTO " + table + " VALUES (?, ?)", key, version);
                }
                case 1 -> run("UPDATE " + table + " SET VERSION = ? WHERE ID = ?", version, key);
                default -> run("DELETE FROM " + table + " WHERE ID = ?", key);
            }
        }

        void undoneChange(int version) throws SQLException {
            if (!held.isEmpty()) {
                Savepoint savepoint = connection.setSavepoint("BEFORE" + version);
                run("UPDATE " + table + " SET VERSION = ? WHERE ID = ?", -version, held.get(0));
                connection.rollback(savepoint);
                // the engine keeps one named savepoint at a time
                connection.releaseSavepoint(savepoint);
            }
        }

        void commit() throws SQLException {
            connection.commit();
            held.clear();
        }

        void rollback() throws SQLException {
            connection.rollback();
            held.clear();
        }

        @Override
        public void close() throws SQLException {
            commit();
            connection.close();
        }

        private void run(String sql, int... values) throws SQLException {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                for (int index = 0; index < values.length; index++) {
                    statement.setInt(index + 1, values[index]);
                }
                statement.executeUpdate();
            }
        }
    }
}
