package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The time zone of the process plays no part: dates and times have none. Each zone is that of a process of its own. */
class ZonesTest {

    /** Hours that a zone skips or has twice, a day that Apia skips, midnights that Sao Paulo skips, the ends of time. */
    private static final List<String> TIMESTAMPS = List.of(
            "2026-03-29 02:30:00.123456",
            "2026-03-29 01:59:59.999999",
            "2026-10-25 02:30:00",
            "2018-11-04 00:30:00",
            "2011-12-30 12:00:00",
            "2026-03-08 02:30:00",
            "1893-03-31 23:55:00",
            "1970-01-01 00:00:00",
            "0001-01-01 00:00:00",
            "1582-10-04 23:59:59",
            "1582-10-15 00:00:00",
            "9999-12-31 23:59:59.999999");

    private static EmbeddedDb2 db2;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute("CREATE TABLE Z.TIMES (TS TIMESTAMP NOT NULL, D DATE NOT NULL, T TIME NOT NULL, N INTEGER,"
                + " PRIMARY KEY (TS, D, T))");
        db2.register("Z.TIMES");
        for (String timestamp : TIMESTAMPS) {
            db2.execute("INSERT INTO Z.TIMES VALUES ('" + timestamp + "', '" + timestamp.substring(0, 10) + "', '"
                    + timestamp.substring(11, 19) + "', 0)");
        }
        db2.execute("UPDATE Z.TIMES SET N = 1");
        db2.capture().publish();
    }

    @AfterAll
    static void stop() {
        db2.close();
    }

    /** What the server makes of its rows, without any client's notion of time. */
    private static List<String> rowsByTheServer() throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Connection connection = db2.connect();
                Statement statement = connection.createStatement();
                ResultSet result =
                        statement.executeQuery("SELECT CHAR(TS), CHAR(D), CHAR(T), N FROM Z.TIMES ORDER BY TS, D, T")) {
            while (result.next()) {
                rows.add("{\"TS\":\"" + plain(result.getString(1)) + "\",\"D\":\"" + result.getString(2) + "\",\"T\":\""
                        + result.getString(3) + "\",\"N\":" + result.getInt(4) + "}");
            }
        }
        return rows;
    }

    private static String plain(String text) {
        String timestamp = text.strip().replace(' ', 'T');
        String fraction = timestamp.substring(Math.min(timestamp.length(), 20));
        return timestamp.substring(0, 19) + "." + (fraction + "000000").substring(0, 6);
    }

    @Test
    void eventsSayWhatTheServerHolds() throws SQLException {
        List<String> rows = rowsByTheServer();
        List<String> lines = ZonedConsumer.linesOf(db2.dataSource(), "Z");

        assertThat(rows).hasSameSizeAs(TIMESTAMPS);
        assertThat(lines).hasSize(3 * TIMESTAMPS.size());
        for (int i = 0; i < rows.size(); i++) {
            assertThat(lines.get(i)).startsWith("rnull" + rows.get(i));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Europe/Berlin", "America/Sao_Paulo", "Pacific/Apia", "America/New_York", "Asia/Kathmandu"})
    void aProcessInAnotherZoneDeliversTheSame(String zone) throws IOException, InterruptedException {
        Path file = folder.resolve("lines");
        Path log = folder.resolve("log");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Duser.timezone=" + zone,
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        ZonedConsumer.class.getName(),
                        String.valueOf(db2.port()),
                        db2.username(),
                        db2.password(),
                        "Z",
                        file.toString())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).as(Files.readString(log)).isZero();
        } finally {
            process.destroyForcibly();
        }

        assertThat(Files.readAllLines(file)).isEqualTo(ZonedConsumer.linesOf(db2.dataSource(), "Z"));
    }
}
