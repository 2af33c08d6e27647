package io.github.cameldb2cdc.test.relay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Stands between IBM's driver and a Derby Network Server and makes the one take the other for a Db2. Both speak DRDA;
 * the relay changes the few messages in which they differ, see {@link RequestPump} and {@link ReplyPump} for which and
 * why.
 *
 * <p>For each connection of a client the relay opens one to Derby and starts two daemon threads, one per direction;
 * when either side ends, both end. It listens on the loopback address only. Clients use
 * {@code jdbc:db2://localhost:PORT/NAME:securityMechanism=3;}, as Derby does not offer the driver's default mechanism.
 *
 * <p>Thread-safe. Whoever starts a relay closes it.
 */
public final class DrdaRelay implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(DrdaRelay.class);
    private static final int BACKLOG_CONNECTIONS = 100;

    private final ServerSocket listener;
    private final int derbyPort;
    private final SqlRewriter rewriter;
    private final WireFaults faults;
    private final DatabaseNames names;
    private final Set<Conversation> conversations = ConcurrentHashMap.newKeySet();

    private DrdaRelay(
            ServerSocket listener, int derbyPort, SqlRewriter rewriter, WireFaults faults, DatabaseNames names) {
        this.listener = listener;
        this.derbyPort = derbyPort;
        this.rewriter = rewriter;
        this.faults = faults;
        this.names = names;
    }

    /**
     * Starts to listen; connections are served until {@link #close()}. The database has the same name at client and
     * server.
     *
     * @see #start(int, int, SqlRewriter, WireFaults, UnaryOperator)
     */
    public static DrdaRelay start(int listenPort, int derbyPort, SqlRewriter rewriter, WireFaults faults) {
        return start(listenPort, derbyPort, rewriter, faults, UnaryOperator.identity());
    }

    /**
     * Starts to listen; connections are served until {@link #close()}.
     *
     * @param listenPort the port on the loopback address, 0 for any free one
     * @param derbyPort where Derby's Network Server listens on the loopback address
     * @param rewriter turns the client's SQL into Derby's
     * @param faults what goes wrong on the wire
     * @param databaseNames turns the database name of the client's URL into Derby's, such as {@code memory:NAME},
     *     which no URL of the IBM driver can hold
     * @throws UncheckedIOException when the port cannot be listened on
     */
    public static DrdaRelay start(
            int listenPort,
            int derbyPort,
            SqlRewriter rewriter,
            WireFaults faults,
            UnaryOperator<String> databaseNames) {
        Objects.requireNonNull(rewriter, "rewriter");
        Objects.requireNonNull(faults, "faults");
        try {
            ServerSocket listener = new ServerSocket(listenPort, BACKLOG_CONNECTIONS, InetAddress.getLoopbackAddress());
            DrdaRelay relay = new DrdaRelay(listener, derbyPort, rewriter, faults, new DatabaseNames(databaseNames));
            startThread("accept", relay::accept);
            return relay;
        } catch (IOException e) {
            throw new UncheckedIOException("The relay cannot listen on port " + listenPort, e);
        }
    }

    /** The port clients connect to. */
    public int port() {
        return listener.getLocalPort();
    }

    /** Ends all present connections, as a server does that goes down; new ones are accepted. */
    public void dropConnections() {
        conversations.forEach(Conversation::end);
    }

    /** Stops listening and ends all connections. */
    @Override
    public void close() {
        try {
            listener.close();
        } catch (IOException e) {
            LOG.warn("The relay's port {} could not be closed", port(), e);
        }
        dropConnections();
    }

    private void accept() {
        while (!listener.isClosed()) {
            try {
                Socket client = listener.accept();
                if (faults.isRefusing()) {
                    reset(client);
                } else {
                    serve(client);
                }
            } catch (IOException e) {
                if (!listener.isClosed()) {
                    LOG.warn("The relay on port {} could not take a connection", port(), e);
                }
            }
        }
    }

    private static void reset(Socket client) throws IOException {
        client.setSoLinger(true, 0);
        client.close();
    }

    private void serve(Socket client) throws IOException {
        Socket server = new Socket();
        try {
            server.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), derbyPort));
            server.setTcpNoDelay(true);
            client.setTcpNoDelay(true);
            start(client, server);
        } catch (IOException e) {
            client.close();
            server.close();
            throw e;
        }
    }

    private void start(Socket client, Socket server) throws IOException {
        Conversation[] self = new Conversation[1];
        Conversation conversation = new Conversation(client, server, () -> conversations.remove(self[0]));
        self[0] = conversation;
        RequestPump requests = new RequestPump(conversation, rewriter, faults, names);
        ReplyPump replies = new ReplyPump(conversation);
        conversations.add(conversation);
        faults.countConnection();
        String name = port() + "-" + faults.connections();
        startThread(name + "-requests", () -> pump(requests::run, conversation));
        startThread(name + "-replies", () -> pump(replies::run, conversation));
        if (listener.isClosed()) {
            conversation.end();
        }
    }

    private static void pump(Pump pump, Conversation conversation) {
        try {
            pump.run();
        } catch (IOException e) {
            LOG.debug("A relayed connection ended: {}", e.toString());
        } catch (RuntimeException e) {
            LOG.error("A relayed connection ends because a message could not be handled", e);
        } finally {
            conversation.end();
        }
    }

    private static void startThread(String name, Runnable work) {
        Thread thread = new Thread(work, "drda-relay-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    @FunctionalInterface
    private interface Pump {
        void run() throws IOException;
    }
}
