package io.github.cameldb2cdc.checkpoint;

import java.io.PrintWriter;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Logger;
import javax.sql.DataSource;
import org.apache.derby.jdbc.EmbeddedDataSource;

/**
 * An in-memory Derby that answers with Db2's codes, counts its open connections, and fails at one call of JDBC if told
 * so: before the call does its work, or after.
 */
final class Db2OnDerby implements DataSource {

    /** How a call fails. */
    enum Fault {
        /** The connection is lost before the call reaches the server: the unit of work is rolled back. */
        LOST_BEFORE(-4499, "58009"),
        /** The connection is lost on the answer's way: the call did its work; without a commit it is rolled back. */
        LOST_AFTER(-4499, "08001"),
        /** The server ends the unit of work; the connection stays. */
        DEADLOCK(-911, "40001");

        private final int code;
        private final String state;

        Fault(int code, String state) {
            this.code = code;
            this.state = state;
        }

        SQLException failure() {
            return new SQLException("scripted " + this, state, code);
        }
    }

    private static final AtomicInteger DATABASES = new AtomicInteger();

    private final EmbeddedDataSource derby = new EmbeddedDataSource();
    private final AtomicInteger open = new AtomicInteger();
    private int calls;
    private int failingCall = -1;
    private Fault fault;
    private String deniedBeginning;
    private SQLException denial;

    Db2OnDerby() {
        derby.setDatabaseName("memory:checkpoint" + DATABASES.incrementAndGet());
        derby.setCreateDatabase("create");
    }

    /** Lets the call with this number fail, counted from 1 on. */
    synchronized void failAt(int call, Fault kind) {
        calls = 0;
        failingCall = call;
        fault = kind;
    }

    /** Whether the call that was to fail has come; ends the script. */
    synchronized boolean hasFailed() {
        boolean failed = calls >= failingCall;
        failingCall = -1;
        return failed;
    }

    private synchronized Fault faultOfNextCall() {
        return ++calls == failingCall ? fault : null;
    }

    /** Lets every statement that begins like this fail with these codes; null ends it. */
    void deny(String beginning, int code, String state) {
        deniedBeginning = beginning;
        denial = new SQLException("scripted denial", state, code);
    }

    private void requireAllowed(Object[] arguments) throws SQLException {
        if (deniedBeginning != null
                && arguments != null
                && arguments[0] instanceof String sql
                && sql.startsWith(deniedBeginning)) {
            throw denial;
        }
    }

    int openConnections() {
        return open.get();
    }

    void execute(String sql) throws SQLException {
        try (Connection connection = derby.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    int count(String fromWhere) throws SQLException {
        try (Connection connection = derby.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT COUNT(*) FROM " + fromWhere)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Override
    public Connection getConnection() throws SQLException {
        Fault now = faultOfNextCall();
        if (now != null) {
            throw now.failure();
        }
        Connection connection = derby.getConnection();
        open.incrementAndGet();
        return (Connection) wrap(connection, Connection.class, new Session(connection));
    }

    private Object wrap(Object target, Class<?> type, Session session) {
        return Proxy.newProxyInstance(
                Db2OnDerby.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> session.call(target, method, arguments));
    }

    /** One connection and what was made with it. */
    private final class Session {

        private final Connection connection;
        private boolean lost;
        private boolean closed;
        private boolean inTransaction;

        Session(Connection connection) {
            this.connection = connection;
        }

        Object call(Object target, Method method, Object[] arguments) throws Throwable {
            boolean closing = target == connection && method.getName().equals("close");
            if (closing && inTransaction && !lost) {
                // as IBM's driver does; the connection counts as leaked
                throw new SQLException("scripted: closed inside a transaction", null, -4471);
            }
            noteTransaction(method.getName());
            if (closing && !closed) {
                closed = true;
                open.decrementAndGet();
            }
            if (lost) {
                return afterLoss(method);
            }
            requireAllowed(arguments);
            Fault now = faultOfNextCall();
            if (now == null) {
                return invoke(target, method, arguments);
            }
            if (now == Fault.LOST_AFTER) {
                invoke(target, method, arguments);
            }
            connection.rollback();
            if (now != Fault.DEADLOCK || closing) {
                lost = true;
                connection.close();
            }
            throw now.failure();
        }

        private void noteTransaction(String method) {
            if (method.startsWith("execute")) {
                inTransaction = true;
            } else if (method.equals("commit") || method.equals("rollback")) {
                inTransaction = false;
            }
        }

        private Object afterLoss(Method method) throws SQLException {
            if (method.getName().equals("close")) {
                return null;
            }
            throw new SQLException("scripted: closed", "08003", -4470);
        }

        private Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
            try {
                Object result = method.invoke(target, arguments);
                Class<?> type = method.getReturnType();
                boolean partOfSession =
                        type == PreparedStatement.class || type == Statement.class || type == ResultSet.class;
                return result != null && partOfSession ? wrap(result, type, this) : result;
            } catch (InvocationTargetException e) {
                throw e.getCause() instanceof SQLException sql ? asDb2(sql) : e.getCause();
            }
        }
    }

    private static SQLException asDb2(SQLException failure) {
        String state = String.valueOf(failure.getSQLState());
        return switch (state) {
            case "42X05", "42Y07" -> new SQLException("mapped", "42704", -204);
            case "X0Y32" -> new SQLException("mapped", "42710", -601);
            case "23505" -> new SQLException("mapped", "23505", -803);
            case "42X04" -> new SQLException("mapped", "42703", -206);
            case "40001", "40XL1" -> new SQLException("mapped", "40001", -911);
            default -> failure;
        };
    }

    @Override
    public Connection getConnection(String username, String password) throws SQLException {
        return getConnection();
    }

    @Override
    public PrintWriter getLogWriter() {
        return null;
    }

    @Override
    public void setLogWriter(PrintWriter out) {}

    @Override
    public void setLoginTimeout(int seconds) {}

    @Override
    public int getLoginTimeout() {
        return 0;
    }

    @Override
    public Logger getParentLogger() throws SQLFeatureNotSupportedException {
        throw new SQLFeatureNotSupportedException();
    }

    @Override
    public <T> T unwrap(Class<T> type) throws SQLException {
        throw new SQLException("wraps nothing");
    }

    @Override
    public boolean isWrapperFor(Class<?> type) {
        return false;
    }
}
