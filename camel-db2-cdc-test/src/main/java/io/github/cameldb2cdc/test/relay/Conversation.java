package io.github.cameldb2cdc.test.relay;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;

/**
 * What the two directions of one connection share: the sockets, and per correlation id what is to happen to the answer.
 * The driver sends a chain of commands and then waits for the whole chain of answers, so rules written before a chain
 * is passed on are complete when its answers arrive, and a new chain may forget them. Thread-safe; whichever side ends
 * first ends both.
 */
final class Conversation {
    private static final Duration LOOK_AGAIN_AFTER = Duration.ofMillis(20);

    private final Socket client;
    private final Socket server;
    private final Runnable whenEnded;
    private final Map<Integer, ReplyRule> rules = new ConcurrentHashMap<>();
    private final Set<Integer> cursorsOpening = ConcurrentHashMap.newKeySet();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final boolean acknowledgesAtOnce;
    private volatile byte[] databaseName = new byte[0];

    Conversation(Socket client, Socket server, Runnable whenEnded) {
        this.client = client;
        this.server = server;
        this.whenEnded = whenEnded;
        this.acknowledgesAtOnce = server.supportedOptions().contains(ExtendedSocketOptions.TCP_QUICKACK);
    }

    InputStream fromClient() throws IOException {
        return client.getInputStream();
    }

    OutputStream toClient() throws IOException {
        return client.getOutputStream();
    }

    InputStream fromServer() throws IOException {
        return server.getInputStream();
    }

    OutputStream toServer() throws IOException {
        return server.getOutputStream();
    }

    /**
     * Acknowledges at once what the server sent. Derby leaves Nagle's algorithm on and writes the rows of a block and
     * their LOBs one by one, so each would wait for the acknowledgement of the one before, which the kernel delays by
     * 40 ms as the relay has nothing to send back yet. The kernel forgets the wish after a while, so it is repeated.
     */
    void acknowledgeServer() throws IOException {
        if (acknowledgesAtOnce) {
            server.setOption(ExtendedSocketOptions.TCP_QUICKACK, true);
        }
    }

    /** A new chain of commands begins: the answers to the last one have all been passed on. */
    void beginChain() {
        rules.clear();
        cursorsOpening.clear();
    }

    /** Notes that the command opens a cursor, so that its failure has to be told in the way of a cursor. */
    void expectCursor(int correlator) {
        cursorsOpening.add(correlator);
    }

    boolean opensCursor(int correlator) {
        return cursorsOpening.contains(correlator);
    }

    void expect(int correlator, ReplyRule rule) {
        rules.put(correlator, rule);
    }

    Optional<ReplyRule> rule(int correlator) {
        return rules.isEmpty() ? Optional.empty() : Optional.ofNullable(rules.get(correlator));
    }

    void setDatabaseName(byte[] encodedName) {
        databaseName = encodedName;
    }

    /** The name of the database as the client sent it, padded and encoded. */
    byte[] databaseName() {
        return databaseName;
    }

    boolean isEnded() {
        return ended.getCount() == 0;
    }

    /** Waits for the given time, or less when the connection ends. */
    void pause(Duration duration) throws IOException {
        await(ended, duration);
    }

    /** Waits until the latch opens or the connection ends. */
    void awaitRelease(CountDownLatch released) throws IOException {
        boolean open = false;
        while (!open && !isEnded()) {
            open = await(released, LOOK_AGAIN_AFTER);
        }
    }

    /** Closes both sockets; the second call does nothing. */
    void end() {
        ended.countDown();
        closeQuietly(client);
        closeQuietly(server);
        whenEnded.run();
    }

    private static boolean await(CountDownLatch latch, Duration longest) throws IOException {
        try {
            return latch.await(longest.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("Interrupted while holding back a message", e);
        }
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException ignored) {
            // a socket that cannot be closed is of no further use either
        }
    }
}
