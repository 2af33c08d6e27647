package io.github.cameldb2cdc.it.container;

import java.util.List;

/**
 * All commands that make a Capture program run in the container, and steer it. Pure text: a test pins it.
 *
 * <p>Where each fact comes from: D IBM's documentation or scripts, V the source of Debezium's Db2 image, T what others ran
 * on a real Capture (the db2 connector that is proposed for Redpanda Connect), K general knowledge that was not looked up.
 *
 * <p>The command line processor {@code db2} ends with 0, with 1 for a query without rows, 2 for a warning, 4 for an error,
 * 8 for one of its own (K). So 4 and more is a failure.
 */
final class ContainerCommands {

    static final int FIRST_FAILURE = 4;

    /** Everything that asncap prints; written anew with each start. */
    static final String LOG = "/tmp/asncap.log";

    static final String SCRIPT = "/tmp/asnctlw.sql";

    private final String database;
    private final String controlSchema;

    ContainerCommands(String database, String controlSchema) {
        this.database = database;
        this.controlSchema = controlSchema;
    }

    /** Succeeds once the database takes connections. V: Debezium's script waits in the same way. */
    ContainerCommand connect() {
        return new ContainerCommand("connect to the new database", "db2 connect to " + database);
    }

    /** Capture reads the log, so logs must be kept. D: LOGARCHMETH1; V: LOGRETAIN. Harmless if it is set already. */
    ContainerCommand archiveLogging() {
        return new ContainerCommand(
                "switch archive logging on", "db2 update db cfg for " + database + " using LOGARCHMETH1 LOGRETAIN");
    }

    /**
     * A database whose logging was switched is in backup pending state until it has been backed up, offline (D); Capture
     * wants a backup as the place where its log begins, and the null device is enough (V). Forcing applications off is not
     * done when the command returns (K), so this is tried again.
     */
    ContainerCommand backup() {
        return new ContainerCommand(
                "back the database up",
                "db2 force applications all ; db2 terminate ; db2 deactivate db " + database + " ; db2 backup db "
                        + database + " to /dev/null");
    }

    /** V: Debezium restarts the database behind the backup; activating is enough when nothing crashed (K). */
    ContainerCommand activate() {
        return new ContainerCommand("activate the database", "db2 activate db " + database);
    }

    /** Without it the driver's metadata calls fail (V). */
    ContainerCommand bindMetadata() {
        return new ContainerCommand(
                "bind the packages of the catalog functions",
                "db2 connect to " + database
                        + " && cd ~/sqllib/bnd && db2 bind db2schema.bnd blocking all grant public sqlerror continue");
    }

    /** D: IBM binds Capture so; asncap binds its packages itself when they are missing (K), so a failure is no harm. */
    ContainerCommand bindCapture() {
        return new ContainerCommand(
                "bind the packages of Capture",
                "db2 connect to " + database + " && cd ~/sqllib/bnd && db2 bind @capture.lst isolation ur"
                        + " concurrentaccessresolution wait_for_outcome blocking all grant public");
    }

    /** T: the scripts are in the community image, below the directory of the installed version. */
    ContainerCommand findScript() {
        return new ContainerCommand(
                "find IBM's script of control tables", "find /opt/ibm/db2 -name asnctlw.sql -type f");
    }

    ContainerCommand readScript(String path) {
        return new ContainerCommand("read IBM's script of control tables", "cat " + path);
    }

    /** T: a semicolon ends each statement of the script; it goes on behind one that fails. */
    ContainerCommand runScript() {
        return new ContainerCommand(
                "create the control tables", "db2 connect to " + database + " && db2 -tvf " + SCRIPT);
    }

    /**
     * D: the names of the parameters; V: intervals of one second; T: in the background of a shell that ends, with its
     * output in a file.
     *
     * @param startMode warmsi: on from where it ended, cold only for the first time; cold: at the end of the log (D)
     */
    ContainerCommand startCapture(String startMode) {
        return new ContainerCommand(
                "start Capture",
                "nohup asncap capture_server=" + database + " capture_schema=" + controlSchema + " startmode="
                        + startMode
                        + " capture_path=/tmp commit_interval=1 sleep_interval=1 logstdout=y > " + LOG
                        + " 2>&1 < /dev/null &");
    }

    /**
     * D, T: ASN0100I or ASN0109I says that Capture has initialized; a command before that is lost. D, K: ASN0023I says
     * that a REINIT is done.
     */
    ContainerCommand countMessages(String messages) {
        return new ContainerCommand(
                "read the log of Capture", "cat " + LOG + " | grep -c -E \"" + messages + "\" || true");
    }

    ContainerCommand endOfLog() {
        return new ContainerCommand("read the log of Capture", "tail -n 40 " + LOG);
    }

    /**
     * T: ends with 0 while Capture runs, with 1 when not. Arguments for {@link ContainerHost#run}: in a shell it would find
     * that shell, which has the same words in its command.
     */
    List<String> findCapture() {
        return List.of("pgrep", "-f", "capture_server=" + database);
    }

    /** D: status, reinit, suspend, resume, prune, stop, chgparms with the same two parameters in front. */
    ContainerCommand steerCapture(String command) {
        return new ContainerCommand(
                "let Capture obey the command " + command,
                "asnccmd capture_server=" + database + " capture_schema=" + controlSchema + " " + command);
    }

    /** An account of the operating system is a user of the database (K). Arguments for {@link ContainerHost#run}. */
    static List<String> createUser(String user) {
        return List.of("useradd", "-m", user);
    }

    /** The one program that takes a password from its input (K). */
    static List<String> setPassword(String user, String password) {
        return List.of("sh", "-c", "echo " + user + ":" + password + " | chpasswd");
    }
}
