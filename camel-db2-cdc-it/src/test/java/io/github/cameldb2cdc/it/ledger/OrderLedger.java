package io.github.cameldb2cdc.it.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.test.Registration;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Savepoint;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** In which order changes come, and when they are complete. */
abstract class OrderLedger extends Ledger {

    private static final int LOOKS = 8;
    private static final int MANY = 3_000;

    /** What a reader saw at or below a SYNCHPOINT. */
    private record Look(String synchpoint, int rowsOfA, int rowsOfB) {}

    @Test
    @Proves(Assumption.COMPLETE_UP_TO_SYNCHPOINT)
    void whatIsAtOrBelowASynchpointIsComplete() throws Exception {
        String a = registered("A");
        String b = registered("B");
        AtomicBoolean enough = new AtomicBoolean();
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> write(a, b, enough));
        List<Look> looks = new ArrayList<>();
        try {
            await("SYNCHPOINT moved " + LOOKS + " times", () -> {
                Look look = look(globalRow().get(0));
                if (looks.isEmpty() || !looks.get(looks.size() - 1).synchpoint().equals(look.synchpoint())) {
                    looks.add(look);
                }
                return looks.size() >= LOOKS;
            });
        } finally {
            enough.set(true);
            writer.join();
        }
        db2().capture().catchUp();
        for (Look look : looks) {
            assertThat(look.rowsOfA()).as("each commit has a row in both").isEqualTo(look.rowsOfB());
            assertThat(look(look.synchpoint())).as("nothing was added").isEqualTo(look);
        }
        assertThat(looks.get(LOOKS - 1).rowsOfA()).isPositive();
    }

    private void write(String a, String b, AtomicBoolean enough) {
        try {
            for (int id = 1; !enough.get(); id++) {
                sql().inOneCommit(
                                "INSERT INTO " + a + " VALUES (" + id + ", 'a')",
                                "INSERT INTO " + b + " VALUES (" + id + ", 'b')");
            }
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private Look look(String synchpoint) throws SQLException {
        return new Look(synchpoint, upTo("A", synchpoint), upTo("B", synchpoint));
    }

    private int upTo(String name, String synchpoint) throws SQLException {
        return sql().count(
                        "SELECT COUNT(*) FROM " + changeTable(name) + " WHERE IBMSNAP_COMMITSEQ <= ? WITH CS",
                        HexFormat.of().parseHex(synchpoint));
    }

    @Test
    @Proves(Assumption.LARGE_COMMIT_AT_ONCE)
    void aLargeCommitIsThereAsAWholeOrNotAtAll() throws Exception {
        String table = registered("A");
        sql().inTransaction(connection -> {
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table + " VALUES (?, 'x')")) {
                for (int id = 0; id < MANY; id++) {
                    insert.setInt(1, id);
                    insert.addBatch();
                }
                insert.executeBatch();
            }
            connection.commit();
        });
        List<Integer> seen = new ArrayList<>();
        await("the commit is complete", () -> {
            seen.add(upTo("A", globalRow().get(0)));
            return seen.contains(MANY);
        });
        assertThat(seen).containsAnyOf(MANY).allMatch(rows -> rows == 0 || rows == MANY);
    }

    @Test
    @Proves(Assumption.COMMITS_IN_ORDER)
    void commitsComeInTheirOrderAndNotInThatOfTheirBeginning() throws Exception {
        String table = registered("A");
        sql().inTransaction(early -> {
            run(early, "INSERT INTO " + table + " VALUES (1, 'began first')");
            sql().inOneCommit("INSERT INTO " + table + " VALUES (2, 'done first')");
            run(early, "INSERT INTO " + table + " VALUES (3, 'began first')");
            early.commit();
        });
        db2().capture().catchUp();
        assertThat(changes("A")).extracting(row -> row.get(1)).containsExactly("2", "1", "3");
        List<List<String>> byChange = sql().rows("SELECT ID FROM " + changeTable("A") + " ORDER BY IBMSNAP_INTENTSEQ");
        assertThat(byChange).extracting(row -> row.get(0)).containsExactly("1", "2", "3");
    }

    private static void run(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Test
    @Proves(Assumption.CHANGES_IN_ORDER)
    void changesOfOneCommitComeInTheirOrderOverAllTables() throws Exception {
        String a = registered("A");
        String b = registered("B");
        sql().inOneCommit(
                        "INSERT INTO " + a + " VALUES (1, 'x')",
                        "INSERT INTO " + b + " VALUES (2, 'x')",
                        "INSERT INTO " + a + " VALUES (3, 'x')",
                        "DELETE FROM " + b,
                        "INSERT INTO " + b + " VALUES (4, 'x')");
        db2().capture().catchUp();
        List<List<String>> rows = sql().rows("SELECT IBMSNAP_INTENTSEQ, ID, IBMSNAP_OPERATION, IBMSNAP_COMMITSEQ FROM "
                + changeTable("A")
                + " UNION ALL SELECT IBMSNAP_INTENTSEQ, ID, IBMSNAP_OPERATION, IBMSNAP_COMMITSEQ FROM "
                + changeTable("B") + " ORDER BY 1");
        assertThat(rows).extracting(row -> row.get(2) + row.get(1)).containsExactly("I1", "I2", "I3", "D2", "I4");
        assertThat(rows).extracting(row -> row.get(0)).doesNotHaveDuplicates();
        assertThat(rows).extracting(row -> row.get(3)).containsOnly(rows.get(0).get(3));
    }

    @Test
    @Proves(Assumption.ROLLBACK_LEAVES_NOTHING)
    void whatIsRolledBackIsNowhere() throws Exception {
        String table = registered("A");
        sql().inTransaction(connection -> run(connection, "INSERT INTO " + table + " VALUES (1, 'gone')"));
        sql().inTransaction(connection -> {
            run(connection, "INSERT INTO " + table + " VALUES (2, 'stays')");
            Savepoint place = connection.setSavepoint();
            run(connection, "INSERT INTO " + table + " VALUES (3, 'gone')");
            connection.rollback(place);
            connection.commit();
        });
        db2().capture().catchUp();
        assertThat(changes("A")).containsExactly(List.of("I", "2", "stays"));
    }

    @Test
    @Proves(Assumption.UPDATE_AS_PAIR)
    void anUpdateIsADeleteFollowedByAnInsert() throws Exception {
        String table = registered("A");
        db2().execute("INSERT INTO " + table + " VALUES (1, 'old')", "UPDATE " + table + " SET V = 'new'");
        db2().capture().catchUp();
        assertThat(changes("A"))
                .containsExactly(List.of("I", "1", "old"), List.of("D", "1", "old"), List.of("I", "1", "new"));
        assertThat(sql().count("SELECT COUNT(DISTINCT IBMSNAP_COMMITSEQ) FROM " + changeTable("A")))
                .isEqualTo(2);
    }

    @Test
    @Proves(Assumption.UPDATE_AS_ROW)
    void anUpdateIsOneRowWithItsOldValuesBesideTheNewOnes() throws Exception {
        String table = registered(Registration.of(schema, "A").updatesAsRows().beforeImages("X"));
        db2().execute(
                        "INSERT INTO " + table + " VALUES (1, 'old')",
                        "UPDATE " + table + " SET V = 'new'",
                        "DELETE FROM " + table);
        db2().capture().catchUp();
        assertThat(changes("A"))
                .containsExactly(List.of("I", "1", "old"), List.of("U", "1", "new"), List.of("D", "1", "new"));
        assertThat(sql().rows("SELECT XID, XV FROM " + changeTable("A") + " WHERE IBMSNAP_OPERATION = 'U'"))
                .containsExactly(List.of("1", "old"));
    }

    @Test
    @Proves(Assumption.PAIRS_ARE_ADJACENT)
    void thePairsOfOneStatementDoNotMix() throws Exception {
        String table = registered("A");
        sql().inOneCommit(IntStream.rangeClosed(1, 5)
                .mapToObj(id -> "INSERT INTO " + table + " VALUES (" + id + ", 'x" + id + "')")
                .toArray(String[]::new));
        db2().execute("UPDATE " + table + " SET ID = ID + 1");
        db2().capture().catchUp();
        List<List<String>> pairs = changes("A").subList(5, 15);
        for (int i = 0; i < pairs.size(); i += 2) {
            List<String> old = pairs.get(i);
            int id = Integer.parseInt(old.get(1));
            assertThat(old).isEqualTo(List.of("D", String.valueOf(id), "x" + id));
            assertThat(pairs.get(i + 1)).isEqualTo(List.of("I", String.valueOf(id + 1), "x" + id));
        }
    }

    @Test
    @Proves(Assumption.CASCADES_ARE_CAPTURED)
    void rowsThatAForeignKeyDeletesAreCaptured() throws Exception {
        String parent = registered("A");
        db2().execute("CREATE TABLE " + schema + ".B (ID INTEGER NOT NULL PRIMARY KEY, V VARCHAR(20), P INTEGER,"
                + " FOREIGN KEY (P) REFERENCES " + parent + " ON DELETE CASCADE)");
        db2().register(schema + ".B");
        db2().execute(
                        "INSERT INTO " + parent + " VALUES (1, 'p')",
                        "INSERT INTO " + schema + ".B VALUES (10, 'c', 1)",
                        "DELETE FROM " + parent);
        db2().capture().catchUp();
        assertThat(changes("B")).containsExactly(List.of("I", "10", "c"), List.of("D", "10", "c"));
    }

    @Test
    @Proves(Assumption.COMMIT_HAS_A_NOTE)
    void aCommitHasANoteOfItsUserAndItsLocalTime() throws Exception {
        String table = registered("A");
        Timestamp before = serverTime();
        sql().inOneCommit("INSERT INTO " + table + " VALUES (1, 'x')", "INSERT INTO " + table + " VALUES (2, 'x')");
        db2().capture().catchUp();
        List<List<String>> notes = sql().rows("SELECT IBMSNAP_AUTHID, IBMSNAP_LOGMARKER FROM " + control("IBMSNAP_UOW")
                + " WHERE IBMSNAP_COMMITSEQ IN (SELECT IBMSNAP_COMMITSEQ FROM " + changeTable("A") + ")");
        assertThat(notes).hasSize(1);
        assertThat(notes.get(0).get(0)).isEqualTo(db2().username().toUpperCase(Locale.ROOT));
        // log times have a grain of a second; another zone would be off by at least a quarter of an hour
        LocalDateTime marked = Timestamp.valueOf(notes.get(0).get(1)).toLocalDateTime();
        assertThat(marked)
                .isBetween(
                        before.toLocalDateTime().minusMinutes(1),
                        serverTime().toLocalDateTime().plusMinutes(1));
    }

    private Timestamp serverTime() throws SQLException {
        return Timestamp.valueOf(sql().one("SELECT CURRENT TIMESTAMP FROM SYSIBM.SYSDUMMY1"));
    }

    @Test
    @Proves(Assumption.ONE_SEQUENCE_LENGTH)
    void logSequencesHaveOneLength() throws Exception {
        String table = registered("A");
        db2().execute("INSERT INTO " + table + " VALUES (1, 'x')");
        db2().capture().catchUp();
        List<String> change = sql().rows("SELECT IBMSNAP_COMMITSEQ, IBMSNAP_INTENTSEQ FROM " + changeTable("A"))
                .get(0);
        String note = sql().one(
                        "SELECT IBMSNAP_COMMITSEQ FROM " + control("IBMSNAP_UOW") + " WHERE IBMSNAP_COMMITSEQ = ?",
                        HexFormat.of().parseHex(change.get(0)));
        assertThat(List.of(change.get(0), change.get(1), note, globalRow().get(0)))
                .extracting(String::length)
                .containsOnly(32);
    }

    @Test
    @Proves(Assumption.NEW_SYNCHPOINT_FOLLOWS)
    void theNewSynchpointIsNotBehindCompleteRows() throws Exception {
        String table = registered("A");
        db2().execute("INSERT INTO " + table + " VALUES (1, 'x')");
        db2().capture().catchUp();
        String commit = sql().one("SELECT MAX(IBMSNAP_COMMITSEQ) FROM " + changeTable("A"));
        assertThat(register("CD_NEW_SYNCHPOINT", "A")).isGreaterThanOrEqualTo(commit);
    }
}
