package io.github.cameldb2cdc.engine;

import com.ibm.db2.jcc.DB2BaseDataSource;
import com.ibm.db2.jcc.DB2SimpleDataSource;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import javax.sql.DataSource;

/**
 * Stands between IBM's driver and the embedded Db2 and replaces text in the server's answers by text of the same length,
 * so that the server seems to hold values that its engine cannot store. Keeps what clients sent.
 */
final class EditedWire implements AutoCloseable {

    private static final int BUFFER_BYTES = 1 << 16;

    private final EmbeddedDb2 db2;
    private final ServerSocket server;
    private final String held;
    private final String shown;
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();

    EditedWire(EmbeddedDb2 db2, String held, String shown) throws IOException {
        this.db2 = db2;
        this.held = held;
        this.shown = shown;
        this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        daemon(this::acceptAll);
    }

    DataSource dataSource() {
        DB2SimpleDataSource source = new DB2SimpleDataSource();
        source.setDriverType(4);
        source.setServerName("localhost");
        source.setPortNumber(server.getLocalPort());
        source.setDatabaseName("SAMPLE");
        source.setUser(db2.username());
        source.setPassword(db2.password());
        source.setSecurityMechanism(DB2BaseDataSource.CLEAR_TEXT_PASSWORD_SECURITY);
        return source;
    }

    /** Whether clients sent this text. */
    boolean wasSent(String text) {
        synchronized (sent) {
            return sent.toString(StandardCharsets.ISO_8859_1).contains(text);
        }
    }

    private void acceptAll() throws IOException {
        while (true) {
            Socket client = server.accept();
            Socket behind = new Socket("localhost", db2.port());
            daemon(() -> pump(client.getInputStream(), behind.getOutputStream(), false));
            daemon(() -> pump(behind.getInputStream(), client.getOutputStream(), true));
        }
    }

    private void pump(InputStream in, OutputStream out, boolean edits) throws IOException {
        byte[] buffer = new byte[BUFFER_BYTES];
        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
            String text = new String(buffer, 0, count, StandardCharsets.ISO_8859_1);
            if (!edits) {
                synchronized (sent) {
                    sent.write(buffer, 0, count);
                }
            }
            out.write((edits ? text.replace(held, shown) : text).getBytes(StandardCharsets.ISO_8859_1));
            out.flush();
        }
        out.close();
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void daemon(Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // one side has closed its connection, or the test is over
                    }
                },
                "edited-wire");
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
