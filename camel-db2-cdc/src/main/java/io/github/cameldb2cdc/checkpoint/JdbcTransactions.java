package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.jdbc.SqlFailure;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.time.Duration;
import javax.sql.DataSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs work in transactions of its own, each on a connection of its own, which is always closed: after a commit if the
 * work returned, after a rollback if it threw. Thread-safe.
 */
final class JdbcTransactions {

    private static final Logger LOG = LoggerFactory.getLogger(JdbcTransactions.class);

    /** What is done in a transaction. */
    @FunctionalInterface
    interface Work<T> {
        /**
         * @param connection with autocommit off; the work neither commits nor closes it
         * @return the result, may be null
         */
        T in(Connection connection) throws SQLException;
    }

    private static final int UNLIMITED = 0;

    private final DataSource dataSource;
    private volatile int networkTimeoutMillis = 60_000;

    JdbcTransactions(DataSource dataSource) {
        this.dataSource = dataSource;
    }

    /** How long an answer may take; a connection that has a shorter limit keeps it. */
    void setNetworkTimeout(Duration networkTimeout) {
        networkTimeoutMillis = Math.toIntExact(networkTimeout.toMillis());
    }

    /**
     * @param whatIsTried ends the phrase "Could not ..." of the message of a failure
     * @throws io.github.cameldb2cdc.event.CdcException if the database fails, or what the work throws
     */
    <T> T run(String whatIsTried, Work<T> work) {
        try {
            return runOrThrow(work);
        } catch (SQLException e) {
            throw SqlFailure.of(e, whatIsTried);
        }
    }

    /** The same for a caller that looks at the failure itself. */
    <T> T runOrThrow(Work<T> work) throws SQLException {
        Connection connection = dataSource.getConnection();
        int before = networkTimeoutMillis;
        try {
            before = limitAnswers(connection);
            connection.setAutoCommit(false);
            T result = work.in(connection);
            connection.commit();
            return result;
        } catch (SQLException | RuntimeException | Error e) {
            rollBack(connection);
            throw e;
        } finally {
            close(connection, before);
        }
    }

    /** The limit that the connection had. */
    private int limitAnswers(Connection connection) throws SQLException {
        try {
            int before = connection.getNetworkTimeout();
            if (before == UNLIMITED || before > networkTimeoutMillis) {
                connection.setNetworkTimeout(Runnable::run, networkTimeoutMillis);
            }
            return before;
        } catch (SQLFeatureNotSupportedException e) {
            return networkTimeoutMillis;
        }
    }

    /** The driver refuses to close a connection inside a transaction. */
    private static void rollBack(Connection connection) {
        try {
            connection.rollback();
        } catch (SQLException e) {
            LOG.debug("The rollback failed with SQLCODE {}; the connection is closed.", e.getErrorCode());
        }
    }

    /** What was committed stays so: a connection that cannot be closed is no failure of the work. */
    private void close(Connection connection, int networkTimeoutBefore) {
        try (connection) {
            if (networkTimeoutBefore == UNLIMITED || networkTimeoutBefore > networkTimeoutMillis) {
                // not every pool does it for its next user
                connection.setNetworkTimeout(Runnable::run, networkTimeoutBefore);
            }
        } catch (SQLException e) {
            LOG.debug("Closing a connection failed with SQLCODE {}.", e.getErrorCode());
        }
    }
}
