package io.github.cameldb2cdc.test.relay;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import org.apache.derby.drda.NetworkServerControl;
import org.awaitility.Awaitility;

/** A Derby Network Server in this JVM with a relay in front of it; the database lives in memory. */
final class RelayedDerby implements AutoCloseable {
    final WireFaults faults = new WireFaults();
    final DrdaRelay relay;
    final int derbyPort;
    private final String database;
    private final NetworkServerControl server;

    private RelayedDerby(String database) throws Exception {
        this.database = database;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            derbyPort = free.getLocalPort();
        }
        server = new NetworkServerControl(InetAddress.getLoopbackAddress(), derbyPort);
        server.start(null);
        Awaitility.await().atMost(Duration.ofSeconds(20)).ignoreExceptions().until(() -> {
            server.ping();
            return true;
        });
        DriverManager.getConnection("jdbc:derby:memory:" + database + ";create=true")
                .close();
        Db2Dialect dialect = new Db2Dialect(database, ZoneOffset.UTC, Clock.systemUTC());
        relay = DrdaRelay.start(0, derbyPort, dialect, faults, name -> "memory:" + name);
    }

    static RelayedDerby start(String database) throws Exception {
        return new RelayedDerby(database);
    }

    Connection connect() throws SQLException {
        return connect("");
    }

    Connection connect(String properties) throws SQLException {
        return DriverManager.getConnection(url(database, properties), "app", "app");
    }

    String url(String databaseName, String properties) {
        return "jdbc:db2://localhost:" + relay.port() + "/" + databaseName + ":securityMechanism=3;" + properties;
    }

    void run(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    /** The first column of the first row, read through a connection of its own. */
    int number(String query) throws SQLException {
        try (Connection connection = connect()) {
            return number(connection, query);
        }
    }

    static int number(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            rows.next();
            return rows.getInt(1);
        }
    }

    @Override
    public void close() throws Exception {
        relay.close();
        server.shutdown();
    }
}
