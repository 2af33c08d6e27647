package io.github.cameldb2cdc.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.Registration;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The statements of the page on setting up Db2 that follow one on another, and its grants. */
class SetupTest {

    private static final Pattern GRANTED = Pattern.compile("GRANT ([A-Z, ]+) ON ([A-Z0-9_.]+) TO ");
    private static final String ALL = "SELECT, INSERT, UPDATE, DELETE";

    private final Manual manual = Manual.read();
    private final EmbeddedDb2 db2 = EmbeddedDb2.start();

    @AfterEach
    void close() {
        db2.close();
    }

    @Test
    void aTableThatIsRegisteredByHandIsCapturedAndRead() throws SQLException {
        db2.execute(manual.block("example-table").statements().get(0));
        manual.block("register-by-hand").statements().forEach(db2::execute);
        manual.block("activate").statements().forEach(db2::execute);
        db2.capture().publish();
        // the embedded Capture logs a table that it did not register itself from here on
        db2.capture().reinit();
        db2.execute(manual.block("example-table").statements().get(1));
        db2.capture().publish();

        assertThat(rowsOf("check-change-table")).containsExactly("I 1");
        AtomicInteger arrived = new AtomicInteger();
        try (RouteUnderTest route = new RouteUnderTest(db2)) {
            route.run(
                    "db2-cdc:HR?snapshotMode=NEVER&startFrom=EARLIEST&delay=20", exchange -> arrived.incrementAndGet());
            Awaitility.await().until(() -> arrived.get() == 1);
        }
    }

    private List<String> rowsOf(String block) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = db2.connect();
                Statement statement = connection.createStatement();
                ResultSet result =
                        statement.executeQuery(manual.block(block).statements().get(0))) {
            while (result.next()) {
                rows.add(result.getString(1) + ' ' + result.getString(2));
            }
        }
        return rows;
    }

    /** The route loads, streams, and asks for a key that one transaction used twice. */
    @ParameterizedTest
    @CsvSource({"LUW, grants-luw", "ZOS, grants-zos"})
    void theGrantsAreWhatTheComponentNeeds(String platform, String block) throws SQLException {
        db2.execute(manual.block("example-table").statements().toArray(String[]::new));
        db2.register(Registration.of("HR", "EMPLOYEES").changeTable("ASNCDC", "CDEMPLOYEES"));
        manual.block("checkpoint-table").statements().forEach(db2::execute);
        RecordingDataSource source = new RecordingDataSource(db2.dataSource());
        AtomicInteger arrived = new AtomicInteger();
        try (RouteUnderTest route = new RouteUnderTest(db2)) {
            route.configuration().setJdbcUrl(null);
            route.configuration().setUsername(null);
            route.configuration().setPassword(null);
            route.configuration().setDataSource(source.proxy());
            route.run(
                    "db2-cdc:HR?tables=EMPLOYEES&checkpointTable=CDC.DB2_CDC_CHECKPOINT&delay=20&platform=" + platform,
                    exchange -> arrived.incrementAndGet());
            Awaitility.await().until(() -> arrived.get() == 1);
            useAKeyTwice();
            Awaitility.await().until(() -> arrived.get() == 4);
        }
        assertThat(grantedTables(block)).isEqualTo(source.tables());
        assertThat(grantedForWriting(block)).isEqualTo(source.writtenTables());
    }

    private void useAKeyTwice() throws SQLException {
        try (Connection connection = db2.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.execute("DELETE FROM HR.EMPLOYEES WHERE ID = 1");
            statement.execute("INSERT INTO HR.EMPLOYEES (ID, NAME) VALUES (2, 'x')");
            statement.execute("DELETE FROM HR.EMPLOYEES WHERE ID = 2");
            connection.commit();
        }
    }

    private Set<String> grantedTables(String block) {
        return granted(block, null);
    }

    private Set<String> grantedForWriting(String block) {
        return granted(block, ALL);
    }

    private Set<String> granted(String block, String privileges) {
        Set<String> tables = new TreeSet<>();
        GRANTED.matcher(manual.block(block).text()).results().forEach(grant -> {
            if (grant.group(2).contains(".") && (privileges == null || privileges.equals(grant.group(1)))) {
                tables.add(grant.group(2));
            }
        });
        return tables;
    }
}
