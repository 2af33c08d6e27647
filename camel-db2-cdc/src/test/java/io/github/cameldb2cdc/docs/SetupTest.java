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
    void aTableThatTheProgramRegistersIsCapturedAndReadAndCanBeRemoved() throws SQLException {
        db2.execute(manual.block("example-table").statements().get(0));
        manual.block("setup-register-output").statements().forEach(db2::execute);
        db2.capture().publish();
        db2.execute(manual.block("example-table").statements().get(1));
        db2.capture().publish();

        assertThat(rowsOf("check-change-table")).containsExactly("I 1");
        assertThat(delivered()).isEqualTo(1);
        manual.block("setup-remove-output").statements().forEach(statement -> {
            db2.execute(statement);
            db2.capture().publish();
        });
        assertThat(db2.capture().captures("HR.EMPLOYEES")).isFalse();
    }

    @Test
    void aTableOfLargeObjectsIsRegisteredWithoutThem() {
        manual.block("lob-table").statements().forEach(db2::execute);
        String printed = SetupCommands.outputs(manual).get("setup-register-lob-output");
        assertThat(printed).startsWith(manual.block("setup-register-lob-output").text());
        ManualBlock.statements(printed).forEach(db2::execute);
        db2.capture().publish();
        assertThat(db2.capture().captures("HR.CONTRACTS")).isTrue();
    }

    /** As asnclp leaves it. */
    @Test
    void aRegistrationThatIsNotActiveIsActivatedByASignal() throws SQLException {
        db2.execute(manual.block("example-table").statements().get(0));
        db2.register(Registration.of("HR", "EMPLOYEES")
                .changeTable("ASNCDC", "CDEMPLOYEES")
                .inactive());
        manual.block("activate").statements().forEach(db2::execute);
        db2.capture().publish();
        db2.execute(manual.block("example-table").statements().get(1));
        db2.capture().publish();

        assertThat(rowsOf("check-change-table")).containsExactly("I 1");
        assertThat(delivered()).isEqualTo(1);
    }

    private int delivered() {
        AtomicInteger arrived = new AtomicInteger();
        try (RouteUnderTest route = new RouteUnderTest(db2)) {
            route.run(
                    "db2-cdc:HR?snapshotMode=NEVER&startFrom=EARLIEST&delay=20", exchange -> arrived.incrementAndGet());
            Awaitility.await().until(() -> arrived.get() > 0);
        }
        return arrived.get();
    }

    /** The catalog is named in a comment of the one and granted by the other. */
    @Test
    void theProgramGrantsWhatThePageSays() {
        Set<String> said = grantedTables("grants-luw");
        said.removeIf(table -> table.startsWith("SYS"));
        String printed = SetupCommands.outputs(manual).get("setup-grant-output");
        assertThat(granted(printed, null)).isEqualTo(said);
        assertThat(granted(printed, ALL)).isEqualTo(grantedForWriting("grants-luw"));
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
        return granted(manual.block(block).text(), null);
    }

    private Set<String> grantedForWriting(String block) {
        return granted(manual.block(block).text(), ALL);
    }

    private static Set<String> granted(String text, String privileges) {
        Set<String> tables = new TreeSet<>();
        GRANTED.matcher(text.replace("\"", "")).results().forEach(grant -> {
            if (grant.group(2).contains(".") && (privileges == null || privileges.equals(grant.group(1)))) {
                tables.add(grant.group(2));
            }
        });
        return tables;
    }
}
