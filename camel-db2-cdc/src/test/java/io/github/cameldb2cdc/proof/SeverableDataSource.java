package io.github.cameldb2cdc.proof;

import java.io.PrintWriter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.logging.Logger;
import javax.sql.DataSource;

/** Gives connections that can be cut all at once, as the end of a process does. */
final class SeverableDataSource implements DataSource {

    private final DataSource inner;
    private final Queue<Connection> given = new ConcurrentLinkedQueue<>();
    private volatile boolean severed;

    SeverableDataSource(DataSource inner) {
        this.inner = inner;
    }

    /** Cuts every connection; later ones are refused. */
    void sever() {
        severed = true;
        for (Connection connection : given) {
            cut(connection);
        }
    }

    private static void cut(Connection connection) {
        try {
            connection.abort(Runnable::run);
        } catch (SQLException e) {
            throw new IllegalStateException("A connection could not be cut.", e);
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        if (severed) {
            throw new SQLException("The process is gone.", "08001");
        }
        Connection connection = inner.getConnection();
        given.add(connection);
        return connection;
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return inner.getConnection(username, password);
    }

    @Override
    public PrintWriter getLogWriter() throws SQLException {
        return inner.getLogWriter();
    }

    @Override
    public void setLogWriter(PrintWriter out) throws SQLException {
        inner.setLogWriter(out);
    }

    @Override
    public void setLoginTimeout(int seconds) throws SQLException {
        inner.setLoginTimeout(seconds);
    }

    @Override
    public int getLoginTimeout() throws SQLException {
        return inner.getLoginTimeout();
    }

    @Override
    public Logger getParentLogger() {
        return Logger.getGlobal();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        return inner.unwrap(type);
    }

    @Override
    public boolean isWrapperFor(Class<?> type) throws SQLException {
        return inner.isWrapperFor(type);
    }
}
