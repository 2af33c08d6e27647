package io.github.cameldb2cdc.test.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Date;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Time;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DrdaRelayTest {
    private static final int MANY_ROWS = 12_000;

    private static RelayedDerby derby;

    @BeforeAll
    static void start() throws Exception {
        derby = RelayedDerby.start("RELAYED");
        derby.run(
                "CREATE TABLE MANY (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(100), TEXT CLOB(1M), DATA BLOB(1M))",
                "CREATE TABLE COUNTED (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(10))");
        try (Connection connection = derby.connect()) {
            connection.setAutoCommit(false);
            insertMany(connection);
            connection.commit();
        }
    }

    private static void insertMany(Connection connection) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO MANY VALUES (?, ?, ?, ?)")) {
            for (int id = 0; id < MANY_ROWS; id++) {
                insert.setInt(1, id);
                insert.setString(2, "näme " + id);
                insert.setString(3, text(id));
                insert.setBytes(4, new byte[id % 50]);
                insert.addBatch();
                if (id % 1000 == 999) {
                    insert.executeBatch();
                }
            }
        }
    }

    private static String text(int id) {
        return "text€" + id + "x".repeat(id % 70);
    }

    @AfterAll
    static void stop() throws Exception {
        derby.close();
    }

    @Test
    void theServerSaysItIsDb2OnLinux() throws Exception {
        try (Connection connection = derby.connect()) {
            DatabaseMetaData metaData = connection.getMetaData();
            assertThat(metaData.getDatabaseProductName()).isEqualTo("DB2/LINUXX8664");
            assertThat(metaData.getDatabaseProductVersion()).isEqualTo("SQL12014");
        }
    }

    @Test
    void everyTypeComesBackAsItWasWritten() throws Exception {
        derby.run("CREATE TABLE TYPES (SI SMALLINT, I INTEGER, L BIGINT, D DECIMAL(15,3), R REAL, F DOUBLE, C CHAR(5),"
                + " V VARCHAR(50), CB CHAR(4) FOR BIT DATA, VB VARCHAR(50) FOR BIT DATA, DT DATE, TM TIME, TS TIMESTAMP,"
                + " CL CLOB(1M), BL BLOB(1M), N VARCHAR(5))");
        byte[] bits = {(byte) 0xFF, 0, 1, (byte) 0x80};
        try (Connection connection = derby.connect();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO TYPES VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")) {
            insert.setShort(1, (short) -7);
            insert.setInt(2, Integer.MIN_VALUE);
            insert.setLong(3, Long.MAX_VALUE);
            insert.setBigDecimal(4, new BigDecimal("-123456789012.345"));
            insert.setFloat(5, 1.5f);
            insert.setDouble(6, 1e300);
            insert.setString(7, "ab");
            insert.setString(8, "grün €");
            insert.setBytes(9, bits);
            insert.setBytes(10, new byte[] {1, 0});
            insert.setDate(11, Date.valueOf("2024-02-29"));
            insert.setTime(12, Time.valueOf("23:59:59"));
            insert.setTimestamp(13, Timestamp.valueOf("2024-02-29 01:02:03.123456"));
            insert.setCharacterStream(14, new StringReader("y".repeat(100_000)), 100_000);
            insert.setBinaryStream(15, new ByteArrayInputStream(new byte[200_000]));
            insert.setString(16, null);
            assertThat(insert.executeUpdate()).isEqualTo(1);
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT * FROM TYPES")) {
                assertThat(row.next()).isTrue();
                assertThat(row.getShort(1)).isEqualTo((short) -7);
                assertThat(row.getInt(2)).isEqualTo(Integer.MIN_VALUE);
                assertThat(row.getLong(3)).isEqualTo(Long.MAX_VALUE);
                assertThat(row.getBigDecimal(4)).isEqualTo(new BigDecimal("-123456789012.345"));
                assertThat(row.getFloat(5)).isEqualTo(1.5f);
                assertThat(row.getDouble(6)).isEqualTo(1e300);
                assertThat(row.getString(7)).isEqualTo("ab   ");
                assertThat(row.getString(8)).isEqualTo("grün €");
                assertThat(row.getBytes(9)).isEqualTo(bits);
                assertThat(row.getBytes(10)).containsExactly(1, 0);
                assertThat(row.getDate(11)).isEqualTo(Date.valueOf("2024-02-29"));
                assertThat(row.getTime(12)).isEqualTo(Time.valueOf("23:59:59"));
                assertThat(row.getTimestamp(13)).isEqualTo(Timestamp.valueOf("2024-02-29 01:02:03.123456"));
                assertThat(row.getClob(14).length()).isEqualTo(100_000);
                assertThat(row.getBytes(15)).hasSize(200_000);
                assertThat(row.getString(16)).isNull();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 64, 1000})
    void manyRowsArriveCompleteAndInOrderWithAnyFetchSize(int fetchSize) throws Exception {
        try (Connection connection = derby.connect();
                Statement statement = connection.createStatement()) {
            statement.setFetchSize(fetchSize);
            ResultSet rows = statement.executeQuery("SELECT ID, NAME FROM MANY ORDER BY ID");
            for (int id = 0; id < MANY_ROWS; id++) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getInt(1)).isEqualTo(id);
                assertThat(rows.getString(2)).isEqualTo("näme " + id);
            }
            assertThat(rows.next()).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 64})
    void everyRowOfManyHasItsOwnLobs(int fetchSize) throws Exception {
        try (Connection connection = derby.connect();
                Statement statement = connection.createStatement()) {
            statement.setFetchSize(fetchSize);
            ResultSet rows = statement.executeQuery("SELECT ID, TEXT, DATA FROM MANY ORDER BY ID");
            int id = 0;
            while (rows.next()) {
                assertThat(rows.getInt(1)).isEqualTo(id);
                assertThat(rows.getString(2)).isEqualTo(text(id));
                assertThat(rows.getBytes(3)).hasSize(id % 50);
                id++;
            }
            assertThat(id).isEqualTo(MANY_ROWS);
        }
    }

    @Test
    void severalCursorsAreReadInTurn() throws Exception {
        try (Connection connection = derby.connect()) {
            connection.setAutoCommit(false);
            List<ResultSet> cursors = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                cursors.add(connection.createStatement().executeQuery("SELECT ID FROM MANY ORDER BY ID"));
            }
            for (int id = 0; id < MANY_ROWS; id++) {
                for (ResultSet cursor : cursors) {
                    assertThat(cursor.next()).isTrue();
                    assertThat(cursor.getInt(1)).isEqualTo(id);
                }
            }
            connection.rollback();
        }
    }

    @Test
    void commitKeepsAndRollbackUndoes() throws Exception {
        try (Connection connection = derby.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate("INSERT INTO COUNTED VALUES (1, 'a')");
            connection.commit();
            statement.executeUpdate("INSERT INTO COUNTED VALUES (2, 'b')");
            connection.rollback();
        }
        assertThat(derby.number("SELECT COUNT(*) FROM COUNTED WHERE ID < 3")).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"UR", "CS", "RS", "RR"})
    void isolationClausesAreAccepted(String isolation) throws Exception {
        assertThat(derby.number("SELECT COUNT(*) FROM MANY FOR READ ONLY WITH " + isolation))
                .isEqualTo(MANY_ROWS);
    }

    @Test
    void tablesColumnsAndKeysCanBeAskedFor() throws Exception {
        try (Connection connection = derby.connect()) {
            DatabaseMetaData metaData = connection.getMetaData();
            assertThat(count(metaData.getTables(null, "APP", "MANY", null))).isEqualTo(1);
            assertThat(count(metaData.getColumns(null, "APP", "MANY", null))).isEqualTo(4);
            assertThat(count(metaData.getPrimaryKeys(null, "APP", "MANY"))).isEqualTo(1);
            assertThat(count(metaData.getIndexInfo(null, "APP", "MANY", true, true)))
                    .isEqualTo(1);
            assertThat(connection.isValid(5)).isTrue();
        }
    }

    private static int count(ResultSet rows) throws SQLException {
        int count = 0;
        while (rows.next()) {
            count++;
        }
        rows.close();
        return count;
    }

    @Test
    void sqlLongerThanASegmentIsCarriedAndRewritten() throws Exception {
        String filler = "/* " + "é long ".repeat(10_000) + "*/";
        String query = "SELECT COUNT(*) " + filler + " FROM MANY WHERE NAME <> 'é' OPTIMIZE FOR 1 ROW";
        assertThat(query.length()).isGreaterThan(70_000);
        assertThat(derby.number(query)).isEqualTo(MANY_ROWS);
        try (Connection connection = derby.connect();
                PreparedStatement statement = connection.prepareStatement(query + " ")) {
            assertThat(count(statement.executeQuery())).isEqualTo(1);
        }
    }

    @Test
    void theSqlOfDb2RunsThroughTheDialect() throws Exception {
        derby.run(
                "CREATE SCHEMA DB2SYSCAT",
                "CREATE VIEW DB2SYSCAT.TABLES AS SELECT TABLENAME AS TABNAME FROM SYS.SYSTABLES",
                "CREATE TABLE CAPTURED (A INT, B VARBINARY(10)) DATA CAPTURE CHANGES IN USERSPACE1",
                "ALTER TABLE CAPTURED DATA CAPTURE NONE",
                "SET CURRENT LOCK TIMEOUT 5");
        assertThat(derby.number("SELECT COUNT(*) FROM SYSCAT.TABLES WHERE TABNAME = 'CAPTURED' WITH UR FOR FETCH ONLY"))
                .isEqualTo(1);
        assertThat(derby.number("SELECT CURRENT TIMEZONE FROM SYSIBM.SYSDUMMY1"))
                .isZero();
        assertThat(derby.number("SELECT 1 FROM SYSIBM.SYSDUMMY1 WHERE CURRENT SERVER = 'RELAYED'"))
                .isEqualTo(1);
        assertThat(derby.number("SELECT YEAR(CURRENT TIMESTAMP - CURRENT TIMEZONE) FROM SYSIBM.SYSDUMMY1"))
                .isGreaterThan(2025);
    }

    @Test
    void longDatabaseNamesAreMappedToo() throws Exception {
        String name = "ANAMELONGERTHANEIGHTEEN";
        DriverManager.getConnection("jdbc:derby:memory:" + name + ";create=true")
                .close();
        try (Connection connection = DriverManager.getConnection(derby.url(name, ""), "app", "app")) {
            assertThat(RelayedDerby.number(connection, "SELECT 1 FROM SYSIBM.SYSDUMMY1"))
                    .isEqualTo(1);
        }
    }

    @Test
    void manyConnectionsWorkAtTheSameTime() throws Exception {
        int connections = 20;
        ExecutorService threads = Executors.newFixedThreadPool(connections);
        try {
            List<Future<Integer>> sums = new ArrayList<>();
            for (int i = 0; i < connections; i++) {
                sums.add(threads.submit(() -> derby.number("SELECT SUM(ID) FROM MANY WHERE ID < 1000")));
            }
            for (Future<Integer> sum : sums) {
                assertThat(sum.get()).isEqualTo(499_500);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void aClosedRelayEndsItsConnectionsAndRefusesNewOnes() throws Exception {
        DrdaRelay second = DrdaRelay.start(0, derby.derbyPort, sql -> sql, new WireFaults(), name -> "memory:" + name);
        String url = "jdbc:db2://localhost:" + second.port() + "/RELAYED:securityMechanism=3;";
        try (Connection connection = DriverManager.getConnection(url, "app", "app")) {
            second.close();
            assertThatThrownBy(() -> RelayedDerby.number(connection, "VALUES 1"))
                    .isInstanceOf(SQLException.class)
                    .extracting(e -> ((SQLException) e).getErrorCode())
                    .isEqualTo(-4499);
        }
        assertThatThrownBy(() -> DriverManager.getConnection(url, "app", "app")).isInstanceOf(SQLException.class);
    }
}
