package io.github.cameldb2cdc.test.relay;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.apache.derby.drda.NetworkServerControl;
import org.awaitility.Awaitility;

/** A Derby Network Server in this JVM with a relay in front of it. */
final class RelayedDerby implements AutoCloseable {
    final WireFaults faults = new WireFaults();
    final DrdaRelay relay;
    final int derbyPort;
    final String database;
    private final NetworkServerControl server;

    private RelayedDerby(String database, SqlRewriter rewriter) throws Exception {
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
        relay = DrdaRelay.start(0, derbyPort, rewriter, faults, name -> "memory:" + name);
    }

    static RelayedDerby start(String database, SqlRewriter rewriter) throws Exception {
        return new RelayedDerby(database, rewriter);
    }

    Connection connect() throws SQLException {
        return connect("");
    }

    Connection connect(String properties) throws SQLException {
        return DriverManager.getConnection(url(properties), "app", "app");
    }

    String url(String properties) {
        return "jdbc:db2://localhost:" + relay.port() + "/" + database + ":securityMechanism=3;" + properties;
    }

    void run(String... statements) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    @Override
    public void close() throws Exception {
        relay.close();
        server.shutdown();
    }
}
