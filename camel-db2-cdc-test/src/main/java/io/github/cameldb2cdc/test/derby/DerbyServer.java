package io.github.cameldb2cdc.test.derby;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import org.apache.derby.drda.NetworkServerControl;

/**
 * The engine's network server, one for all databases of the JVM, on a free port of the loopback address. It starts with
 * the first database and ends with the JVM: its threads are daemons, and starting it anew costs more than keeping it.
 */
public final class DerbyServer {
    private static final int ATTEMPTS = 5;
    private static final int READY_CHECKS = 500;

    private static int runningPort;

    private DerbyServer() {}

    /** @return the port; the server is running when this returns */
    public static synchronized int port() {
        if (runningPort == 0) {
            runningPort = start();
        }
        return runningPort;
    }

    private static int start() {
        Exception last = null;
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            try {
                int port = freePort();
                NetworkServerControl server = new NetworkServerControl(InetAddress.getLoopbackAddress(), port);
                server.start(new PrintWriter(DerbyLog.writer(), true));
                awaitReady(server);
                return port;
            } catch (Exception e) {
                last = e;
            }
        }
        throw new IllegalStateException("The engine's network server did not start on any free loopback port", last);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void awaitReady(NetworkServerControl server) throws Exception {
        for (int check = 1; ; check++) {
            try {
                server.ping();
                return;
            } catch (Exception e) {
                if (check == READY_CHECKS) {
                    throw e;
                }
                java.util.concurrent.locks.LockSupport.parkNanos(10_000_000L);
            }
        }
    }
}
