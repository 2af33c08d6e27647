package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.cameldb2cdc.proof.WorkloadTables.Kind;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The process of the consumer is killed again and again under load; in the end its file has what the source has. Its zone
 * skips an hour in which times of the source lie.
 */
class ProcessKillTest {

    private static final int KILLS = Integer.getInteger("kills", 20);

    private static final int ACTIONS_OF_START = 80;

    private final Random random = new Random(Long.getLong("seed", 8));

    @TempDir
    private Path folder;

    @Test
    void killsAtRandomMomentsLoseNothing() throws Exception {
        WorkloadTables tables = new WorkloadTables(RandomRun.SCHEMA);
        // rows without a key would be doubled by the repetitions of a kill
        try (EmbeddedDb2 db2 = EmbeddedDb2.builder()
                        .captureInterval(Duration.ofMillis(30))
                        .start();
                Workload workload = workload(db2, tables)) {
            for (int life = 1; life <= KILLS; life++) {
                Process child = start(db2, life);
                try {
                    killAtRandom(child, workload, life);
                } finally {
                    child.destroyForcibly().waitFor();
                }
            }
            workload.commitAll();
            Process last = start(db2, KILLS + 1);
            try {
                await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertEqualsSource(db2, tables));
            } finally {
                last.destroyForcibly().waitFor();
            }
        }
    }

    private Workload workload(EmbeddedDb2 db2, WorkloadTables tables) throws SQLException {
        tables.create(db2);
        return new Workload(db2, tables, random, kind -> kind != Kind.LOOSE);
    }

    private Path file() {
        return folder.resolve("events");
    }

    private Path log(int life) {
        return folder.resolve("log" + life);
    }

    private Process start(EmbeddedDb2 db2, int life) throws IOException {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-Duser.timezone=Europe/Berlin",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        ChildConsumer.class.getName(),
                        String.valueOf(db2.port()),
                        db2.username(),
                        db2.password(),
                        folder.resolve("checkpoint").toString(),
                        file().toString(),
                        String.valueOf(life))
                .redirectErrorStream(true)
                .redirectOutput(log(life).toFile())
                .start();
    }

    /** Changes rows while it starts, and for a while after its first new line; it is killed then. */
    private void killAtRandom(Process child, Workload workload, int life) throws Exception {
        long before = Files.exists(file()) ? Files.size(file()) : 0;
        for (int i = 0; i < ACTIONS_OF_START; i++) {
            workload.act();
        }
        workload.commitAll();
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(2))
                .until(() -> !child.isAlive() || (Files.exists(file()) && Files.size(file()) > before + 1));
        int more = random.nextInt(ACTIONS_OF_START);
        for (int i = 0; i < more; i++) {
            workload.act();
        }
        assertThat(child.isAlive())
                .as("the child lives until it is killed: %s", Files.readString(log(life)))
                .isTrue();
    }

    private void assertEqualsSource(EmbeddedDb2 db2, WorkloadTables tables) throws IOException, SQLException {
        Map<String, SortedMap<String, String>> applied = new TreeMap<>();
        for (String line : Files.readAllLines(file())) {
            if (line.endsWith(ChildConsumer.END)) {
                apply(line.substring(0, line.length() - 1).split("\t"), applied);
            }
        }
        try (Connection connection = db2.connect()) {
            for (TableUnderProof table : tables.all()) {
                assertThat(applied.getOrDefault(table.id().name(), new TreeMap<>()))
                        .as("rows of %s", table.id())
                        .isEqualTo(table.read(connection));
            }
        }
    }

    private static void apply(String[] event, Map<String, SortedMap<String, String>> applied) {
        SortedMap<String, String> rows = applied.computeIfAbsent(event[1], none -> new TreeMap<>());
        if (event[0].equals("d")) {
            rows.remove(event[2]);
        } else {
            rows.put(event[2], event[3]);
        }
    }
}
