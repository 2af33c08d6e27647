package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.TableId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Optional;
import javax.sql.DataSource;
import org.apache.camel.support.service.ServiceSupport;

/**
 * Keeps checkpoints in a table of a Db2, of the one that is the source or of another one.
 *
 * <p>The table is created at the first use if it is missing; if it can neither be read nor created, that use fails with
 * the statements for an administrator. Each call is one transaction on one connection, which is closed at its end. The
 * data source stays with its owner and is never closed here. Thread-safe.
 */
public class TableCheckpointRepository extends ServiceSupport implements CheckpointRepository {

    /** The name of the table unless another one is given. */
    public static final String DEFAULT_TABLE = "DB2_CDC_CHECKPOINT";

    private final CheckpointTable table;
    private final JdbcTransactions transactions;
    private final IdempotentRows keys;
    private volatile boolean ready;

    /** With the default table in the current schema of the connections. */
    public TableCheckpointRepository(DataSource dataSource) {
        this(dataSource, DEFAULT_TABLE);
    }

    /**
     * @param table {@code TABLE}, then in the current schema of the connections, or {@code SCHEMA.TABLE}, in SQL's
     *     spelling
     * @throws IllegalArgumentException if this is no such name
     */
    public TableCheckpointRepository(DataSource dataSource, String table) {
        this(dataSource, CheckpointTable.parse(table));
    }

    public TableCheckpointRepository(DataSource dataSource, TableId table) {
        this(dataSource, CheckpointTable.of(table));
    }

    private TableCheckpointRepository(DataSource dataSource, CheckpointTable table) {
        this.table = table;
        this.transactions = new JdbcTransactions(Objects.requireNonNull(dataSource, "dataSource"));
        this.keys = new IdempotentRows(table);
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
