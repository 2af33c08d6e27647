package io.github.cameldb2cdc.it.container;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the database of a fresh container ready for Capture: archive logging, a backup, packages, control tables. In this
 * order: the backup ends the pending state into which archive logging puts the database, and the rest needs connections.
 */
final class CapturePreparation {
    private static final Logger LOG = LoggerFactory.getLogger(CapturePreparation.class);
    private static final Duration PATIENCE = Duration.ofMinutes(10);
    private static final int DUPLICATE_COLUMN = -612;
    private static final int EXISTS = -601;

    private final ContainerHost host;
    private final Shell shell;
    private final ContainerCommands commands;
    private final ConnectionSource connections;

    /** Where connections come from. */
    @FunctionalInterface
    interface ConnectionSource {
        Connection connect() throws SQLException;
    }

    CapturePreparation(ContainerHost host, ContainerCommands commands, ConnectionSource connections) {
        this.host = host;
        this.shell = new Shell(host);
        this.commands = commands;
        this.connections = connections;
    }

    void run() throws SQLException {
        shell.requireWithin(PATIENCE, commands.connect());
        shell.require(commands.archiveLogging());
        shell.requireWithin(PATIENCE, commands.backup());
        shell.require(commands.activate());
        shell.require(commands.bindMetadata());
        shell.run(commands.bindCapture());
        createControlTables();
    }

    private void createControlTables() throws SQLException {
        String path = shell.require(commands.findScript())
                .lines()
                .filter(line -> line.endsWith("asnctlw.sql"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "The image has no script asnctlw.sql below /opt/ibm/db2; take one with SQL Replication"));
        String script = shell.require(commands.readScript(path));
        host.write(ContainerCommands.SCRIPT, ControlTableScript.adapted(script));
        // a statement that fails need not matter: the check below says whether the tables are there
        String output = shell.run(commands.runScript()).output();
        try (Connection connection = connections.connect();
                Statement statement = connection.createStatement()) {
            if (ControlTableScript.isOfVersion12(path)) {
                addWhatVersion12Expects(statement);
            }
            requireTables(statement, output);
        }
    }

    private static void addWhatVersion12Expects(Statement statement) throws SQLException {
        for (String sql : ControlTableScript.ADDITIONS_OF_12) {
            try {
                statement.execute(sql);
            } catch (SQLException e) {
                if (!List.of(DUPLICATE_COLUMN, EXISTS).contains(e.getErrorCode())) {
                    throw e;
                }
                LOG.info("There already: {}", sql);
            }
        }
    }

    private static void requireTables(Statement statement, String output) {
        for (String table : ControlTableScript.REQUIRED_TABLES) {
            try {
                statement
                        .executeQuery("SELECT COUNT(*) FROM " + ControlTableScript.SCHEMA + "." + table)
                        .close();
            } catch (SQLException e) {
                throw new IllegalStateException(
                        "IBM's script did not create the control table " + table + "; it printed " + output, e);
            }
        }
    }
}
