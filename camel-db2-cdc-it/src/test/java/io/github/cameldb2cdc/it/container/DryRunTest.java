package io.github.cameldb2cdc.it.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cameldb2cdc.test.Registration;
import io.github.cameldb2cdc.test.StartMode;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Everything that is done with a container is done with one that only answers as one. */
class DryRunTest {

    private final ScriptedHost host = new ScriptedHost();

    @AfterEach
    void stop() {
        if (!host.isClosed()) {
            host.close();
        }
    }

    private Db2Container prepare() {
        return Db2Container.prepare(
                host,
                ContainerSettings.DATABASE,
                host.db2().username(),
                host.db2().password());
    }

    @Test
    void theContainerIsSetUpInTheOrderThatDb2Needs() {
        host.failing("db2 connect to CDCTEST", 1).failing("db2 force", 1);
        prepare();
        ContainerCommands commands = new ContainerCommands("CDCTEST", "ASN");
        List<String> setUp = host.commands().stream()
                .filter(command -> !command.startsWith("cat /tmp"))
                .toList();
        assertThat(setUp)
                .containsExactly(
                        commands.connect().text(),
                        commands.connect().text(),
                        commands.archiveLogging().text(),
                        commands.backup().text(),
                        commands.backup().text(),
                        commands.activate().text(),
                        commands.bindMetadata().text(),
                        commands.bindCapture().text(),
                        commands.findScript().text(),
                        commands.readScript("/opt/ibm/db2/V11.5/samples/repl/sql/asnctlw.sql")
                                .text(),
                        "(write /tmp/asnctlw.sql)",
                        commands.runScript().text(),
                        commands.startCapture("warmsi").text(),
                        commands.steerCapture("reinit").text());
        assertThat(host.file("/tmp/asnctlw.sql")).isEqualTo(ControlTableScript.adapted(ScriptedHost.SCRIPT));
    }

    @Test
    void bothKindsOfRegistrationAreCapturedAndRemoved() throws Exception {
        Db2Container db2 = prepare();
        db2.execute(
                "CREATE TABLE S.T (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(10), PICTURE BLOB(1K))",
                "CREATE TABLE S.U (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(10))");
        db2.register("S.T");
        db2.register(Registration.of("S", "U")
                .updatesAsRows()
                .beforeImages("X")
                .oldSynchpoint(Registration.OldSynchpoint.NULL));
        db2.execute(
                "INSERT INTO S.T (ID, NAME) VALUES (1, 'a')",
                "INSERT INTO S.U VALUES (1, 'a')",
                "UPDATE S.U SET NAME = 'b'");
        db2.capture().catchUp();
        assertThat(one(db2, "SELECT COUNT(*) FROM ASN.CDC_S_T WHERE NAME = 'a'"))
                .isEqualTo("1");
        assertThat(one(db2, "SELECT XNAME || NAME FROM ASN.CDC_S_U WHERE IBMSNAP_OPERATION = 'U'"))
                .isEqualTo("ab");
        db2.unregister("S.T");
        assertThat(one(db2, "SELECT COUNT(*) FROM SYSCAT.TABLES WHERE TABNAME = 'CDC_S_T'"))
                .isEqualTo("0");
    }

    @Test
    void captureIsSteeredByItsCommands() throws Exception {
        Db2Container db2 = prepare();
        db2.execute("CREATE TABLE S.T (ID INTEGER NOT NULL PRIMARY KEY)");
        db2.register("S.T");
        db2.capture().pause();
        db2.execute("INSERT INTO S.T VALUES (1)");
        db2.capture().resume();
        db2.capture().catchUp();
        assertThat(one(db2, "SELECT COUNT(*) FROM ASN.CDC_S_T")).isEqualTo("1");
        db2.pruneByCommand();
        assertThat(one(db2, "SELECT COUNT(*) FROM ASN.CDC_S_T")).isEqualTo("1");
        db2.capture().pruneAll();
        assertThat(one(db2, "SELECT COUNT(*) FROM ASN.CDC_S_T")).isEqualTo("0");
        db2.capture().stop();
        db2.execute("INSERT INTO S.T VALUES (2)");
        db2.capture().start(StartMode.WARM);
        db2.capture().catchUp();
        assertThat(one(db2, "SELECT COUNT(*) FROM ASN.CDC_S_T")).isEqualTo("1");
        assertThatThrownBy(() -> db2.capture().start(StartMode.WARM)).hasMessageContaining("stop it first");
        db2.capture().stop();
        db2.capture().start(StartMode.COLD);
        db2.capture().catchUp();
        assertThat(one(db2, "SELECT STATE FROM ASN.IBMSNAP_REGISTER WHERE SOURCE_TABLE = 'T'"))
                .isEqualTo("I");
        assertThat(host.commands())
                .filteredOn(command -> command.startsWith("asnccmd"))
                .extracting(command -> command.substring(command.indexOf("=ASN ") + 5))
                .containsExactly(
                        "reinit",
                        "suspend",
                        "resume",
                        "prune",
                        "chgparms retention_limit=1",
                        "prune",
                        "chgparms retention_limit=10080",
                        "stop",
                        "stop",
                        "reinit");
    }

    @Test
    void tablesAreActivatedByReinitWhereSignalsAreNotObeyed() throws Exception {
        Db2Container db2 = prepare();
        db2.signalPatience(Duration.ofMillis(100));
        db2.execute(
                "CREATE TABLE S.T (ID INTEGER NOT NULL PRIMARY KEY)",
                "CREATE TABLE S.U (ID INTEGER NOT NULL PRIMARY KEY)");
        // so no signal is met in the log
        host.db2().capture().pause();
        db2.register("S.T");
        db2.register("S.U");
        host.db2().capture().resume();
        db2.execute("INSERT INTO S.T VALUES (1)", "INSERT INTO S.U VALUES (1)");
        db2.capture().catchUp();
        assertThat(one(db2, "SELECT COUNT(*) FROM ASN.CDC_S_T")).isEqualTo("1");
        assertThat(one(db2, "SELECT COUNT(*) FROM ASN.CDC_S_U")).isEqualTo("1");
        assertThat(one(db2, "SELECT COUNT(*) FROM ASN.IBMSNAP_SIGNAL WHERE SIGNAL_SUBTYPE = 'CAPSTART'"))
                .isEqualTo("1");
    }

    @Test
    void anImageOfVersion12GetsWhatItsScriptDoesNotCreate() throws Exception {
        host.scriptAt("/opt/ibm/db2/V12.1/samples/repl/sql/asnctlw.sql");
        Db2Container db2 = prepare();
        assertThat(one(db2, "SELECT COUNT(*) FROM SYSCAT.COLUMNS WHERE COLNAME = 'COORDINATETYPE'"))
                .isEqualTo("1");
        assertThat(one(db2, "SELECT COUNT(*) FROM SYSCAT.TABLES WHERE TABNAME = 'IBMQREP_CAPCMD'"))
                .isEqualTo("1");
    }

    @Test
    void aCommandThatFailsIsShownAndTheContainerClosed() {
        host.failing("db2 update", 1);
        assertThatThrownBy(this::prepare)
                .hasMessage("Could not switch archive logging on: db2 update db cfg for CDCTEST using LOGARCHMETH1"
                        + " LOGRETAIN ended with 4 and SQL1035N  The operation failed because the database is in use.");
        assertThat(host.isClosed()).isTrue();
    }

    @Test
    void anImageWithoutSqlReplicationIsNamed() {
        host.scriptAt("");
        assertThatThrownBy(this::prepare).hasMessageContaining("The image has no script asnctlw.sql");
        assertThat(host.isClosed()).isTrue();
    }

    @Test
    void whatCannotBeRunIsSkippedWithASentence() {
        ContainerSettings accepted = new ContainerSettings("image:1", true);
        ContainerSettings notAccepted = new ContainerSettings("image:1", false);
        assertThat(SharedContainer.obstacle(accepted, Optional.empty()))
                .contains("No container was asked for; run mvn verify -Pdb2 -Ddb2.license=accept.");
        assertThat(SharedContainer.obstacle(accepted, Optional.of(starter("There is no Docker."))))
                .contains("There is no Docker.");
        assertThat(SharedContainer.obstacle(notAccepted, Optional.of(starter(null))))
                .contains("IBM's licence of the image image:1 has not been accepted; read it, then run with"
                        + " -Ddb2.license=accept.");
        assertThat(SharedContainer.obstacle(accepted, Optional.of(starter(null))))
                .isEmpty();
    }

    private ContainerStarter starter(String obstacle) {
        return new ContainerStarter() {
            @Override
            public Optional<String> obstacle() {
                return Optional.ofNullable(obstacle);
            }

            @Override
            public ContainerHost start(ContainerSettings settings) {
                return host;
            }
        };
    }

    private static String one(Db2Container db2, String query) throws SQLException {
        try (Connection connection = db2.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getString(1);
        }
    }
}
