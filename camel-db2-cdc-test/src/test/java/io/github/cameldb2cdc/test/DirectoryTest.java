package io.github.cameldb2cdc.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DirectoryTest {
    @TempDir
    Path directory;

    @Test
    void aTenByteInstallationGoesOnInItsDirectory() throws Exception {
        LogSequence reached;
        String created;
        try (EmbeddedDb2 db2 = start()) {
            db2.execute("CREATE TABLE DB2INST1.T (ID INTEGER NOT NULL PRIMARY KEY)");
            db2.register("DB2INST1.T");
            db2.execute("INSERT INTO DB2INST1.T VALUES (1)");
            db2.capture().publish();
            db2.execute("INSERT INTO DB2INST1.T VALUES (2)");
            reached = db2.capture().synchpoint();
            created = createTime(db2);
        }
        assertThat(reached.bytes()).hasSize(10);
        try (EmbeddedDb2 db2 = start()) {
            assertThat(db2.capture().captures("DB2INST1.T")).isTrue();
            assertThat(createTime(db2)).isEqualTo(created);
            db2.execute("INSERT INTO DB2INST1.T VALUES (3)");
            db2.capture().publish();
            assertThat(ids(db2)).containsExactly(List.of("1"), List.of("2"), List.of("3"));
            assertThat(db2.capture().synchpoint()).isGreaterThan(reached);
        }
    }

    @Test
    void whatWasCommittedBeforeAKillIsPublishedAfterIt() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        EmbeddedDb2Main.class.getName(),
                        "--port",
                        "0",
                        "--directory",
                        directory.toString(),
                        "--sql",
                        "CREATE TABLE DB2INST1.T (ID INTEGER NOT NULL PRIMARY KEY)",
                        "--register",
                        "DB2INST1.T")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try (BufferedReader output =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            String url = output.readLine();
            while (!url.startsWith("jdbcUrl=")) {
                url = output.readLine();
            }
            try (Connection connection =
                            DriverManager.getConnection(url.substring("jdbcUrl=".length()), "db2inst1", "password");
                    Statement statement = connection.createStatement()) {
                for (int id = 1; id <= 20; id++) {
                    statement.executeUpdate("INSERT INTO DB2INST1.T VALUES (" + id + ")");
                }
                connection.setAutoCommit(false);
                statement.executeUpdate("INSERT INTO DB2INST1.T VALUES (99)");
                process.destroyForcibly().waitFor();
            } catch (java.sql.SQLException closing) {
                assertThat(process.isAlive()).isFalse();
            }
        } finally {
            process.destroyForcibly().waitFor();
        }
        try (EmbeddedDb2 db2 = EmbeddedDb2.builder().directory(directory).start()) {
            db2.capture().publish();
            assertThat(ids(db2)).hasSize(20);
            assertThat(Rows.of(db2, "SELECT ID FROM DB2INST1.T")).hasSize(20);
        }
    }

    private EmbeddedDb2 start() {
        return EmbeddedDb2.builder()
                .directory(directory)
                .sequenceBytes(10)
                .capturePaused()
                .start();
    }

    private static List<List<String>> ids(EmbeddedDb2 db2) throws Exception {
        return Rows.of(db2, "SELECT ID FROM ASNCDC.CDC_DB2INST1_T ORDER BY IBMSNAP_COMMITSEQ, IBMSNAP_INTENTSEQ");
    }

    private static String createTime(EmbeddedDb2 db2) throws Exception {
        return Rows.of(db2, "SELECT CREATE_TIME FROM SYSCAT.TABLES WHERE TABSCHEMA = 'DB2INST1' AND TABNAME = 'T'")
                .get(0)
                .get(0);
    }
}
