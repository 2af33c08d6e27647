package io.github.cameldb2cdc.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.Savepoint;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CaptureOrderTest {
    @RegisterExtension
    static final EmbeddedDb2Extension EXTENSION = EmbeddedDb2Extension.create().with(EmbeddedDb2Builder::capturePaused);

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final EmbeddedDb2 db2 = EXTENSION.get();
    private String table;
    private String changes;

    @BeforeEach
    void createTable() {
        String name = "T" + NUMBER.incrementAndGet();
        table = "DB2INST1." + name;
        changes = "ASNCDC.CDC_DB2INST1_" + name;
        db2.execute("CREATE TABLE " + table + " (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(40))");
        db2.register(table);
    }

    @Test
    void interleavedTransactionsComeInTheOrderOfTheirCommits() throws Exception {
        try (Connection first = transaction();
                Connection second = transaction()) {
            execute(first, "INSERT INTO " + table + " VALUES (1, 'first')");
            execute(second, "INSERT INTO " + table + " VALUES (2, 'second')");
            execute(second, "INSERT INTO " + table + " VALUES (3, 'second')");
            second.commit();
            db2.capture().publish();
            assertThat(ids()).containsExactly("2", "3");
            first.commit();
            db2.capture().publish();
        }
        assertThat(ids()).containsExactly("2", "3", "1");
        // the change of the late transaction was logged first all the same
        assertThat(Rows.of(db2, "SELECT ID FROM " + changes + " ORDER BY IBMSNAP_INTENTSEQ"))
                .containsExactly(List.of("1"), List.of("2"), List.of("3"));
    }

    @Test
    void anOpenTransactionNeverHoldsUpAnother() throws Exception {
        try (Connection open = transaction()) {
            execute(open, "INSERT INTO " + table + " VALUES (1, 'open')");
            for (int id = 2; id < 12; id++) {
                db2.execute("INSERT INTO " + table + " VALUES (" + id + ", 'x')");
                db2.capture().publish();
            }
            assertThat(ids()).hasSize(10);
            open.rollback();
        }
        db2.capture().publish();
        assertThat(ids()).hasSize(10);
    }

    @Test
    void workThatIsRolledBackLeavesNothing() throws Exception {
        try (Connection connection = transaction()) {
            execute(connection, "INSERT INTO " + table + " VALUES (1, 'rolled back')");
            connection.rollback();
            execute(connection, "INSERT INTO " + table + " VALUES (2, 'kept')");
            Savepoint savepoint = connection.setSavepoint("S1");
            execute(connection, "INSERT INTO " + table + " VALUES (3, 'undone')");
            execute(connection, "UPDATE " + table + " SET NAME = 'undone' WHERE ID = 2");
            connection.rollback(savepoint);
            execute(connection, "INSERT INTO " + table + " VALUES (4, 'kept')");
            connection.commit();
        }
        db2.capture().publish();
        assertThat(Rows.of(db2, "SELECT ID, NAME FROM " + changes + " ORDER BY IBMSNAP_COMMITSEQ, IBMSNAP_INTENTSEQ"))
                .containsExactly(List.of("2", "kept"), List.of("4", "kept"));
        assertThat(Rows.of(db2, "SELECT DISTINCT IBMSNAP_COMMITSEQ FROM " + changes))
                .hasSize(1);
    }

    @Test
    void anUpdateIsADeleteAndAnInsertOfOneCommit() throws Exception {
        db2.execute("INSERT INTO " + table + " VALUES (1, 'old')", "UPDATE " + table + " SET NAME = 'new'");
        db2.execute("DELETE FROM " + table);
        db2.capture().publish();
        assertThat(operations())
                .containsExactly(
                        List.of("I", "1", "old"),
                        List.of("D", "1", "old"),
                        List.of("I", "1", "new"),
                        List.of("D", "1", "new"));
        assertThat(Rows.of(db2, "SELECT DISTINCT IBMSNAP_COMMITSEQ FROM " + changes))
                .hasSize(3);
        assertThat(Rows.of(db2, "SELECT DISTINCT IBMSNAP_INTENTSEQ FROM " + changes))
                .hasSize(4);
    }

    @Test
    void everyChangeIsLoggedBeforeItsCommitAndNoCommitIsAboveTheSynchpoint() throws Exception {
        db2.execute("INSERT INTO " + table + " VALUES (1, 'a'), (2, 'b')", "UPDATE " + table + " SET ID = ID + 1");
        db2.capture().publish();
        assertThat(operations())
                .contains(
                        List.of("D", "1", "a"), List.of("I", "2", "a"), List.of("D", "2", "b"), List.of("I", "3", "b"));
        assertThat(Rows.of(db2, "SELECT 1 FROM " + changes + " WHERE IBMSNAP_INTENTSEQ >= IBMSNAP_COMMITSEQ"))
                .isEmpty();
        assertThat(Rows.of(
                        db2,
                        "SELECT c.ID FROM " + changes + " c, ASNCDC.IBMSNAP_REGISTER r"
                                + " WHERE r.GLOBAL_RECORD = 'Y' AND c.IBMSNAP_COMMITSEQ > r.SYNCHPOINT"))
                .isEmpty();
    }

    @Test
    void captureThatIsBehindPublishesTheOldestCommitsWithTheirTime() throws Exception {
        db2.execute("INSERT INTO " + table + " VALUES (1, 'a')");
        db2.execute("INSERT INTO " + table + " VALUES (2, 'b')");
        db2.execute("INSERT INTO " + table + " VALUES (3, 'c')");
        db2.capture().publish(2);
        assertThat(ids()).hasSize(2);
        assertThat(Rows.of(
                        db2,
                        "SELECT 1 FROM ASNCDC.IBMSNAP_REGISTER r, ASNCDC.IBMSNAP_UOW u WHERE r.GLOBAL_RECORD = 'Y'"
                                + " AND u.IBMSNAP_COMMITSEQ = r.SYNCHPOINT AND u.IBMSNAP_LOGMARKER <= r.SYNCHTIME"))
                .hasSize(1);
        db2.capture().publish(2);
        assertThat(ids()).hasSize(3);
        db2.capture().publish(1);
        db2.capture().publish();
        assertThat(ids()).hasSize(3);
        assertThat(Rows.of(db2, "SELECT DISTINCT IBMSNAP_COMMITSEQ FROM " + changes))
                .hasSize(3);
    }

    @Test
    void aTransactionOverTwoTablesHasOneCommitAndOneUnitOfWork() throws Exception {
        String other = table + "B";
        db2.execute("CREATE TABLE " + other + " (ID INTEGER NOT NULL PRIMARY KEY)");
        db2.register(other);
        try (Connection connection = transaction()) {
            execute(connection, "INSERT INTO " + table + " VALUES (1, 'a')");
            execute(connection, "INSERT INTO " + other + " VALUES (1)");
            execute(connection, "INSERT INTO " + table + " VALUES (2, 'a')");
            connection.commit();
        }
        db2.capture().publish();
        String merged =
                "SELECT u.IBMSNAP_AUTHID, x.T FROM (SELECT IBMSNAP_COMMITSEQ C, IBMSNAP_INTENTSEQ I, 'A' T FROM "
                        + changes + " UNION ALL SELECT IBMSNAP_COMMITSEQ C, IBMSNAP_INTENTSEQ I, 'B' T FROM " + changes
                        + "B) x JOIN ASNCDC.IBMSNAP_UOW u ON u.IBMSNAP_COMMITSEQ = x.C ORDER BY x.C, x.I";
        assertThat(Rows.of(db2, merged))
                .containsExactly(List.of("DB2INST1", "A"), List.of("DB2INST1", "B"), List.of("DB2INST1", "A"));
    }

    private List<String> ids() throws Exception {
        return Rows.of(db2, "SELECT ID FROM " + changes + " ORDER BY IBMSNAP_COMMITSEQ, IBMSNAP_INTENTSEQ").stream()
                .map(row -> row.get(0))
                .toList();
    }

    private List<List<String>> operations() throws Exception {
        return Rows.of(
                db2,
                "SELECT IBMSNAP_OPERATION, ID, NAME FROM " + changes
                        + " ORDER BY IBMSNAP_COMMITSEQ, IBMSNAP_INTENTSEQ");
    }

    private Connection transaction() throws Exception {
        Connection connection = db2.connect();
        connection.setAutoCommit(false);
        return connection;
    }

    private static void execute(Connection connection, String sql) throws Exception {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }
}
