package io.github.cameldb2cdc.it.container;

import com.ibm.db2.jcc.DB2BaseDataSource;
import com.ibm.db2.jcc.DB2SimpleDataSource;
import io.github.cameldb2cdc.checkpoint.TableCheckpointRepository;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.setup.Activation;
import io.github.cameldb2cdc.setup.SequenceLayout;
import io.github.cameldb2cdc.setup.SetupSql;
import io.github.cameldb2cdc.setup.SetupStep;
import io.github.cameldb2cdc.setup.TableSetup;
import io.github.cameldb2cdc.source.Platform;
import io.github.cameldb2cdc.test.CaptureControl;
import io.github.cameldb2cdc.test.Db2WithCapture;
import io.github.cameldb2cdc.test.Registration;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.sql.DataSource;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A real Db2 for LUW in a container, set up with Capture. Tables are registered with the SQL that users are given. */
public final class Db2Container implements Db2WithCapture {
    private static final Logger LOG = LoggerFactory.getLogger(Db2Container.class);
    private static final String NOT_WRITTEN = "'CLOB', 'DBCLOB', 'BLOB', 'XML', 'BOOLEAN', 'BINARY', 'VARBINARY'";

    private final ContainerHost host;
    private final String database;
    private final String username;
    private final String password;
    private final ContainerCapture capture;
    private volatile Duration signalPatience = Duration.ofMinutes(3);
    private volatile boolean signalsWork = true;
    private final SetupSql setupSql = new SetupSql(Platform.LUW, ControlTableScript.SCHEMA);

    private Db2Container(ContainerHost host, String database, String username, String password) {
        this.host = host;
        this.database = database;
        this.username = username;
        this.password = password;
        ContainerCommands commands = new ContainerCommands(database, ControlTableScript.SCHEMA);
        this.capture = new ContainerCapture(host, commands, new CaptureMarker(this));
    }

    /** Sets up the fresh container and starts Capture; closes the container when that fails. */
    static Db2Container prepare(ContainerHost host, String database, String username, String password) {
        Db2Container db2 = new Db2Container(host, database, username, password);
        try {
            ContainerCommands commands = new ContainerCommands(database, ControlTableScript.SCHEMA);
            new CapturePreparation(host, commands, db2::connect).run();
            db2.capture.startFirst();
            return db2;
        } catch (SQLException e) {
            host.close();
            throw new IllegalStateException("The container could not be set up: " + e.getMessage(), e);
        } catch (RuntimeException e) {
            host.close();
            throw e;
        }
    }

    @Override
    public String jdbcUrl() {
        return "jdbc:db2://" + host.address() + ":" + host.port() + "/" + database;
    }

    @Override
    public String username() {
        return username;
    }

    @Override
    public String password() {
        return password;
    }

    @Override
    public String controlSchema() {
        return ControlTableScript.SCHEMA;
    }

    SetupSql setupSql() {
        return setupSql;
    }

    @Override
    public Connection connect() throws SQLException {
        return dataSource().getConnection();
    }

    @Override
    public DataSource dataSource() {
        return dataSource(username, password);
    }

    private DataSource dataSource(String user, String secret) {
        DB2SimpleDataSource source = new DB2SimpleDataSource();
        source.setDriverType(4);
        source.setServerName(host.address());
        source.setPortNumber(host.port());
        source.setDatabaseName(database);
        source.setUser(user);
        source.setPassword(secret);
        source.setSecurityMechanism(DB2BaseDataSource.CLEAR_TEXT_PASSWORD_SECURITY);
        source.setRetrieveMessagesFromServerOnGetMessage(true);
        return source;
    }

    @Override
    public void execute(String... statements) {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                executeOne(statement, sql);
            }
        } catch (SQLException e) {
            throw new IllegalStateException("No connection to " + jdbcUrl() + ": " + e.getMessage(), e);
        }
    }

    private static void executeOne(Statement statement, String sql) {
        try {
            statement.execute(sql);
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "The statement failed with SQLCODE " + e.getErrorCode() + " (" + e.getMessage() + "): " + sql, e);
        }
    }

    @Override
    public void register(String table) {
        TableId source = TableId.parse(table, null);
        register(Registration.of(source.schema(), source.name()));
    }

    @Override
    public void register(Registration registration) {
        if (registration.skipsUnchanged()) {
            throw new IllegalArgumentException("The SQL for users knows no CHGONLY; register without changesOnly()");
        }
        boolean byReinit = registration.oldSynchpoint() == Registration.OldSynchpoint.NULL || !signalsWork;
        TableSetup setup = setup(registration, byReinit ? Activation.REINIT : Activation.CAPSTART);
        setupSql.register(setup).stream()
                .map(SetupStep::sql)
                .filter(Objects::nonNull)
                .filter(sql -> registration.active() || !sql.contains("'CAPSTART'"))
                .forEach(this::execute);
        if (!registration.active()) {
            setState(setup.source(), 'I');
        } else if (byReinit) {
            capture.reinit();
        } else if (registration.awaited()) {
            awaitSignal(setup.source());
        }
    }

    /**
     * That a signal activates a registration is an assumption. If it does not hold, one test of the ledger says so, and the
     * others go on with the way that is known to work.
     */
    private void awaitSignal(TableId source) {
        try {
            Awaitility.await("Capture activates " + source)
                    .atMost(signalPatience)
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(500))
                    .until(() -> "A".equals(state(source)));
        } catch (ConditionTimeoutException e) {
            LOG.warn(
                    "Capture did not obey a CAPSTART signal within {}; tables are activated by REINIT.",
                    signalPatience);
            signalsWork = false;
            setState(source, 'A');
            capture.reinit();
        }
    }

    /** How long Capture may take to obey a signal. */
    void signalPatience(Duration patience) {
        signalPatience = patience;
    }

    private void setState(TableId table, char state) {
        execute("UPDATE ASN.IBMSNAP_REGISTER SET STATE = '" + state + "' WHERE SOURCE_OWNER = '" + table.schema()
                + "' AND SOURCE_TABLE = '" + table.name() + "'");
    }

    private TableSetup setup(Registration registration, Activation activation) {
        TableId source = new TableId(
                registration.source().schema(), registration.source().name());
        TableId changes = new TableId(
                registration.changeTableIn(controlSchema()).schema(),
                registration.changeTableIn(controlSchema()).name());
        TableSetup setup = TableSetup.of(source, controlSchema())
                .withChangeTable(changes)
                .withColumns(registration.columns() == null ? columnsOf(source) : registration.columns())
                .withSequences(SequenceLayout.CURRENT)
                .withStopOnError(registration.stopOnError())
                .withActivation(activation);
        if (registration.writesUpdatesAsRows() != (registration.beforeImagePrefix() != null)) {
            throw new IllegalArgumentException("The SQL for users knows updates as one row with before images only;"
                    + " register with both or with neither");
        }
        return registration.beforeImagePrefix() == null
                ? setup
                : setup.withBeforeImages(registration.beforeImagePrefix());
    }

    private List<String> columnsOf(TableId table) {
        List<String> columns = new ArrayList<>();
        String sql = "SELECT COLNAME FROM SYSCAT.COLUMNS WHERE TABSCHEMA = ? AND TABNAME = ? AND TYPENAME NOT IN ("
                + NOT_WRITTEN + ") ORDER BY COLNO";
        try (Connection connection = connect();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, table.schema());
            statement.setString(2, table.name());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    columns.add(rows.getString(1));
                }
            }
        } catch (SQLException e) {
            throw new IllegalStateException("The columns of " + table + " could not be read: " + e.getMessage(), e);
        }
        return columns;
    }

    private String state(TableId table) throws SQLException {
        String sql = "SELECT STATE FROM ASN.IBMSNAP_REGISTER WHERE SOURCE_OWNER = ? AND SOURCE_TABLE = ?";
        try (Connection connection = connect();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, table.schema());
            statement.setString(2, table.name());
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? rows.getString(1) : null;
            }
        }
    }

    @Override
    public void unregister(String table) {
        TableId source = TableId.parse(table, null);
        TableId changes = TableSetup.of(source, controlSchema()).changeTable();
        List<SetupStep> steps = setupSql.remove(source, changes, Activation.REINIT);
        for (SetupStep step : steps) {
            if (step.sql() != null) {
                execute(step.sql());
            } else if (step.comment().contains("reinit")) {
                capture.reinit();
            }
        }
    }

    @Override
    public CaptureControl capture() {
        return capture;
    }

    /** Lets Capture prune now what its rules allow; young rows that nobody applied are to stay. */
    public void pruneByCommand() {
        capture.pruneByCommand();
    }

    /** A new user of the database with the privileges that the component asks for, on one registered table. */
    public DataSource userWithLeastPrivileges(String user, String table) {
        String secret = "Least-" + password;
        requireDone(host.run(ContainerCommands.createUser(user)), user);
        requireDone(host.run(ContainerCommands.setPassword(user, secret)), user);
        TableId source = TableId.parse(table, null);
        TableId changes = TableSetup.of(source, controlSchema()).changeTable();
        String id = TableId.foldToUpperCase(user);
        TableId checkpoints = new TableId(id, TableCheckpointRepository.DEFAULT_TABLE);
        List<SetupStep> steps = new ArrayList<>(
                setupSql.grantCommon(id, checkpoints, TableCheckpointRepository.createStatement(checkpoints)));
        steps.addAll(setupSql.grant(id, source, changes));
        steps.stream().map(SetupStep::sql).filter(Objects::nonNull).forEach(this::execute);
        return dataSource(user, secret);
    }

    private static void requireDone(ContainerHost.Answer answer, String user) {
        if (answer.code() != 0) {
            throw new IllegalStateException("The user " + user + " could not be created: " + answer.output());
        }
    }

    @Override
    public void close() {
        host.close();
    }
}
