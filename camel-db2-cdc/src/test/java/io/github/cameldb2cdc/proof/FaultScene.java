package io.github.cameldb2cdc.proof;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import javax.sql.DataSource;

/** The database of the fault matrix: three small tables, one of them wide, one without a key, and a pool as users have. */
final class FaultScene implements AutoCloseable {

    static final String SCHEMA = "F";
    static final List<TableUnderProof> TABLES = List.of(
            new TableUnderProof(new TableId(SCHEMA, "A"), List.of("ID", "V"), List.of("ID")),
            new TableUnderProof(new TableId(SCHEMA, "B"), List.of("ID", "WIDE"), List.of("ID")),
            new TableUnderProof(new TableId(SCHEMA, "LOOSE"), List.of("X"), List.of()));

    /** Six rows with it are more than one block of the wire. */
    private static final String WIDE = "x".repeat(8000);

    private static final String NARROW = "x".repeat(10);

    private static final Duration ONE_SECOND = Duration.ofSeconds(1);
    private static final Duration ONE_HOUR = Duration.ofHours(1);
    private static final int ROWS_OF_B = 6;

    private final MovableClock clock = new MovableClock(Instant.now(), ZoneOffset.UTC);
    private final EmbeddedDb2 db2 =
            EmbeddedDb2.builder().capturePaused().clock(clock).start();
    private final HikariDataSource pool;
    private final Connection writer;
    private String text;

    FaultScene() throws SQLException {
        db2.execute(
                "CREATE TABLE F.A (ID INTEGER NOT NULL PRIMARY KEY, V INTEGER)",
                "CREATE TABLE F.B (ID INTEGER NOT NULL PRIMARY KEY, WIDE VARCHAR(9000))",
                "CREATE TABLE F.LOOSE (X INTEGER)");
        for (TableUnderProof table : TABLES) {
            db2.register(table.id().toString());
        }
        HikariConfig config = new HikariConfig();
        config.setDataSource(db2.dataSource());
        config.setMaximumPoolSize(6);
        config.setMinimumIdle(0);
        pool = new HikariDataSource(config);
        writer = db2.connect();
    }

    EmbeddedDb2 db2() {
        return db2;
    }

    MovableClock clock() {
        return clock;
    }

    DataSource source() {
        return pool;
    }

    /**
     * The rows with which each run begins.
     *
     * @param wide whether the rows of F.B are to need more than one block
     */
    void reset(boolean wide) throws SQLException {
        text = wide ? WIDE : NARROW;
        writer.setAutoCommit(false);
        execute("DELETE FROM F.A", "DELETE FROM F.B", "DELETE FROM F.LOOSE", "INSERT INTO F.A VALUES (1, 0), (2, 0)");
        for (int id = 1; id <= ROWS_OF_B; id++) {
            execute("INSERT INTO F.B VALUES (" + id + ", '" + text + "')");
        }
        writer.commit();
        publish();
    }

    /**
     * Changes every table: keys that move inside one commit, for which the source is asked, and wide rows.
     * Row by row, since the order in which one statement meets rows is the database's.
     */
    void change(int base) throws SQLException {
        writer.setAutoCommit(false);
        execute(
                "INSERT INTO F.A VALUES (" + base + ", " + base + ")",
                "UPDATE F.A SET ID = 3 WHERE ID = 1",
                "UPDATE F.A SET ID = 1 WHERE ID = 2",
                "UPDATE F.A SET ID = 2 WHERE ID = 3");
        for (int id = 1; id <= ROWS_OF_B; id++) {
            execute("UPDATE F.B SET WIDE = '" + base + text + "' WHERE ID = " + id);
        }
        writer.commit();
        writer.setAutoCommit(true);
        execute(
                "INSERT INTO F.LOOSE VALUES 1",
                "INSERT INTO F.LOOSE VALUES 1",
                "DELETE FROM F.B WHERE ID = 2",
                "INSERT INTO F.B VALUES (2, 'back')",
                "UPDATE F.LOOSE SET X = " + base + " WHERE X = 1");
        publish();
    }

    private void execute(String... statements) throws SQLException {
        try (Statement statement = writer.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** Lets Capture publish. */
    void publish() {
        clock.move(ONE_SECOND);
        db2.capture().publish();
    }

    /** Lets Capture publish so much later that a lock which waits for its time is over after a few of these. */
    void publishMuchLater() {
        clock.move(ONE_HOUR);
        db2.capture().publish();
    }

    @Override
    public void close() throws SQLException {
        pool.close();
        writer.setAutoCommit(true);
        writer.close();
        db2.close();
    }
}
