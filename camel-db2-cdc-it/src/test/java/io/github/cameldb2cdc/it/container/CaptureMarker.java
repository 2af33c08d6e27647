package io.github.cameldb2cdc.it.container;

import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.setup.Activation;
import io.github.cameldb2cdc.setup.SetupStep;
import io.github.cameldb2cdc.setup.TableSetup;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import org.awaitility.Awaitility;

/**
 * A captured table into which a row is written to see how far Capture is: when the row is in the change table at or below
 * SYNCHPOINT, so is everything that was committed before it.
 */
final class CaptureMarker {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final String CHANGES = "ASN.CDC_CDCTEST_MARKER";

    static final TableId TABLE = new TableId("CDCTEST", "MARKER");

    private final Db2Container db2;
    private int last;

    CaptureMarker(Db2Container db2) {
        this.db2 = db2;
    }

    /** Registers it the way that is known to work on a real Capture; Capture has to read its registrations then. */
    void register() {
        db2.execute("CREATE TABLE CDCTEST.MARKER (N INTEGER NOT NULL PRIMARY KEY)");
        TableSetup setup = TableSetup.of(TABLE, db2.controlSchema())
                .withColumns(List.of("N"))
                .withActivation(Activation.REINIT);
        db2.setupSql().register(setup).stream()
                .map(SetupStep::sql)
                .filter(sql -> sql != null)
                .forEach(db2::execute);
    }

    /** After a cold start. */
    void activate() {
        db2.execute(
                "UPDATE ASN.IBMSNAP_REGISTER SET STATE = 'A' WHERE SOURCE_OWNER = 'CDCTEST' AND SOURCE_TABLE = 'MARKER'");
    }

    /** Writes a row and waits until it is published; returns its number. */
    synchronized int await() {
        int number = ++last;
        db2.execute("INSERT INTO CDCTEST.MARKER VALUES (" + number + ")");
        Awaitility.await("Capture publishes the marker " + number)
                .atMost(PATIENCE)
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(500))
                .until(() -> count(
                                "SELECT COUNT(*) FROM " + CHANGES + " C, ASN.IBMSNAP_REGISTER R WHERE C.N = ?"
                                        + " AND R.GLOBAL_RECORD = 'Y' AND C.IBMSNAP_COMMITSEQ <= R.SYNCHPOINT",
                                number)
                        == 1);
        return number;
    }

    /** Whether the row of a marker is still in the change table. */
    boolean isPublished(int number) {
        return count("SELECT COUNT(*) FROM " + CHANGES + " C WHERE C.N = ?", number) > 0;
    }

    private int count(String sql, int number) {
        try (Connection connection = db2.connect();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, number);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return rows.getInt(1);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("The marker could not be looked for: " + e.getMessage(), e);
        }
    }
}
