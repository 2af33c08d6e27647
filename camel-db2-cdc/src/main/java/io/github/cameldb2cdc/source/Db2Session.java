package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.jdbc.SqlFailure;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One connection to Db2, used for short units of work: each reads, closes its cursors and commits, so that no lock and
 * no read transaction outlives it. A failed unit is rolled back and thrown as a
 * {@link io.github.cameldb2cdc.event.CdcException}; after a transient one the session is of no further use.
 *
 * <p>For one thread, except {@link #cancel()}. The owner closes it.
 */
public final class Db2Session implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Db2Session.class);
    private static final int MOST_PREPARED_STATEMENTS = 256;

    private final Connection connection;
    private final Map<String, PreparedStatement> prepared = new LinkedHashMap<>(16, 0.75f, true);
    private volatile PreparedStatement running;

    private Db2Session(Connection connection) {
        this.connection = connection;
    }

    /** A unit of work on a session. */
    @FunctionalInterface
    public interface Work<T> {
        T run(Db2Session session) throws SQLException;
    }

    /** Reads the rows of a result. */
    @FunctionalInterface
    public interface Rows<T> {
        T read(ResultSet rows) throws SQLException;
    }

    /** Binds the markers of a statement. */
    @FunctionalInterface
    public interface Binder {
        void bind(PreparedStatement statement) throws SQLException;
    }

    /**
     * Takes a connection out of the data source.
     *
     * @param networkTimeout how long an answer may take before the connection counts as lost
     */
    public static Db2Session open(DataSource dataSource, Duration networkTimeout) {
        try {
            Connection connection = dataSource.getConnection();
            Db2Session session = new Db2Session(connection);
            try {
                connection.setNetworkTimeout(Runnable::run, Math.toIntExact(networkTimeout.toMillis()));
                connection.setAutoCommit(false);
                connection.setReadOnly(false);
                connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED);
                return session;
            } catch (SQLException e) {
                session.close();
                throw e;
            }
        } catch (SQLException e) {
            throw SqlFailure.of(e, "connect to the database");
        }
    }

    /**
     * Runs a unit of work and commits it.
     *
     * @param whatIsTried ends the phrase "Could not ..." of the failure's sentence
     */
    public <T> T unit(String whatIsTried, Work<T> work) {
        return open(whatIsTried, session -> {
            T result = work.run(session);
            connection.commit();
            return result;
        });
    }

    /**
     * Runs the first part of a unit of work, which stays open with its locks until the next {@link #unit} or the close.
     *
     * @param whatIsTried ends the phrase "Could not ..." of the failure's sentence
     */
    public <T> T open(String whatIsTried, Work<T> work) {
        try {
            return work.run(this);
        } catch (SQLException e) {
            rollBackAfter(e);
            throw SqlFailure.of(e, whatIsTried);
        } catch (RuntimeException e) {
            rollBackAfter(e);
            throw e;
        } finally {
            running = null;
        }
    }

    private void rollBackAfter(Exception failure) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            failure.addSuppressed(e);
        }
    }

    /**
     * Runs a query inside a unit of work and closes its cursor.
     *
     * @param sql the statement; it is prepared once and kept
     */
    public <T> T query(String sql, int fetchSize, Binder binder, Rows<T> rows) throws SQLException {
        PreparedStatement statement = prepare(sql);
        statement.setFetchSize(fetchSize);
        binder.bind(statement);
        running = statement;
        try (ResultSet result = statement.executeQuery()) {
            return rows.read(result);
        }
    }

    /**
     * Runs a statement without a result inside a unit of work.
     *
     * @return how many rows it changed
     */
    public int update(String sql, Binder binder) throws SQLException {
        PreparedStatement statement = prepare(sql);
        binder.bind(statement);
        running = statement;
        return statement.executeUpdate();
    }

    /** Runs a statement without a result and without markers inside a unit of work. */
    public void execute(String sql) throws SQLException {
        PreparedStatement statement = prepare(sql);
        running = statement;
        statement.execute();
    }

    private PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement known = prepared.get(sql);
        if (known != null) {
            return known;
        }
        if (prepared.size() >= MOST_PREPARED_STATEMENTS) {
            String eldest = prepared.keySet().iterator().next();
            prepared.remove(eldest).close();
        }
        PreparedStatement statement = connection.prepareStatement(sql);
        prepared.put(sql, statement);
        return statement;
    }

    /** The product and version that the server calls itself, for messages. */
    String product() {
        try {
            DatabaseMetaData facts = connection.getMetaData();
            return facts.getDatabaseProductName() + " " + facts.getDatabaseProductVersion();
        } catch (SQLException e) {
            return "an unknown server";
        }
    }

    /** Closes the prepared statements: the driver keeps the old columns of a table in them. */
    public void forgetStatements() {
        prepared.values().forEach(Db2Session::closeQuietly);
        prepared.clear();
    }

    /** From any thread: asks the database to end the running query; without effect where it cannot. */
    public void cancel() {
        PreparedStatement statement = running;
        if (statement != null) {
            try {
                statement.cancel();
            } catch (SQLException e) {
                // The server does not know how, or the query has just ended: closing the connection ends it as well.
                closeQuietly(statement);
            }
        }
    }

    /** From any thread: ends the connection under a query that does not end. */
    public void abort() {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            LOG.trace("Aborting a connection failed.");
        }
    }

    @Override
    public void close() {
        forgetStatements();
        try {
            // The driver refuses to close a connection inside a transaction, which would keep its locks.
            connection.rollback();
            connection.close();
        } catch (SQLException e) {
            abort();
        }
    }

    private static void closeQuietly(AutoCloseable resource) {
        try {
            resource.close();
        } catch (Exception e) {
            // The connection is lost or broken, so there is nothing left to free.
            LOG.trace("Closing a {} failed.", resource.getClass().getSimpleName());
        }
    }
}
