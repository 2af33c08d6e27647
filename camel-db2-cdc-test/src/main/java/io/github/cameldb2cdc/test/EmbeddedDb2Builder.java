package io.github.cameldb2cdc.test;

import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;

/** Settings of an {@link EmbeddedDb2}. Not safe for several threads; may start several databases one after another. */
public final class EmbeddedDb2Builder {
    private Path directory;
    private int port;
    private String databaseName = "SAMPLE";
    private String username = "db2inst1";
    private String password = "password";
    private String controlSchema = "ASNCDC";
    private SequenceFormat sequences = new SequenceFormat(16);
    private Duration captureInterval = Duration.ofMillis(100);
    private CaptureStatus captureStatus = CaptureStatus.RUNNING;
    private Clock clock = Clock.systemUTC();

    EmbeddedDb2Builder() {}

    /**
     * Keeps the database in a directory, where it survives the end and even the kill of the JVM; the next start with
     * the same settings goes on with it. Without this it is in memory.
     *
     * @param parent the directory that holds the database, created when missing; one JVM at a time
     */
    public EmbeddedDb2Builder directory(Path parent) {
        directory = Objects.requireNonNull(parent, "directory");
        return this;
    }

    /** The TCP port on the loopback address; 0, the default, takes a free one. */
    public EmbeddedDb2Builder port(int tcpPort) {
        if (tcpPort < 0 || tcpPort > 65_535) {
            throw new IllegalArgumentException("The port " + tcpPort + " is not between 0 and 65535");
        }
        port = tcpPort;
        return this;
    }

    /** The name in the URL, at most eight letters or digits; SAMPLE by default. */
    public EmbeddedDb2Builder databaseName(String name) {
        if (!name.matches("[A-Za-z][A-Za-z0-9_]{0,7}")) {
            throw new IllegalArgumentException("The database name '" + name
                    + "' is none of Db2's: one to eight letters, digits and underscores, a letter first");
        }
        databaseName = name;
        return this;
    }

    /** The user of {@link EmbeddedDb2#connect()}, whose name in upper case is the default schema; db2inst1 by default. */
    public EmbeddedDb2Builder username(String name) {
        username = Objects.requireNonNull(name, "username");
        return this;
    }

    /** The password of that user. */
    public EmbeddedDb2Builder password(String secret) {
        password = Objects.requireNonNull(secret, "password");
        return this;
    }

    /** The schema of the control tables and of change tables that are not named; ASNCDC by default. */
    public EmbeddedDb2Builder controlSchema(String schema) {
        controlSchema = Objects.requireNonNull(schema, "controlSchema");
        return this;
    }

    /** The bytes of a sequence value: 16 in VARCHAR(16) FOR BIT DATA (default) or 10 in CHAR(10) FOR BIT DATA. */
    public EmbeddedDb2Builder sequenceBytes(int lengthBytes) {
        sequences = new SequenceFormat(lengthBytes);
        return this;
    }

    /** The time from the end of one publication to the next one; 100 ms by default. */
    public EmbeddedDb2Builder captureInterval(Duration interval) {
        if (interval.toMillis() < 1) {
            throw new IllegalArgumentException("The capture interval " + interval + " must be at least 1 ms");
        }
        captureInterval = interval;
        return this;
    }

    /** Starts Capture paused: it has run once and publishes only on demand. */
    public EmbeddedDb2Builder capturePaused() {
        captureStatus = CaptureStatus.PAUSED;
        return this;
    }

    /** Does not start Capture at all: a new database then has no global row, as before the first start of asncap. */
    public EmbeddedDb2Builder captureStopped() {
        captureStatus = CaptureStatus.STOPPED;
        return this;
    }

    /**
     * The clock of Capture's own times (SYNCHTIME and others), and of a query for CURRENT TIMESTAMP and CURRENT TIMEZONE;
     * the system's by default.
     */
    public EmbeddedDb2Builder clock(Clock source) {
        clock = Objects.requireNonNull(source, "clock");
        return this;
    }

    /**
     * Starts it; ready for use when this returns.
     *
     * @throws IllegalStateException when the engine does not start
     */
    public EmbeddedDb2 start() {
        try {
            return EmbeddedDb2.start(this);
        } catch (SQLException e) {
            throw new IllegalStateException("EmbeddedDb2 did not start: " + e.getMessage(), e);
        }
    }

    Path directory() {
        return directory;
    }

    int port() {
        return port;
    }

    String databaseName() {
        return databaseName;
    }

    String username() {
        return username;
    }

    String password() {
        return password;
    }

    ControlTables controlTables() {
        return new ControlTables(controlSchema, sequences);
    }

    Duration captureInterval() {
        return captureInterval;
    }

    CaptureStatus captureStatus() {
        return captureStatus;
    }

    Clock clock() {
        return clock;
    }
}
