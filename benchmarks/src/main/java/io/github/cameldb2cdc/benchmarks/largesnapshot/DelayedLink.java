package io.github.cameldb2cdc.benchmarks.largesnapshot;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;

/**
 * A network with a long way: what goes in at one end comes out at the other a while later, as fast as it went in. Listens
 * on the loopback address. Its owner closes it.
 */
final class DelayedLink implements AutoCloseable {

    private static final int PIECE_BYTES = 1 << 16;
    private static final int PIECES_UNDER_WAY = 256;

    private final ServerSocket listener;
    private final int targetPort;
    private final long oneWayNanos;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    /**
     * @param targetPort where the server listens
     * @param roundTripNanos how long a byte and its answer are under way together
     */
    DelayedLink(int targetPort, long roundTripNanos) throws IOException {
        this.targetPort = targetPort;
        this.oneWayNanos = roundTripNanos / 2;
        this.listener = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
        start("accept", this::accept);
    }

    int port() {
        return listener.getLocalPort();
    }

    private interface Work {
        void run() throws IOException, InterruptedException;
    }

    /** A thread that ends both ends of what it carries when it fails, as a network does. */
    private void start(String name, Work work, Socket... carried) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        Arrays.stream(carried).forEach(this::end);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "link-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() throws IOException {
        while (!listener.isClosed()) {
            Socket client = listener.accept();
            Socket server = new Socket(InetAddress.getLoopbackAddress(), targetPort);
            sockets.add(client);
            sockets.add(server);
            carry(client, server);
            carry(server, client);
        }
    }

    /**
     * What is under way.
     *
     * @param bytes none at the end
     * @param dueNanos when it arrives
     */
    private record Piece(byte[] bytes, long dueNanos) {}

    private void carry(Socket from, Socket to) throws IOException {
        from.setTcpNoDelay(true);
        BlockingQueue<Piece> underWay = new ArrayBlockingQueue<>(PIECES_UNDER_WAY);
        start("in", () -> read(from.getInputStream(), underWay), from, to);
        start("out", () -> write(underWay, to), from, to);
    }

    private void read(InputStream in, BlockingQueue<Piece> underWay) throws IOException, InterruptedException {
        byte[] buffer = new byte[PIECE_BYTES];
        int length;
        do {
            length = in.read(buffer);
            underWay.put(new Piece(Arrays.copyOf(buffer, Math.max(0, length)), System.nanoTime() + oneWayNanos));
        } while (length >= 0);
    }

    private static void write(BlockingQueue<Piece> underWay, Socket to) throws IOException, InterruptedException {
        OutputStream out = to.getOutputStream();
        for (Piece piece = underWay.take(); piece.bytes().length > 0; piece = underWay.take()) {
            for (long wait = piece.dueNanos() - System.nanoTime();
                    wait > 0;
                    wait = piece.dueNanos() - System.nanoTime()) {
                LockSupport.parkNanos(wait);
            }
            out.write(piece.bytes());
        }
        to.shutdownOutput();
    }

    private void end(Socket socket) {
        sockets.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            throw new IllegalStateException("A socket does not close", e);
        }
    }

    @Override
    public void close() throws IOException {
        listener.close();
        sockets.forEach(this::end);
    }
}
