package io.github.cameldb2cdc.test.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.ibm.db2.jcc.DB2Diagnosable;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WireFaultsTest {
    private static final int ROWS = 5_000;
    private static final String INSERT = "INSERT INTO T VALUES (?, ?)";
    private static final String QUERY = "SELECT ID, NAME FROM BIG ORDER BY ID";

    private static RelayedDerby derby;
    private static WireFaults faults;

    private Connection connection;

    @BeforeAll
    static void start() throws Exception {
        derby = RelayedDerby.start("FAULTS");
        faults = derby.faults;
        derby.run(
                "CREATE TABLE T (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(10))",
                "CREATE TABLE BIG (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(100), TEXT CLOB(10K))");
        try (Connection connection = derby.connect();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO BIG VALUES (?, ?, ?)")) {
            for (int id = 0; id < ROWS; id++) {
                insert.setInt(1, id);
                insert.setString(2, "n".repeat(50));
                insert.setString(3, "text " + id);
                insert.addBatch();
            }
            insert.executeBatch();
        }
    }

    @AfterAll
    static void stop() throws Exception {
        derby.close();
    }

    @BeforeEach
    void connect() throws Exception {
        derby.run("DELETE FROM T");
        connection = derby.connect();
        connection.setAutoCommit(false);
    }

    @AfterEach
    void clear() throws Exception {
        faults.clear();
        faults.recordStatements(0);
        if (connection.isClosed()) {
            return;
        }
        connection.rollback();
        connection.close();
    }

    @Test
    void aConnectionDroppedBeforeTheServerSeesTheStatementLeavesNothing() throws Exception {
        insert(1);
        WireFault fault = faults.onStatement(sql -> sql.startsWith("INSERT")).dropConnection();
        assertDropped(fault, () -> insert(2));
        assertThat(rowsOfT()).isZero();
    }

    private void insert(int id) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            insert.setInt(1, id);
            insert.setString(2, "x");
            insert.executeUpdate();
        }
    }

    private static int rowsOfT() throws SQLException {
        return derby.number("SELECT COUNT(*) FROM T");
    }

    private static void assertDropped(WireFault fault, ThrowingCallable work) {
        assertThat(failure(work).getErrorCode()).isEqualTo(-4499);
        assertThat(fault.fired()).isEqualTo(1);
    }

    private static SQLException failure(ThrowingCallable work) {
        SQLException failure = catchThrowableOfType(SQLException.class, work);
        assertThat((Throwable) failure).as("failure").isNotNull();
        return failure;
    }

    @Test
    void aCommitWhoseAnswerIsLostHasTakenPlace() throws Exception {
        insert(1);
        WireFault fault = faults.onStatement(WireFaults.COMMIT::equals).dropConnectionAfterExecution();
        assertDropped(fault, () -> connection.commit());
        assertThat(rowsOfT()).isEqualTo(1);
    }

    @Test
    void aCommitThatNeverReachesTheServerHasNotTakenPlace() throws Exception {
        insert(1);
        WireFault fault = faults.onStatement(WireFaults.COMMIT::equals).dropConnection();
        assertDropped(fault, () -> connection.commit());
        assertThat(rowsOfT()).isZero();
    }

    @Test
    void aQueryIsCutAfterANumberOfBytes() throws Exception {
        WireFault fault = faults.onStatement(QUERY::equals).dropConnectionInsideResultSet(100_000);
        int[] rows = new int[1];
        assertDropped(fault, () -> read(QUERY, rows));
        assertThat(rows[0]).isBetween(500, 2_500);
    }

    @Test
    void aQueryIsCutAfterANumberOfBlocks() throws Exception {
        WireFault fault = faults.onStatement(QUERY::equals).dropConnectionAfterBlocks(2);
        int[] rows = new int[1];
        assertDropped(fault, () -> read(QUERY, rows));
        assertThat(rows[0]).isBetween(500, 2_500);
    }

    @Test
    void aQueryWithLobsIsCutToo() throws Exception {
        String query = "SELECT ID, TEXT FROM BIG ORDER BY ID";
        WireFault fault = faults.onStatement(query::equals).dropConnectionAfterBlocks(10);
        int[] rows = new int[1];
        assertDropped(fault, () -> read(query, rows));
        assertThat(rows[0]).isBetween(5, 11);
    }

    private void read(String query, int[] rowsRead) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                rowsRead[0]++;
            }
        }
    }

    @Test
    void aDelayHoldsAStatementBack() throws Exception {
        faults.onStatement(sql -> sql.startsWith("INSERT")).delay(Duration.ofMillis(300));
        long start = System.nanoTime();
        insert(1);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(300));
        assertThat(RelayedDerby.number(connection, "SELECT COUNT(*) FROM T")).isEqualTo(1);
    }

    @Test
    void aWithheldAnswerEndsTheCallAtTheNetworkTimeout() throws Exception {
        WireFault fault = faults.onStatement(QUERY::equals).withholdAnswer();
        connection.setNetworkTimeout(Executors.newSingleThreadExecutor(), 500);
        long start = System.nanoTime();
        SQLException error = failure(() -> read(QUERY, new int[1]));
        assertThat(error.getErrorCode()).isEqualTo(-4499);
        assertThat(Duration.ofNanos(System.nanoTime() - start))
                .isBetween(Duration.ofMillis(400), Duration.ofSeconds(5));
        assertThat(fault.fired()).isEqualTo(1);
    }

    @Test
    void aWithheldAnswerArrivesWhenReleased() throws Exception {
        WireFault fault = faults.onStatement(sql -> sql.startsWith("INSERT")).withholdAnswer();
        CompletableFuture<Void> waiting = CompletableFuture.runAsync(() -> {
            try {
                insert(1);
            } catch (SQLException e) {
                throw new IllegalStateException(e);
            }
        });
        assertThat(fault.awaitFired(Duration.ofSeconds(5))).isTrue();
        assertThat(waiting).isNotDone();
        fault.release();
        waiting.get(60, TimeUnit.SECONDS);
        connection.commit();
        assertThat(rowsOfT()).isEqualTo(1);
    }

    @Test
    void anUpdateFailsWithoutReachingTheServerAndTheConversationGoesOn() throws Exception {
        insert(1);
        faults.onStatement(INSERT::equals).failWith(-904, "57011", "00C9008E", "00000302");
        SQLException error = failure(() -> insert(2));
        assertError(error, -904, "57011", "00C9008E;00000302");
        insert(3);
        connection.commit();
        assertThat(derby.number("SELECT SUM(ID) FROM T")).isEqualTo(4);
    }

    @Test
    void aQueryFailsWithoutReachingTheServerAndCanBeRepeated() throws Exception {
        faults.onStatement(QUERY::equals).times(2).failWith(-204, "42704", "APP.BIG");
        for (int i = 0; i < 2; i++) {
            assertError(failure(() -> read(QUERY, new int[1])), -204, "42704", "APP.BIG");
        }
        int[] rows = new int[1];
        read(QUERY, rows);
        assertThat(rows[0]).isEqualTo(ROWS);
    }

    @Test
    void aPreparedQueryWithParametersFailsOnceAndThenAnswers() throws Exception {
        String sql = "SELECT COUNT(*) FROM BIG WHERE ID < ?";
        try (PreparedStatement query = connection.prepareStatement(sql)) {
            for (int attempt = 0; attempt < 5; attempt++) {
                query.setInt(1, 10);
                if (attempt == 2) {
                    faults.onStatement(sql::equals).failWith(-952, "57014");
                    assertError(failure(query::executeQuery), -952, "57014", null);
                } else {
                    try (ResultSet rows = query.executeQuery()) {
                        assertThat(rows.next()).isTrue();
                        assertThat(rows.getInt(1)).isEqualTo(10);
                    }
                }
            }
        }
    }

    @Test
    void anImmediateStatementFails() throws Exception {
        faults.onStatement(sql -> sql.startsWith("DELETE")).failWith(-551, "42501", "APP", "DELETE", "APP.T");
        try (Statement statement = connection.createStatement()) {
            SQLException error = failure(() -> statement.executeUpdate("DELETE FROM T"));
            assertError(error, -551, "42501", "APP;DELETE;APP.T");
            assertThat(statement.executeUpdate("DELETE FROM T")).isZero();
        }
    }

    @Test
    void aScriptedDeadlockRollsTheUnitOfWorkBack() throws Exception {
        insert(1);
        faults.onStatement(INSERT::equals).failWith(-911, "40001", "2");
        assertError(failure(() -> insert(2)), -911, "40001", "2");
        connection.commit();
        assertThat(rowsOfT()).isZero();
        faults.onStatement(QUERY::equals).failWith(-911, "40001", "68");
        assertError(failure(() -> read(QUERY, new int[1])), -911, "40001", "68");
        faults.onStatement(sql -> sql.startsWith("DELETE")).failWith(-911, "40001", "68");
        try (Statement statement = connection.createStatement()) {
            assertError(failure(() -> statement.execute("DELETE FROM T")), -911, "40001", "68");
        }
        try (Connection idle = derby.connect()) {
            idle.setAutoCommit(false);
            faults.onStatement(QUERY::equals).failWith(-911, "40001", "2");
            PreparedStatement query = idle.prepareStatement(QUERY);
            failure(query::executeQuery);
            query.close();
        }
        assertThat(RelayedDerby.number(connection, "SELECT COUNT(*) FROM BIG")).isEqualTo(ROWS);
    }

    @Test
    void aFailedCommitRollsBack() throws Exception {
        insert(1);
        faults.onStatement(WireFaults.COMMIT::equals).failWith(-964, "57011");
        assertError(failure(() -> connection.commit()), -964, "57011", null);
        connection.commit();
        assertThat(rowsOfT()).isZero();
    }

    @Test
    void oneEntryOfABatchFailsAndTheOthersAreExecuted() throws Exception {
        faults.onNthStatement(2).failWith(-904, "57011");
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (int id = 1; id <= 3; id++) {
                insert.setInt(1, id);
                insert.setString(2, "x");
                insert.addBatch();
            }
            SQLException error = failure(insert::executeBatch);
            assertThat(error.getNextException().getErrorCode()).isEqualTo(-904);
        }
        connection.commit();
        assertThat(derby.number("SELECT SUM(ID) FROM T")).isEqualTo(4);
    }

    @Test
    void theNthStatementFromNowIsMet() throws Exception {
        faults.onNthStatement(3).failWith(-904, "57011");
        insert(1);
        insert(2);
        assertThat(failure(() -> insert(3)).getErrorCode()).isEqualTo(-904);
    }

    @Test
    void refusedConnectionsFailUntilTheyAreTakenAgain() throws Exception {
        faults.refuseConnections(true);
        assertThat(failure(() -> derby.connect().close()).getErrorCode()).isEqualTo(-4499);
        assertThat(RelayedDerby.number(connection, "SELECT COUNT(*) FROM T")).isZero();
        faults.refuseConnections(false);
        long before = faults.connections();
        derby.connect().close();
        assertThat(faults.connections()).isEqualTo(before + 1);
    }

    @Test
    void droppedConnectionsAreRolledBackAndNewOnesTaken() throws Exception {
        insert(1);
        derby.relay.dropConnections();
        assertThat(failure(() -> insert(2)).getErrorCode()).isEqualTo(-4499);
        assertThat(rowsOfT()).isZero();
    }

    @Test
    void statementsAreCountedAndRecordedInTheWordsOfTheClient() throws Exception {
        faults.recordStatements(3);
        long before = faults.statements();
        insert(1);
        assertThat(RelayedDerby.number(connection, "SELECT COUNT(*) FROM T WITH UR FOR READ ONLY"))
                .isEqualTo(1);
        connection.commit();
        insert(2);
        connection.rollback();
        assertThat(faults.statements()).isEqualTo(before + 5);
        assertThat(faults.recordedStatements()).containsExactly(WireFaults.COMMIT, INSERT, WireFaults.ROLLBACK);
    }

    @Test
    void clearingReleasesAndForgetsFaults() throws Exception {
        WireFault fault = faults.onAny().times(100).failWith(-904, "57011");
        assertThat(failure(() -> insert(1)).getErrorCode()).isEqualTo(-904);
        faults.clear();
        insert(1);
        assertThat(fault.fired()).isEqualTo(1);
    }

    @Test
    void theThreadsOfAConnectionEndWithIt() throws Exception {
        faults.onStatement(QUERY::equals).withholdAnswer();
        connection.setNetworkTimeout(Executors.newSingleThreadExecutor(), 200);
        failure(() -> read(QUERY, new int[1]));
        String prefix = "drda-relay-" + derby.relay.port() + "-";
        Awaitility.await().atMost(Duration.ofSeconds(5)).until(() -> Thread.getAllStackTraces().keySet().stream()
                .noneMatch(thread -> thread.getName().startsWith(prefix)));
    }

    private static void assertError(SQLException error, int code, String state, String tokens) {
        assertThat(error.getErrorCode()).isEqualTo(code);
        assertThat(error.getSQLState()).isEqualTo(state);
        assertThat(((DB2Diagnosable) error).getSqlca().getSqlErrmc()).isEqualTo(tokens);
    }
}
