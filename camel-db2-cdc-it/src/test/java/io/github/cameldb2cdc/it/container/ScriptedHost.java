package io.github.cameldb2cdc.it.container;

import io.github.cameldb2cdc.test.CaptureStatus;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.StartMode;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A container that is none: it answers each command as the image is expected to, and the database behind its port is the
 * embedded one, whose Capture does what asncap and asnccmd are told. So everything above {@link ContainerHost} runs.
 */
final class ScriptedHost implements ContainerHost {

    /** Where a command ends that was never thought of. */
    private static final Answer UNKNOWN = new Answer(127, "command not found");

    private static final Answer DONE = new Answer(0, "");

    /** In the manner of IBM's script: comments with semicolons, table spaces, places. */
    static final String SCRIPT = """
            -- UDB -- Uncomment only if there are no user tables!!!
            --DROP TABLESPACE TSASNCA;
            CREATE  TABLESPACE TSASNUOW
             IN DATABASE PARTITION GROUP IBMCATGROUP
             MANAGED BY DATABASE
             USING
            (
             FILE 'TSASNUOW' 10M
            );
            CREATE TABLE ASN.IBMSNAP_UOW(
            IBMSNAP_REJ_CODE                CHAR(  1) NOT NULL WITH DEFAULT )
            IN TSASNUOW;
            CREATE TABLE ASN.IBMSNAP_SIGNAL(
            SIGNAL_STATE                    CHAR( 1) NOT NULL)
            IN TSASNCA
            DATA CAPTURE CHANGES;
            INSERT INTO ASN.IBMSNAP_CAPSCHEMAS(CAP_SCHEMA_NAME) VALUES (
            'ASN');
            -- COMMIT;
            """;

    private final List<String> commands = new CopyOnWriteArrayList<>();
    private final Map<String, String> files = new HashMap<>();
    private final Map<String, Integer> failuresLeft = new HashMap<>();
    private final EmbeddedDb2 db2 = EmbeddedDb2.builder()
            .databaseName(ContainerSettings.DATABASE)
            .controlSchema("ASN")
            .captureStopped()
            .captureInterval(Duration.ofMillis(50))
            .start();
    private final StringBuilder log = new StringBuilder();
    private String scriptPath = "/opt/ibm/db2/V11.5/samples/repl/sql/asnctlw.sql";
    private boolean shortRetention;
    private boolean closed;

    /** Lets a command that begins so fail this many times. */
    ScriptedHost failing(String beginning, int times) {
        failuresLeft.put(beginning, times);
        return this;
    }

    ScriptedHost scriptAt(String path) {
        scriptPath = path;
        return this;
    }

    EmbeddedDb2 db2() {
        return db2;
    }

    /** What was run, in its order, without the shell around it. */
    List<String> commands() {
        return List.copyOf(commands);
    }

    String file(String path) {
        return files.get(path);
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public synchronized Answer run(List<String> arguments) {
        boolean inShell = arguments.subList(0, arguments.size() - 1).equals(List.of("su", "-", "db2inst1", "-c"));
        String command = inShell ? arguments.get(4) : String.join(" ", arguments);
        commands.add(command);
        for (Map.Entry<String, Integer> failure : failuresLeft.entrySet()) {
            if (command.startsWith(failure.getKey()) && failure.getValue() > 0) {
                failure.setValue(failure.getValue() - 1);
                return new Answer(4, "SQL1035N  The operation failed because the database is in use.");
            }
        }
        return inShell ? inShell(command) : asRoot(arguments);
    }

    private Answer asRoot(List<String> arguments) {
        boolean runs = db2.capture().status() != CaptureStatus.STOPPED;
        return switch (arguments.get(0)) {
            case "pgrep" ->
                arguments.subList(1, 3).equals(List.of("-f", "capture_server=CDCTEST")) && runs
                        ? DONE
                        : new Answer(1, "");
            case "useradd", "sh" -> DONE;
            default -> UNKNOWN;
        };
    }

    private Answer inShell(String command) {
        if (command.startsWith("db2 ")) {
            boolean needsFile = command.endsWith("db2 -tvf " + ContainerCommands.SCRIPT);
            return needsFile && !files.containsKey(ContainerCommands.SCRIPT)
                    ? new Answer(4, "DB21007E  End of file reached while reading the command.")
                    : new Answer(command.contains("activate db CDCTEST") && !command.contains("backup") ? 2 : 0, "");
        }
        if (command.startsWith("find ")) {
            return new Answer(0, scriptPath.isEmpty() ? "" : scriptPath + "\n");
        }
        if (command.startsWith("cat " + ContainerCommands.LOG + " | grep -c -E ")) {
            return new Answer(0, countInLog(command) + "\n");
        }
        if (command.equals("cat " + scriptPath)) {
            return new Answer(0, SCRIPT);
        }
        if (command.equals("tail -n 40 " + ContainerCommands.LOG)) {
            return new Answer(0, log.toString());
        }
        if (command.startsWith("nohup asncap ")) {
            return start(command);
        }
        return command.startsWith("asnccmd capture_server=CDCTEST capture_schema=ASN ")
                ? steer(command.substring(command.indexOf("=ASN ") + 5))
                : UNKNOWN;
    }

    private long countInLog(String command) {
        String pattern = command.substring(command.indexOf('"') + 1, command.lastIndexOf('"'));
        return log.toString()
                .lines()
                .filter(line -> line.matches(".*(" + pattern + ").*"))
                .count();
    }

    private Answer start(String command) {
        db2.capture().start(command.contains("startmode=cold") ? StartMode.COLD : StartMode.WARM);
        log.setLength(0);
        log.append("ASN0100I  CAPTURE \"ASN\" : \"Initial\" : The program initialization is successful.\n");
        return DONE;
    }

    private Answer steer(String command) {
        if (db2.capture().status() == CaptureStatus.STOPPED) {
            return new Answer(8, "ASN0506E  The command was not processed.");
        }
        switch (command) {
            case "suspend" -> db2.capture().pause();
            case "resume" -> db2.capture().resume();
            case "stop" -> db2.capture().stop();
            case "reinit" -> {
                db2.capture().reinit();
                log.append("ASN0023I  CAPTURE \"ASN\" : The program reinitialized the register information.\n");
            }
            case "prune" -> {
                if (shortRetention) {
                    db2.capture().pruneAll();
                }
            }
            case "chgparms retention_limit=1" -> shortRetention = true;
            case "chgparms retention_limit=10080" -> shortRetention = false;
            default -> {
                return new Answer(8, "ASN0505E  The command is not valid.");
            }
        }
        return DONE;
    }

    @Override
    public synchronized void write(String path, String text) {
        commands.add("(write " + path + ")");
        files.put(path, text);
    }

    @Override
    public String address() {
        return "localhost";
    }

    @Override
    public int port() {
        return db2.port();
    }

    @Override
    public void close() {
        closed = true;
        db2.close();
    }
}
