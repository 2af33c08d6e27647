package io.github.cameldb2cdc;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.FailureKind;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.setup.SequenceLayout;
import io.github.cameldb2cdc.source.Db2ChangeSource;
import io.github.cameldb2cdc.source.Db2Session;
import io.github.cameldb2cdc.source.Platform;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.ServerFacts;
import io.github.cameldb2cdc.source.TableColumns;
import java.sql.Driver;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import javax.sql.DataSource;

/** What the catalog and the register of a server say about tables that are to be set up. The creator closes it. */
final class SetupFacts implements AutoCloseable {

    private static final Duration PATIENCE = Duration.ofSeconds(60);

    private final Db2Session session;
    private final String controlSchema;
    private final Platform platform;

    private SetupFacts(Db2Session session, Platform configured, String controlSchema) {
        this.session = session;
        this.controlSchema = controlSchema;
        this.platform = ServerFacts.read(session, configured, controlSchema).platform();
    }

    /** Connects as the arguments say. */
    static SetupFacts open(SetupArguments arguments) {
        Db2Session session = Db2Session.open(dataSource(arguments), PATIENCE);
        try {
            return new SetupFacts(session, arguments.platform(), arguments.controlSchema());
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }

    private static DataSource dataSource(SetupArguments arguments) {
        Properties properties = new Properties();
        properties.setProperty("loginTimeout", String.valueOf(PATIENCE.toSeconds()));
        if (arguments.userName() != null) {
            properties.setProperty("user", arguments.userName());
        }
        String password = arguments.password();
        if (password != null) {
            properties.setProperty("password", password);
        }
        return new DriverDataSource(driver(), arguments.url(), properties);
    }

    private static Driver driver() {
        try {
            return (Driver) Class.forName(ConnectionPool.DRIVER_CLASS)
                    .getDeclaredConstructor()
                    .newInstance();
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new CdcException(
                    FailureKind.DEFINITE,
                    "IBM's driver " + ConnectionPool.DRIVER_CLASS
                            + " is not on the class path; add the jar com.ibm.db2:jcc.",
                    e);
        }
    }

    Platform platform() {
        return platform;
    }

    /** The names of columns that Capture can write, and of those that it cannot, in the order of the table. */
    record Columns(List<String> captured, List<String> leftOut) {}

    /** @throws CdcException definite, if there is no such table */
    Columns columnsOf(TableId table) {
        TableColumns columns = TableColumns.read(session, platform, controlSchema, table);
        if (!columns.exist()) {
            throw CdcException.definite("There is no table " + table
                    + " in the catalog; check its name, and quote it if it is not" + " upper case.");
        }
        List<String> captured = new ArrayList<>();
        List<String> leftOut = new ArrayList<>(columns.unsupported());
        for (Column column : columns.columns()) {
            (isWritten(column.type()) ? captured : leftOut).add(column.name());
        }
        return new Columns(captured, leftOut);
    }

    /** SQL Replication has no large objects and no BOOLEAN, and binary strings on z/OS only. */
    private boolean isWritten(ColumnType type) {
        boolean binary = type == ColumnType.BINARY || type == ColumnType.VARBINARY;
        return !type.isLargeObject() && type != ColumnType.BOOLEAN && (!binary || platform == Platform.ZOS);
    }

    /** As the control tables store log sequences. */
    SequenceLayout sequences() {
        TableId commits = new TableId(controlSchema, "IBMSNAP_UOW");
        return TableColumns.read(session, platform, controlSchema, commits).columns().stream()
                .filter(column -> column.name().equals("IBMSNAP_COMMITSEQ"))
                .map(column -> new SequenceLayout(column.length(), column.type() == ColumnType.CHAR_FOR_BIT_DATA))
                .findFirst()
                .orElseThrow(() -> CdcException.definite("The control table " + commits
                        + " is missing or has no column IBMSNAP_COMMITSEQ; set --control-schema to the schema of Capture's"
                        + " control tables."));
    }

    /** The change table of a table that is registered. */
    Optional<TableId> changeTableOf(TableId table) {
        return Optional.ofNullable(new Db2ChangeSource(session, platform, controlSchema, 1)
                        .registrations(List.of(table.schema()))
                        .get(table))
                .map(Registration::changeTable);
    }

    @Override
    public void close() {
        session.close();
    }
}
