package io.github.cameldb2cdc.benchmarks.throughput;

import com.ibm.db2.jcc.DB2SimpleDataSource;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The JVM of {@link SourceMain}: started, told what to do, ended. For one thread. */
public final class SourceProcess implements AutoCloseable {

    public static final String USER = "db2inst1";
    public static final String PASSWORD = "password";

    private static final int SHORT_CAPTURE_INTERVAL_MILLIS = 50;
    private static final Pattern URL = Pattern.compile("jdbc:db2://localhost:(\\d+)/(\\w+):.*");

    private final Process process;
    private final Writer commands;
    private final BufferedReader answers;
    private final String jdbcUrl;

    /** One whose Capture publishes at once, nearly. */
    public SourceProcess() throws IOException {
        this(SHORT_CAPTURE_INTERVAL_MILLIS);
    }

    /** @param captureIntervalMillis how often Capture publishes */
    public SourceProcess(int captureIntervalMillis) throws IOException {
        process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx3g",
                        "-classpath",
                        System.getProperty("java.class.path"),
                        SourceMain.class.getName(),
                        Integer.toString(captureIntervalMillis))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        commands = process.outputWriter(StandardCharsets.UTF_8);
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        jdbcUrl = readAnswer();
    }

    /** Its URL for IBM's driver, without user and password. */
    public String jdbcUrl() {
        return jdbcUrl;
    }

    /** The same URL by way of another port. */
    public String jdbcUrlBy(int otherPort) {
        return jdbcUrl.replace(":" + port() + "/", ":" + otherPort + "/");
    }

    /** The port it listens on. */
    public int port() {
        return Integer.parseInt(urlParts().group(1));
    }

    private Matcher urlParts() {
        Matcher parts = URL.matcher(jdbcUrl);
        if (!parts.matches()) {
            throw new IllegalStateException("Not the source's URL: " + jdbcUrl);
        }
        return parts;
    }

    /** Sends a command and waits for its answer. */
    public String tell(String command) {
        try {
            commands.write(command + "\n");
            commands.flush();
            return readAnswer();
        } catch (IOException e) {
            throw new UncheckedIOException("The source did not answer to: " + command, e);
        }
    }

    private String readAnswer() throws IOException {
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("The source's process ended");
        }
        return answer;
    }

    /** A connection of IBM's driver, without a pool. */
    public Connection connect() throws SQLException {
        DB2SimpleDataSource source = new DB2SimpleDataSource();
        source.setDriverType(4);
        source.setServerName("localhost");
        source.setPortNumber(port());
        source.setDatabaseName(urlParts().group(2));
        source.setSecurityMechanism(com.ibm.db2.jcc.DB2BaseDataSource.CLEAR_TEXT_PASSWORD_SECURITY);
        return source.getConnection(USER, PASSWORD);
    }

    /** Runs one statement in a transaction of its own. */
    public void execute(String sql) throws SQLException {
        try (Connection connection = connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    @Override
    public void close() {
        process.destroy();
    }
}
