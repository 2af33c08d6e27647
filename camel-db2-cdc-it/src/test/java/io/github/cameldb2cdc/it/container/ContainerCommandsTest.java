package io.github.cameldb2cdc.it.container;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Properties;
import org.junit.jupiter.api.Test;

/** The text that goes into the container, letter by letter. */
class ContainerCommandsTest {

    private final ContainerCommands commands = new ContainerCommands("CDCTEST", "ASN");

    @Test
    void theDatabaseIsMadeReadyForCapture() {
        assertThat(commands.archiveLogging().text())
                .isEqualTo("db2 update db cfg for CDCTEST using LOGARCHMETH1 LOGRETAIN");
        assertThat(commands.backup().text())
                .isEqualTo(
                        "db2 force applications all ; db2 terminate ; db2 deactivate db CDCTEST ; db2 backup db CDCTEST to"
                                + " /dev/null");
        assertThat(commands.activate().text()).isEqualTo("db2 activate db CDCTEST");
        assertThat(commands.bindMetadata().text())
                .isEqualTo(
                        "db2 connect to CDCTEST && cd ~/sqllib/bnd && db2 bind db2schema.bnd blocking all grant public"
                                + " sqlerror continue");
        assertThat(commands.bindCapture().text())
                .isEqualTo("db2 connect to CDCTEST && cd ~/sqllib/bnd && db2 bind @capture.lst isolation ur"
                        + " concurrentaccessresolution wait_for_outcome blocking all grant public");
    }

    @Test
    void controlTablesComeFromTheScriptOfTheImage() {
        assertThat(commands.findScript().text()).isEqualTo("find /opt/ibm/db2 -name asnctlw.sql -type f");
        assertThat(commands.readScript("/opt/x/asnctlw.sql").text()).isEqualTo("cat /opt/x/asnctlw.sql");
        assertThat(commands.runScript().text()).isEqualTo("db2 connect to CDCTEST && db2 -tvf /tmp/asnctlw.sql");
    }

    @Test
    void captureIsStartedInTheBackgroundAndSteeredByItsCommand() {
        assertThat(commands.startCapture("warmsi").text())
                .isEqualTo("nohup asncap capture_server=CDCTEST capture_schema=ASN startmode=warmsi capture_path=/tmp"
                        + " commit_interval=1 sleep_interval=1 logstdout=y > /tmp/asncap.log 2>&1 < /dev/null &");
        assertThat(commands.steerCapture("chgparms retention_limit=1").text())
                .isEqualTo("asnccmd capture_server=CDCTEST capture_schema=ASN chgparms retention_limit=1");
        assertThat(commands.findCapture()).containsExactly("pgrep", "-f", "capture_server=CDCTEST");
        assertThat(commands.countMessages("ASN0100I|ASN0109I").text())
                .isEqualTo("cat /tmp/asncap.log | grep -c -E \"ASN0100I|ASN0109I\" || true");
        assertThat(commands.endOfLog().text()).isEqualTo("tail -n 40 /tmp/asncap.log");
    }

    @Test
    void aCommandRunsInALoginShellOfTheOwnerOfTheInstance() {
        assertThat(commands.connect().arguments())
                .containsExactly("su", "-", "db2inst1", "-c", "db2 connect to CDCTEST");
        assertThatThrownBy(() -> new ContainerCommand("quote", "echo 'a'"))
                .hasMessageContaining("no single line without single quotes");
    }

    @Test
    void aUserOfTheDatabaseIsOneOfTheOperatingSystem() {
        assertThat(ContainerCommands.createUser("cdc1")).containsExactly("useradd", "-m", "cdc1");
        assertThat(ContainerCommands.setPassword("cdc1", "s-1"))
                .containsExactly("sh", "-c", "echo cdc1:s-1 | chpasswd");
    }

    @Test
    void theLicenceIsAcceptedForNobody() {
        assertThat(new ContainerSettings("image", false).environment()).doesNotContainKey("LICENSE");
        assertThat(new ContainerSettings("image", true).environment())
                .containsEntry("LICENSE", "accept")
                .containsEntry("DBNAME", "CDCTEST")
                .containsEntry("ARCHIVE_LOGS", "true")
                .containsEntry("DB2INSTANCE", "db2inst1");
        Properties properties = new Properties();
        assertThat(ContainerSettings.from(properties))
                .isEqualTo(new ContainerSettings("icr.io/db2_community/db2:11.5.9.0", false));
        properties.setProperty("db2.license", "yes");
        properties.setProperty("db2.image", "mirror/db2:12.1");
        assertThat(ContainerSettings.from(properties)).isEqualTo(new ContainerSettings("mirror/db2:12.1", false));
        properties.setProperty("db2.license", "accept");
        assertThat(ContainerSettings.from(properties)).isEqualTo(new ContainerSettings("mirror/db2:12.1", true));
    }

    @Test
    void theScriptLosesItsTableSpacesAndKeepsItsStatements() {
        assertThat(ControlTableScript.adapted(ScriptedHost.SCRIPT).lines().filter(line -> !line.isBlank()))
                .containsExactly(
                        "CREATE TABLE ASN.IBMSNAP_UOW(",
                        "IBMSNAP_REJ_CODE                CHAR(  1) NOT NULL WITH DEFAULT )",
                        ";",
                        "CREATE TABLE ASN.IBMSNAP_SIGNAL(",
                        "SIGNAL_STATE                    CHAR( 1) NOT NULL)",
                        "DATA CAPTURE CHANGES;",
                        "INSERT INTO ASN.IBMSNAP_CAPSCHEMAS(CAP_SCHEMA_NAME) VALUES (",
                        "'ASN');");
    }
}
