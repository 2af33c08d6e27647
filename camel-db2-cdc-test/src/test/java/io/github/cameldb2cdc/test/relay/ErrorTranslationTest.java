package io.github.cameldb2cdc.test.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.ibm.db2.jcc.DB2Diagnosable;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ErrorTranslationTest {
    private static RelayedDerby derby;

    @BeforeAll
    static void start() throws Exception {
        derby = RelayedDerby.start("ERRORS");
        derby.run(
                "CALL SYSCS_UTIL.SYSCS_SET_DATABASE_PROPERTY('derby.locks.waitTimeout', '2')",
                "CALL SYSCS_UTIL.SYSCS_SET_DATABASE_PROPERTY('derby.locks.deadlockTimeout', '1')",
                "CREATE TABLE T (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(5))",
                "INSERT INTO T VALUES (1, 'a'), (2, 'b')");
    }

    @AfterAll
    static void stop() throws Exception {
        derby.close();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT * FROM MISSING                 | -204 | 42704 | MISSING",
                "SELECT * FROM NOSCHEMA.MISSING        | -204 | 42704 | NOSCHEMA",
                "DROP TABLE MISSING                    | -204 | 42704 | MISSING",
                "DELETE FROM MISSING                   | -204 | 42704 | MISSING",
                "ALTER TABLE MISSING DATA CAPTURE NONE | -204 | 42704 | MISSING",
                "SELECT MISSING FROM T                 | -206 | 42703 | MISSING",
                "INSERT INTO T (MISSING) VALUES (1)    | -206 | 42703 | MISSING",
                "INSERT INTO T VALUES (1, 'x')         | -803 | 23505 | 1;T",
                "INSERT INTO T VALUES (NULL, 'x')      | -407 | 23502 | ID",
                "INSERT INTO T VALUES (3, 'toolong')   | -433 | 22001 | toolong",
                "INSERT INTO T VALUES (3)              | -117 | 42802 | ",
                "CREATE TABLE T (I INT)                | -601 | 42710 | T;TABLE",
                "ALTER TABLE T ADD COLUMN NAME INT     | -612 | 42711 | NAME",
                "VALUES CAST('x' AS INT)               | -420 | 22018 | INTEGER",
                "VALUES 1/0                            | -801 | 22012 | ",
                "SELECT 1/(ID - 2) FROM T              | -801 | 22012 | ",
                "CALL NOTHING()                        | -440 | 42884 | NOTHING",
                "SELECT * FROM T SKIP LOCKED DATA      | -199 | 42601 | SKIP;WAIT USE"
            })
    void derbysErrorsArriveAsThoseOfDb2(String sql, int code, String state, String tokens) throws Exception {
        assertError(failureOfStatement(sql), code, state, tokens);
        assertError(failureOfPrepared(sql), code, state, tokens);
    }

    @Test
    void aSyntaxErrorNamesWhatWasNotUnderstood() throws Exception {
        SQLException error = failureOfStatement("SELEC 1");
        assertThat(error.getErrorCode()).isEqualTo(-104);
        assertThat(error.getSQLState()).isEqualTo("42601");
        assertThat(tokens(error)).contains("SELEC");
    }

    @Test
    void aLockTimeoutRollsTheUnitOfWorkBackAndSaysReason68() throws Exception {
        try (Connection holder = derby.connect();
                Connection waiter = derby.connect();
                Statement statement = waiter.createStatement()) {
            holder.setAutoCommit(false);
            waiter.setAutoCommit(false);
            holder.createStatement().executeUpdate("UPDATE T SET NAME = 'h' WHERE ID = 1");
            statement.executeUpdate("INSERT INTO T VALUES (50, 'w')");
            SQLException error = failure(() -> statement.executeUpdate("UPDATE T SET NAME = 'w' WHERE ID = 1"));
            assertError(error, -911, "40001", "68");
            assertThat(RelayedDerby.number(holder, "SELECT COUNT(*) FROM T WHERE ID = 50"))
                    .as("rows of the waiter, which did not roll back itself")
                    .isZero();
            assertThat(RelayedDerby.number(waiter, "SELECT COUNT(*) FROM T WHERE ID = 2"))
                    .as("the connection works on")
                    .isEqualTo(1);
            waiter.rollback();
            holder.createStatement().executeUpdate("DELETE FROM T WHERE ID = 50");
            SQLException prepared = failure(() -> {
                try (PreparedStatement update = waiter.prepareStatement("UPDATE T SET NAME = ? WHERE ID = 1")) {
                    update.setString(1, "w");
                    update.executeUpdate();
                }
            });
            assertError(prepared, -911, "40001", "68");
            holder.rollback();
        }
    }

    @Test
    void aLockTimeoutInsideAFetchRollsBackToo() throws Exception {
        try (Connection holder = derby.connect();
                Connection waiter = derby.connect();
                PreparedStatement query = waiter.prepareStatement("SELECT NAME FROM T WHERE ID > ?")) {
            holder.setAutoCommit(false);
            waiter.setAutoCommit(false);
            holder.createStatement().executeUpdate("UPDATE T SET NAME = 'h' WHERE ID = 1");
            waiter.createStatement().executeUpdate("INSERT INTO T VALUES (51, 'w')");
            query.setInt(1, 0);
            SQLException error = failure(() -> readAll(query.executeQuery()));
            assertError(error, -911, "40001", "68");
            assertThat(RelayedDerby.number(holder, "SELECT COUNT(*) FROM T WHERE ID = 51"))
                    .isZero();
            holder.rollback();
        }
    }

    @Test
    void aLockTimeoutWhileACursorIsOpenedRollsBackToo() throws Exception {
        try (Connection holder = derby.connect();
                Connection waiter = derby.connect()) {
            holder.setAutoCommit(false);
            waiter.setAutoCommit(false);
            holder.createStatement().executeUpdate("UPDATE T SET NAME = 'h' WHERE ID = 1");
            waiter.createStatement().executeUpdate("INSERT INTO T VALUES (52, 'w')");
            // sorting reads all rows before the first is given out
            SQLException error = failure(() -> RelayedDerby.number(waiter, "SELECT ID FROM T ORDER BY NAME DESC"));
            assertError(error, -911, "40001", "68");
            assertThat(RelayedDerby.number(holder, "SELECT COUNT(*) FROM T WHERE ID = 52"))
                    .isZero();
            holder.rollback();
        }
    }

    @Test
    void aLockTimeoutWhileAStatementIsPreparedRollsBackToo() throws Exception {
        try (Connection holder = derby.connect();
                Connection waiter = derby.connect()) {
            holder.setAutoCommit(false);
            waiter.setAutoCommit(false);
            holder.createStatement().executeUpdate("CREATE TABLE FRESH (ID INT)");
            waiter.createStatement().executeUpdate("INSERT INTO T VALUES (53, 'w')");
            SQLException error = failure(() -> RelayedDerby.number(waiter, "SELECT COUNT(*) FROM FRESH"));
            assertError(error, -911, "40001", "68");
            assertThat(RelayedDerby.number(holder, "SELECT COUNT(*) FROM T WHERE ID = 53"))
                    .isZero();
            holder.rollback();
        }
    }

    @Test
    void aDeadlockSaysReason2() throws Exception {
        try (Connection first = derby.connect();
                Connection second = derby.connect()) {
            first.setAutoCommit(false);
            second.setAutoCommit(false);
            first.createStatement().executeUpdate("UPDATE T SET NAME = 'f' WHERE ID = 1");
            second.createStatement().executeUpdate("UPDATE T SET NAME = 's' WHERE ID = 2");
            CompletableFuture<SQLException> other =
                    CompletableFuture.supplyAsync(() -> failureOrNull(first, "UPDATE T SET NAME = 'f' WHERE ID = 2"));
            SQLException own = failureOrNull(second, "UPDATE T SET NAME = 's' WHERE ID = 1");
            SQLException victim = own != null ? own : other.get(60, TimeUnit.SECONDS);
            assertError(victim, -911, "40001", "2");
            first.rollback();
            second.rollback();
        }
    }

    @Test
    void aFailedFetchLeavesOtherCursorsAndTheUnitOfWorkAlone() throws Exception {
        try (Connection connection = derby.connect();
                Statement other = connection.createStatement();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO T VALUES (60, 'x')");
            ResultSet open = other.executeQuery("SELECT ID FROM T");
            assertThat(open.next()).isTrue();
            SQLException error = failure(() -> readAll(statement.executeQuery("SELECT 1/(60 - ID) FROM T")));
            assertError(error, -801, "22012", null);
            readAll(open);
            assertThat(RelayedDerby.number(connection, "SELECT COUNT(*) FROM T WHERE ID = 60"))
                    .isEqualTo(1);
            connection.rollback();
        }
    }

    @Test
    void aMissingDatabaseAndMissingRightsAndAWrongPasswordAreToldApart() throws Exception {
        String embedded = "jdbc:derby:memory:SECURE";
        try (Connection owner = DriverManager.getConnection(embedded + ";create=true;user=app;password=app");
                Statement statement = owner.createStatement()) {
            for (String property : new String[] {
                "'derby.user.app', 'app'",
                "'derby.user.other', 'other'",
                "'derby.connection.requireAuthentication', 'true'",
                "'derby.database.sqlAuthorization', 'true'"
            }) {
                statement.execute("CALL SYSCS_UTIL.SYSCS_SET_DATABASE_PROPERTY(" + property + ")");
            }
            statement.execute("CREATE TABLE T (ID INT)");
        }
        failure(() -> DriverManager.getConnection(embedded + ";shutdown=true;user=app;password=app"));

        SQLException wrong = failure(() -> DriverManager.getConnection(derby.url("SECURE", ""), "app", "wrong"));
        assertThat(wrong.getErrorCode()).isEqualTo(-4214);
        assertThat(wrong.getSQLState()).isEqualTo("28000");
        SQLException missing = failure(() -> DriverManager.getConnection(derby.url("NOWHERE", ""), "app", "app"));
        assertThat(missing.getErrorCode()).isEqualTo(-4499);
        try (Connection other = DriverManager.getConnection(derby.url("SECURE", ""), "other", "other")) {
            SQLException denied = failure(() -> RelayedDerby.number(other, "SELECT COUNT(*) FROM APP.T"));
            assertThat(denied.getErrorCode()).isEqualTo(-551);
            assertThat(denied.getSQLState()).isEqualTo("42501");
        }
    }

    private static SQLException failureOfStatement(String sql) throws SQLException {
        try (Connection connection = derby.connect();
                Statement statement = connection.createStatement()) {
            return failure(() -> {
                if (statement.execute(sql)) {
                    readAll(statement.getResultSet());
                }
            });
        }
    }

    private static SQLException failureOfPrepared(String sql) throws SQLException {
        try (Connection connection = derby.connect()) {
            return failure(() -> {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    if (statement.execute()) {
                        readAll(statement.getResultSet());
                    }
                }
            });
        }
    }

    private static SQLException failureOrNull(Connection connection, String sql) {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
            return null;
        } catch (SQLException e) {
            return e;
        }
    }

    private static void readAll(ResultSet rows) throws SQLException {
        while (rows.next()) {
            rows.getObject(1);
        }
        rows.close();
    }

    private static SQLException failure(org.assertj.core.api.ThrowableAssert.ThrowingCallable work) {
        SQLException failure = catchThrowableOfType(SQLException.class, work);
        assertThat((Throwable) failure).as("failure").isNotNull();
        return failure;
    }

    private static void assertError(SQLException error, int code, String state, String tokens) {
        assertThat(error.getErrorCode()).isEqualTo(code);
        assertThat(error.getSQLState()).isEqualTo(state);
        assertThat(tokens(error)).isEqualTo(tokens);
    }

    private static String tokens(SQLException error) {
        return ((DB2Diagnosable) error).getSqlca().getSqlErrmc();
    }
}
