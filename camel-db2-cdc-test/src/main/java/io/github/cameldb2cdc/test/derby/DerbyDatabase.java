package io.github.cameldb2cdc.test.derby;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.derby.iapi.jdbc.AutoloadedDriver;

/**
 * One database of the engine inside this JVM, in memory or in a directory. Safe for many threads. Its owner closes it;
 * connections that are open then are cut, and a database in memory is gone.
 */
public final class DerbyDatabase implements AutoCloseable {
    /** The user of the kit's own connections, and the schema of its own tables. */
    public static final String INTERNAL = "DB2KIT";

    private static final AtomicInteger NUMBER = new AtomicInteger();
    private static final String MEMORY = "memory:";

    private final String name;

    private DerbyDatabase(String name) {
        this.name = name;
    }

    /** Creates a database in memory that no other one of this JVM shares. */
    public static DerbyDatabase inMemory(String label) throws SQLException {
        return open(MEMORY + label + '-' + NUMBER.incrementAndGet());
    }

    /** Opens or creates the database of that name in a directory. */
    public static DerbyDatabase inDirectory(Path directory, String label) throws SQLException {
        return open(directory.toAbsolutePath().resolve(label).toString());
    }

    private static DerbyDatabase open(String name) throws SQLException {
        DerbySettings.apply();
        DerbyDatabase database = new DerbyDatabase(name);
        database.connect(INTERNAL, ";create=true").close();
        return database;
    }

    /** What the engine calls it, on an embedded connection as well as over its server. */
    public String name() {
        return name;
    }

    /** An embedded connection of the kit, autocommit off; the caller closes it. */
    public Connection connect() throws SQLException {
        Connection connection = connect(INTERNAL, "");
        connection.setAutoCommit(false);
        return connection;
    }

    /** Runs work in a transaction of its own, committed unless the work fails. */
    public void inTransaction(JdbcWork work) throws SQLException {
        try (Connection connection = connect()) {
            try {
                work.run(connection);
                connection.commit();
            } finally {
                connection.rollback();
            }
        }
    }

    private Connection connect(String user, String attributes) throws SQLException {
        Driver driver = new AutoloadedDriver();
        Properties properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", user);
        return Objects.requireNonNull(
                driver.connect("jdbc:derby:" + name + attributes, properties), "the engine did not take its own URL");
    }

    @Override
    public void close() throws SQLException {
        end(name.startsWith(MEMORY) ? ";drop=true" : ";shutdown=true");
    }

    // the engine reports the success of both as an exception
    private void end(String attribute) throws SQLException {
        try {
            connect(INTERNAL, attribute).close();
        } catch (SQLException e) {
            boolean done = "08006".equals(e.getSQLState()) || "XJ004".equals(e.getSQLState());
            if (!done) {
                throw e;
            }
        }
    }
}
