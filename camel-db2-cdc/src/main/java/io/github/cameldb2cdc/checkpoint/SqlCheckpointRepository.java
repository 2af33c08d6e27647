package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.CdcException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.apache.camel.support.service.ServiceSupport;

/**
 * Keeps checkpoints in a table of a database.
 *
 * <p>The table is created at the first use if it is missing; if it can neither be read nor created, that use fails with
 * the statements for an administrator. Each call is one transaction on one connection, which is closed at its end. The
 * data source stays with its owner and is never closed here. Thread-safe.
 *
 * <p>A sink in the same database can store the checkpoint of each event with its rows, and so have the effect of each
 * event exactly once: {@link #store(Connection, EventCheckpoint)}.
 */
public abstract class SqlCheckpointRepository extends ServiceSupport implements CheckpointRepository {

    /** The name of the table unless another one is given. */
    public static final String DEFAULT_TABLE = "DB2_CDC_CHECKPOINT";

    private final CheckpointTable table;
    private final JdbcTransactions transactions;
    private final IdempotentRows keys;
    private final SinkRows sink;
    private volatile boolean ready;

    SqlCheckpointRepository(DataSource dataSource, CheckpointTable table) {
        this.table = table;
        this.transactions = new JdbcTransactions(Objects.requireNonNull(dataSource, "dataSource"));
        this.keys = new IdempotentRows(table);
        this.sink = new SinkRows(table);
    }

    /**
     * Limits how long an answer of the database may take before the connection counts as lost, unless the connection has
     * a shorter limit of its own; without it a silent server would hold up the consumer for ever. 60 s by default.
     */
    public void setNetworkTimeout(Duration networkTimeout) {
        transactions.setNetworkTimeout(networkTimeout);
    }

    /** The table as SQL names it. */
    public String getTable() {
        return table.toString();
    }

    @Override
    public Optional<Checkpoint> load(String name) {
        CheckpointName.check(name);
        CheckpointRows rows = new CheckpointRows(table, name);
        return inTransaction("read the checkpoint '" + name + "' from " + table, rows::read);
    }

    @Override
    public void store(String name, Checkpoint previous, Checkpoint next) {
        Guard.check(name, previous, next);
        CheckpointRows rows = new CheckpointRows(table, name);
        inTransaction("store the checkpoint '" + name + "' in " + table, connection -> {
            rows.write(connection, previous, next);
            return null;
        });
    }

    @Override
    public void forget(String name) {
        CheckpointName.check(name);
        CheckpointRows rows = new CheckpointRows(table, name);
        inTransaction("forget the checkpoint '" + name + "' in " + table, connection -> {
            rows.remove(connection);
            return null;
        });
    }

    /**
     * Stores the checkpoint of an event in the transaction of a sink that writes its rows, so that both happen or none:
     * the next start goes on behind it, and the event counts as applied whatever becomes of its exchange.
     *
     * <p>For each event the sink asks first, and applies the event only if the answer is STORED; ALREADY is to be skipped
     * and FENCED to be rolled back, for example by an exception. Events that have no place in the order, rows of a
     * snapshot, are always STORED: the sink applies them by key. The route must deliver events in order on one thread: an
     * event that is stored says that all before it are.
     *
     * <p>The row of the checkpoint is locked until the transaction ends, so it should end soon.
     *
     * @param connection the sink's connection to this database, with autocommit off; stays open, and is neither committed
     *     nor rolled back
     * @param event the header CamelDb2CdcCheckpoint of the exchange
     * @throws CdcException definite, if the connection commits by itself or what is stored is damaged
     * @throws SQLException if the database fails; the sink rolls back
     */
    public StoreAnswer store(Connection connection, EventCheckpoint event) throws SQLException {
        if (connection.getAutoCommit()) {
            throw CdcException.definite("The connection of the sink commits each statement by itself, so rows and"
                    + " checkpoint could come apart; switch autocommit off, or begin a transaction before.");
        }
        return sink.store(connection, event);
    }

    /**
     * {@inheritDoc}
     *
     * <p>After a failure it is not known whether the key was added.
     */
    @Override
    public boolean add(String key) {
        return inTransaction("add an idempotent key to " + table, connection -> keys.add(connection, key));
    }

    @Override
    public boolean contains(String key) {
        return inTransaction("look up an idempotent key in " + table, connection -> keys.contains(connection, key));
    }

    @Override
    public boolean remove(String key) {
        return inTransaction("remove an idempotent key from " + table, connection -> keys.remove(connection, key));
    }

    /** Has nothing to do: a key counts from {@link #add} on. */
    @Override
    public boolean confirm(String key) {
        return true;
    }

    /** Forgets the keys; the checkpoints stay. */
    @Override
    public void clear() {
        inTransaction("remove the idempotent keys from " + table, this::clearKeys);
    }

    private Void clearKeys(Connection connection) throws SQLException {
        keys.clear(connection);
        return null;
    }

    /** A start looks at the table again, at the next use: it may have been dropped meanwhile. */
    @Override
    protected void doStart() {
        ready = false;
    }

    private <T> T inTransaction(String whatIsTried, JdbcTransactions.Work<T> work) {
        if (!ready) {
            table.prepare(transactions);
            ready = true;
        }
        return transactions.run(whatIsTried, work);
    }
}
