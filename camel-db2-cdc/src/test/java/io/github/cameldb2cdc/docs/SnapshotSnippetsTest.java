package io.github.cameldb2cdc.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.TargetDatabase;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;
import org.apache.camel.builder.RouteBuilder;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The sink of the page on snapshots, whose copy misses changes and is loaded again. */
class SnapshotSnippetsTest {

    private final EmbeddedDb2 db2 = EmbeddedDb2.start();
    private final MemoryCheckpointRepository checkpoints = new MemoryCheckpointRepository();
    private final DataSource target = TargetDatabase.postgres();

    @BeforeEach
    void prepare() throws SQLException {
        ExampleEvents.prepare(db2, Manual.read());
        createTable(target);
        db2.execute("INSERT INTO HR.EMPLOYEES (ID, NAME) VALUES (2, 'Kurt')");
    }

    @AfterEach
    void close() {
        db2.close();
    }

    private static void createTable(DataSource target) throws SQLException {
        // tag::framed-target[]
        try (Connection connection = target.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE EMPLOYEES (ID INT PRIMARY KEY, NAME VARCHAR(40), SNAPSHOT_ID VARCHAR(40))");
        }
        // end::framed-target[]
    }

    private RouteUnderTest runCopy() {
        RouteUnderTest route = new RouteUnderTest(db2);
        route.configuration().setIdempotentRepository(checkpoints);
        route.run(new RouteBuilder() {
            @Override
            public void configure() {
                // tag::framed-route[]
                from("db2-cdc:HR?tables=EMPLOYEES&snapshotMode=WHEN_NEEDED").process(new FramedCopy(target));
                // end::framed-route[]
            }
        });
        return route;
    }

    /** Grace leaves and Ada comes while nobody reads, and Capture removes what it wrote of that. */
    @Test
    void aLoadTakesAwayWhatIsGoneFromTheSource() {
        try (RouteUnderTest route = runCopy()) {
            awaitCopy("1 Grace", "2 Kurt");
            db2.execute("UPDATE HR.EMPLOYEES SET NAME = 'Konrad' WHERE ID = 2");
            awaitCopy("1 Grace", "2 Konrad");
        }
        // tag::missed-changes[]
        db2.execute("DELETE FROM HR.EMPLOYEES WHERE ID = 1", "INSERT INTO HR.EMPLOYEES (ID, NAME) VALUES (7, 'Ada')");
        db2.capture().publish();
        db2.capture().pruneAll();
        // end::missed-changes[]
        try (RouteUnderTest route = runCopy()) {
            awaitCopy("2 Konrad", "7 Ada");
            db2.execute("UPDATE HR.EMPLOYEES SET NAME = 'Augusta' WHERE ID = 7");
            awaitCopy("2 Konrad", "7 Augusta");
        }
    }

    private void awaitCopy(String... rows) {
        Awaitility.await().untilAsserted(() -> assertThat(copy()).containsExactly(rows));
    }

    private List<String> copy() throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = target.getConnection();
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT ID, NAME FROM EMPLOYEES ORDER BY ID")) {
            while (result.next()) {
                rows.add(result.getInt(1) + " " + result.getString(2));
            }
        }
        return rows;
    }
}
