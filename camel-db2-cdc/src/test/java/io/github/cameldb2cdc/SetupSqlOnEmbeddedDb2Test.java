package io.github.cameldb2cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.Unavailable;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the program prints is run over the driver, statement by statement, and Capture takes it. */
class SetupSqlOnEmbeddedDb2Test {

    /** The large object, which is not captured. */
    private static final String PICTURE = "PICTURE=" + Unavailable.VALUE;

    private EmbeddedDb2 db2;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.start();
        db2.execute("CREATE TABLE S.T (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(20), PICTURE BLOB(1K))");
    }

    @AfterEach
    void stop() {
        db2.close();
    }

    private List<String> printed(String... arguments) {
        List<String> all = new ArrayList<>(
                List.of("--url=" + db2.jdbcUrl(), "--user-name=" + db2.username(), "--password-env=SECRET"));
        all.addAll(List.of(arguments));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream both = new PrintStream(out, true, StandardCharsets.UTF_8);
        int code = SetupSqlMain.run(all, Map.of("SECRET", db2.password()), both, both);
        String text = out.toString(StandardCharsets.UTF_8);
        assertThat(code).as(text).isEqualTo(SetupSqlMain.DONE);
        return text.lines().toList();
    }

    /** Runs the lines that are no comments. */
    private void run(List<String> lines) {
        lines.stream()
                .filter(line -> !line.startsWith("--"))
                .map(line -> line.substring(0, line.length() - 1))
                .forEach(db2::execute);
    }

    @ParameterizedTest
    @ValueSource(strings = {"CAPSTART", "REINIT"})
    void aTableThatIsRegisteredByPlainSqlIsCaptured(String activation) throws Exception {
        List<String> lines = printed("--activation=" + activation, "register", "S.T");
        assertThat(lines).contains("-- Capture does not write these columns of S.T: PICTURE");
        run(lines);
        db2.capture().publish();
        if (activation.equals("REINIT")) {
            db2.capture().reinit();
        }
        assertThat(db2.capture().captures("S.T")).isTrue();
        assertThat(one("SELECT STATE FROM ASNCDC.IBMSNAP_REGISTER WHERE SOURCE_TABLE = 'T'"))
                .isEqualTo("A");
        assertThat(one("SELECT CASE WHEN CD_OLD_SYNCHPOINT IS NULL THEN 'null' ELSE 'set' END FROM"
                        + " ASNCDC.IBMSNAP_REGISTER WHERE SOURCE_TABLE = 'T'"))
                .isEqualTo(activation.equals("CAPSTART") ? "set" : "null");
        assertThat(delivered("INSERT INTO S.T (ID, NAME) VALUES (1, 'a')", "UPDATE S.T SET NAME = 'b'"))
                .containsExactly(
                        "c null -> {ID=1, NAME=a, " + PICTURE + "}",
                        "u {ID=1, NAME=a, " + PICTURE + "} -> {ID=1, NAME=b, " + PICTURE + "}");
    }

    @Test
    void updatesAsOneRowCarryTheirBeforeImages() throws Exception {
        run(printed("--before-images=X", "register", "S.T"));
        db2.capture().publish();
        assertThat(delivered(
                        "INSERT INTO S.T (ID, NAME) VALUES (1, 'a')", "UPDATE S.T SET NAME = 'b'", "DELETE FROM S.T"))
                .containsExactly(
                        "c null -> {ID=1, NAME=a, " + PICTURE + "}",
                        "u {ID=1, NAME=a, " + PICTURE + "} -> {ID=1, NAME=b, " + PICTURE + "}",
                        "d {ID=1, NAME=b, " + PICTURE + "} -> null");
        assertThat(one("SELECT COUNT(*) FROM ASNCDC.CDC_S_T WHERE IBMSNAP_OPERATION = 'U' AND XNAME = 'a'"))
                .isEqualTo("1");
    }

    @Test
    void withoutTheColumnsTheWholeTableIsCopied() throws Exception {
        db2.execute("CREATE TABLE S.PLAIN (ID INTEGER NOT NULL PRIMARY KEY, NAME CHAR(3))");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        PrintStream both = new PrintStream(out, true, StandardCharsets.UTF_8);
        assertThat(SetupSqlMain.run(List.of("--platform=LUW", "register", "S.PLAIN"), Map.of(), both, both))
                .isEqualTo(SetupSqlMain.DONE);
        run(out.toString(StandardCharsets.UTF_8).lines().toList());
        db2.capture().publish();
        db2.execute("INSERT INTO S.PLAIN VALUES (1, 'a')");
        db2.capture().publish();
        assertThat(one("SELECT IBMSNAP_OPERATION || NAME FROM ASNCDC.CDC_S_PLAIN"))
                .isEqualTo("Ia  ");
    }

    @Test
    void theChangeTableStoresSequencesAsTheInstallationDoes() throws Exception {
        try (EmbeddedDb2 old = EmbeddedDb2.builder().sequenceBytes(10).start()) {
            old.execute("CREATE TABLE S.T (ID INTEGER NOT NULL PRIMARY KEY)");
            EmbeddedDb2 current = db2;
            db2 = old;
            List<String> lines = printed("register", "S.T");
            assertThat(lines.get(1)).contains("CAST(X'00' AS CHAR(10) FOR BIT DATA) AS IBMSNAP_COMMITSEQ");
            run(lines);
            old.capture().publish();
            assertThat(old.capture().captures("S.T")).isTrue();
            db2 = current;
        }
    }

    @Test
    void eachTableGetsTheNextNumber() throws Exception {
        for (int i = 1; i <= 11; i++) {
            db2.execute("CREATE TABLE S.N" + i + " (ID INTEGER NOT NULL PRIMARY KEY)");
            run(printed("register", "S.N" + i));
        }
        assertThat(one("SELECT MAP_ID FROM ASNCDC.IBMSNAP_PRUNCNTL WHERE SOURCE_TABLE = 'N11'"))
                .isEqualTo("11");
    }

    @ParameterizedTest
    @ValueSource(strings = {"CAPSTART", "REINIT"})
    void aRegistrationThatWasRemovedLeavesNothing(String activation) throws Exception {
        run(printed("register", "S.T"));
        db2.capture().publish();
        for (String line : printed("--activation=" + activation, "remove", "S.T")) {
            if (!line.startsWith("--")) {
                run(List.of(line));
                db2.capture().publish();
                db2.capture().reinit();
            }
        }
        assertThat(db2.capture().captures("S.T")).isFalse();
        assertThat(one("SELECT COUNT(*) FROM ASNCDC.IBMSNAP_REGISTER WHERE GLOBAL_RECORD = 'N'"))
                .isEqualTo("0");
        assertThat(one("SELECT COUNT(*) FROM ASNCDC.IBMSNAP_PRUNCNTL")).isEqualTo("0");
        assertThat(one("SELECT COUNT(*) FROM SYSCAT.TABLES WHERE TABNAME = 'CDC_S_T'"))
                .isEqualTo("0");
        run(printed("register", "S.T"));
    }

    @Test
    void grantsNameTheChangeTableThatIsRegistered() {
        run(printed("--change-table=S.CD1", "register", "S.T"));
        assertThat(printed("--user=CDCUSER", "grant", "S.T"))
                .contains("GRANT SELECT ON \"S\".\"CD1\" TO USER \"CDCUSER\";");
    }

    @Test
    void saysWhichTableCannotBeMeant() {
        run(printed("register", "S.T"));
        assertThat(failure("register", "S.T"))
                .isEqualTo("The table S.T is registered already, with the change table ASNCDC.CDC_S_T; remove that"
                        + " registration first, or use it.\n");
        assertThat(failure("register", "S.MISSING"))
                .startsWith("There is no table S.MISSING in the catalog; check its name");
        assertThat(failure("remove", "S.MISSING"))
                .isEqualTo(
                        "The table S.MISSING is not registered in the control tables of ASNCDC; register it first.\n");
    }

    private String failure(String... arguments) {
        List<String> all = new ArrayList<>(
                List.of("--url=" + db2.jdbcUrl(), "--user-name=" + db2.username(), "--password-env=SECRET"));
        all.addAll(List.of(arguments));
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream nothing = new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8);
        assertThat(SetupSqlMain.run(
                        all,
                        Map.of("SECRET", db2.password()),
                        nothing,
                        new PrintStream(err, true, StandardCharsets.UTF_8)))
                .isEqualTo(SetupSqlMain.FAILED);
        return err.toString(StandardCharsets.UTF_8);
    }

    private List<String> delivered(String... statements) throws Exception {
        List<String> events = new CopyOnWriteArrayList<>();
        try (DefaultCamelContext camel = new DefaultCamelContext()) {
            camel.getRegistry().bind("db2", db2.dataSource());
            camel.addRoutes(new RouteBuilder() {
                @Override
                public void configure() {
                    from("db2-cdc:S?tables=T&snapshotMode=NEVER&delay=50").process(exchange -> {
                        RowChange change = exchange.getMessage().getBody(RowChange.class);
                        events.add(change.operation().code() + " "
                                + (change.before() == null
                                        ? null
                                        : change.before().toMap()) + " -> "
                                + (change.after() == null
                                        ? null
                                        : change.after().toMap()));
                    });
                }
            });
            camel.start();
            Awaitility.await()
                    .until(() -> one("SELECT COUNT(*) FROM SYSCAT.TABLES WHERE TABNAME = 'DB2_CDC_CHECKPOINT'")
                            .equals("1"));
            Awaitility.await()
                    .until(() -> !one("SELECT COUNT(*) FROM DB2_CDC_CHECKPOINT").equals("0"));
            db2.execute(statements);
            Awaitility.await().until(() -> events.size() >= statements.length);
        }
        return events;
    }

    private String one(String query) throws SQLException {
        try (Connection connection = db2.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
