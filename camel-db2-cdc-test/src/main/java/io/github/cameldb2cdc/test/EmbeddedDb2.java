package io.github.cameldb2cdc.test;

import com.ibm.db2.jcc.DB2SimpleDataSource;
import io.github.cameldb2cdc.test.catalog.Catalog;
import io.github.cameldb2cdc.test.derby.DerbyDatabase;
import io.github.cameldb2cdc.test.derby.DerbyServer;
import io.github.cameldb2cdc.test.derby.TableName;
import io.github.cameldb2cdc.test.derby.TransactionLog;
import io.github.cameldb2cdc.test.relay.Db2Dialect;
import io.github.cameldb2cdc.test.relay.DrdaRelay;
import io.github.cameldb2cdc.test.relay.WireFaults;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.ZoneId;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;

/**
 * A Db2 with SQL Replication in this JVM: Apache Derby behind a relay that makes IBM's own driver take it for a Db2,
 * the control tables of Capture, and a Capture program.
 *
 * <pre>{@code
 * try (EmbeddedDb2 db2 = EmbeddedDb2.start()) {
 *     db2.execute("CREATE TABLE DB2INST1.EMPLOYEES (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(40))");
 *     db2.register("DB2INST1.EMPLOYEES");
 *     db2.execute("INSERT INTO DB2INST1.EMPLOYEES VALUES (1, 'Ada')");
 *     db2.capture().publish();   // the row is in ASNCDC.CDC_DB2INST1_EMPLOYEES
 * }
 * }</pre>
 *
 * <p>For development and tests only. It listens on the loopback address. Safe for many threads. Whoever starts it
 * closes it.
 */
public final class EmbeddedDb2 implements Db2WithCapture {
    private final DerbyDatabase database;
    private final TransactionLog log;
    private final Clock clock;
    private final DrdaRelay relay;
    private final WireFaults faults = new WireFaults();
    private final ControlTables tables;
    private final Capture capture;
    private final Catalog catalog;
    private final SchemaChanges schema;
    private final Registrar registrar;
    private final String databaseName;
    private final String username;
    private final String password;

    private EmbeddedDb2(EmbeddedDb2Builder builder, DerbyDatabase database) throws SQLException {
        this.databaseName = builder.databaseName();
        this.username = builder.username();
        this.password = builder.password();
        this.tables = builder.controlTables();
        this.clock = builder.clock();
        this.database = database;
        this.log = openLog(builder);
        this.registrar = new Registrar(database, tables);
        this.capture = new Capture(database, log, tables, builder.captureInterval(), clock);
        this.catalog = new Catalog(database, clock);
        this.schema = new SchemaChanges(database, capture, catalog);
        startCapture(builder.captureStatus());
        Db2Dialect dialect = new Db2Dialect(databaseName.toUpperCase(Locale.ROOT), ZoneId.systemDefault(), clock);
        this.relay = DrdaRelay.start(
                builder.port(), DerbyServer.port(), new ClientSql(catalog, dialect), faults, name -> serverName(name));
    }

    /** Starts one; what was opened is closed again when that fails. */
    static EmbeddedDb2 start(EmbeddedDb2Builder builder) throws SQLException {
        DerbyDatabase database = builder.directory() == null
                ? DerbyDatabase.inMemory(builder.databaseName())
                : DerbyDatabase.inDirectory(builder.directory(), builder.databaseName());
        try {
            return new EmbeddedDb2(builder, database);
        } catch (SQLException | RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /** Starts one in memory, with Capture running, on a free port. */
    public static EmbeddedDb2 start() {
        return builder().start();
    }

    /** Settings for one that differs from the default. */
    public static EmbeddedDb2Builder builder() {
        return new EmbeddedDb2Builder();
    }

    /** The URL for IBM's driver, without user and password. */
    @Override
    public String jdbcUrl() {
        return "jdbc:db2://localhost:" + relay.port() + "/" + databaseName + ":securityMechanism=3;";
    }

    /** The port it listens on. */
    public int port() {
        return relay.port();
    }

    @Override
    public String username() {
        return username;
    }

    @Override
    public String password() {
        return password;
    }

    /** The schema of the control tables, as the catalog stores it. */
    @Override
    public String controlSchema() {
        return tables.controlSchema();
    }

    /** A new connection of IBM's driver, autocommit on; the caller closes it. */
    @Override
    public Connection connect() throws SQLException {
        return dataSource().getConnection();
    }

    /** A source of new connections of IBM's driver, without a pool. */
    @Override
    public DataSource dataSource() {
        DB2SimpleDataSource source = new DB2SimpleDataSource();
        source.setDriverType(4);
        source.setServerName("localhost");
        source.setPortNumber(relay.port());
        source.setDatabaseName(databaseName);
        source.setUser(username);
        source.setPassword(password);
        source.setSecurityMechanism(com.ibm.db2.jcc.DB2BaseDataSource.CLEAR_TEXT_PASSWORD_SECURITY);
        return source;
    }

    /**
     * Runs statements over the driver, each in its own transaction. Schemas that a CREATE TABLE names come into being.
     * The structure of registered tables is changed with {@link #schema()} instead.
     *
     * @throws IllegalStateException when one fails; those before it stay done
     */
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

    /**
     * Registers a table with the defaults of {@link Registration} and waits until Capture captures it.
     *
     * @param table as {@code SCHEMA.TABLE}; parts without quotes are folded to upper case
     * @throws IllegalArgumentException when there is no such table
     */
    @Override
    public void register(String table) {
        register(Registration.of(TableName.parse(table)));
    }

    /**
     * Registers a table and requests a REINIT of Capture. Unless the registration says otherwise, this waits until
     * Capture captures the table.
     */
    @Override
    public void register(Registration registration) {
        try {
            registrar.register(registration);
        } catch (SQLException e) {
            throw new IllegalStateException(
                    "The table " + registration.source() + " could not be registered: " + e.getMessage(), e);
        }
        schema.refreshCatalog();
        if (registration.active()) {
            capture.reinit();
            if (registration.awaited()) {
                capture.awaitCaptured(registration.source());
            }
        }
    }

    /**
     * Removes a registration with its change table; what Capture has not published is lost.
     *
     * @param table as {@code SCHEMA.TABLE}
     */
    @Override
    public void unregister(String table) {
        TableName source = TableName.parse(table);
        capture.whileQuiet(() -> database.inTransaction(connection -> registrar.unregister(connection, source)));
        schema.refreshCatalog();
    }

    /** The Capture program. */
    @Override
    public Capture capture() {
        return capture;
    }

    /** Changes to the structure of tables. */
    public SchemaChanges schema() {
        return schema;
    }

    /** A fast way to fill a change table for measurements. */
    public BulkLoad bulk() {
        return new BulkLoad(database, capture, log, tables, clock);
    }

    /** Whether there is a registration of the table. */
    boolean registered(TableName table) {
        try {
            AtomicBoolean found = new AtomicBoolean();
            database.inTransaction(connection -> found.set(tables.register().rows(connection).stream()
                    .anyMatch(row -> row.source().equals(table))));
            return found.get();
        } catch (SQLException e) {
            throw new IllegalStateException("The registrations could not be read: " + e.getMessage(), e);
        }
    }

    /** What goes wrong on the wire between driver and server; nothing at first. */
    public WireFaults faults() {
        return faults;
    }

    /** Ends all present connections of clients, as a server does that goes down; new ones are accepted. */
    public void dropConnections() {
        relay.dropConnections();
    }

    /** Ends Capture, cuts all connections and closes the database; one in memory is gone. */
    @Override
    public void close() {
        relay.close();
        catalog.close();
        capture.close();
        try {
            database.close();
        } catch (SQLException e) {
            throw new IllegalStateException("The database did not close: " + e.getMessage(), e);
        } finally {
            TransactionLog.close(database.name());
        }
    }

    private TransactionLog openLog(EmbeddedDb2Builder builder) throws SQLException {
        AtomicLong position = new AtomicLong();
        database.inTransaction(connection -> {
            tables.create(connection, builder.captureInterval());
            position.set(lastPosition(connection));
        });
        return TransactionLog.open(database.name(), position.get(), clock);
    }

    private long lastPosition(Connection connection) throws SQLException {
        long position = tables.register()
                .synchpoint(connection)
                .map(tables.format()::decode)
                .map(SequenceFormat::positionOf)
                .orElse(SequenceFormat.FIRST_POSITION);
        for (Sources.Entry entry : Sources.all(connection)) {
            position = Math.max(position, Staging.lastPosition(connection, entry.staged()));
        }
        return position + 1;
    }

    private void startCapture(CaptureStatus wanted) {
        switch (wanted) {
            case RUNNING -> capture.start(StartMode.WARM);
            case PAUSED -> capture.startPaused();
            case STOPPED -> {
                // the first start of Capture is the test's own
            }
        }
    }

    private String serverName(String clientName) {
        return clientName.equalsIgnoreCase(databaseName) ? database.name() : "no-such-database/" + clientName;
    }
}
