package io.github.cameldb2cdc.docs;

import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.awaitility.Awaitility;

/** A checkpoint that a route with the example's table left behind. */
final class ExampleCheckpoint {

    private final EmbeddedDb2 db2;

    ExampleCheckpoint(EmbeddedDb2 db2) {
        this.db2 = db2;
    }

    /** Runs a route until it has stored one, in the default table in the schema of the user. */
    void make() {
        try (RouteUnderTest route = new RouteUnderTest(db2)) {
            route.run("db2-cdc:HR?tables=EMPLOYEES&delay=20", exchange -> {});
            Awaitility.await().until(this::isThere);
        }
    }

    private boolean isThere() {
        try {
            return rows() > 0;
        } catch (SQLException e) {
            // the table is not made yet
            return false;
        }
    }

    /** How many rows the table of checkpoints has. */
    int rows() throws SQLException {
        try (Connection connection = db2.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM DB2_CDC_CHECKPOINT")) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
