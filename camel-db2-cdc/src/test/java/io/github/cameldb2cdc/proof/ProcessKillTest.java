package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.FileCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.LoadState;
import io.github.cameldb2cdc.checkpoint.Phase;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.proof.WorkloadTables.Kind;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The process of the consumer is killed again and again under load, first while it loads rows, then while it follows
 * changes; in the end its file has what the source has. What a life delivers again is what its predecessor had not
 * recorded: nothing at or before the recorded position, no row of a table that was recorded as loaded. The consumer's zone
 * skips an hour in which times of the source lie.
 */
class ProcessKillTest {

    private static final int KILLS = Integer.getInteger("kills", 32);

    private static final int ACTIONS_OF_START = 80;
    private static final int ROWS_TO_LOAD = 1_500;
    private static final int KILLS_WHILE_LOADING = 5;

    private static final int FIRST_ID_TO_LOAD = 1_000_000;
    private static final int PLACE = 4;

    private final Set<String> seen = new HashSet<>();
    private Position recorded;
    private Set<String> loaded = Set.of();
    private int killsWhileLoading;
    private int repeats;

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
                long before = Files.exists(file()) ? Files.size(file()) : 0;
                try {
                    killAtRandom(child, workload, life, before);
                } finally {
                    child.destroyForcibly().waitFor();
                }
                assertRepeatsNothingRecorded(before, life);
                noteRecorded();
            }
            assertThat(killsWhileLoading)
                    .as("kills while rows were loaded")
                    .isGreaterThanOrEqualTo(KILLS_WHILE_LOADING);
            assertThat(repeats).as("events that came again after a kill").isPositive();
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
        insertRowsToLoad(db2, tables.name(Kind.SINGLE));
        return new Workload(db2, tables, random, kind -> kind != Kind.LOOSE);
    }

    /** So many that the first lives end before the load does. */
    private static void insertRowsToLoad(EmbeddedDb2 db2, String table) throws SQLException {
        try (Connection connection = db2.connect();
                PreparedStatement insert = connection.prepareStatement(
                        "INSERT INTO " + table + " (ID, V, NAME) VALUES (?, 0, 'loaded')")) {
            connection.setAutoCommit(false);
            for (int row = 0; row < ROWS_TO_LOAD; row++) {
                insert.setInt(1, FIRST_ID_TO_LOAD + row);
                insert.addBatch();
            }
            insert.executeBatch();
            connection.commit();
        }
    }

    /** The complete lines of the life that began at a length of the file. */
    private List<String[]> linesSince(long length) throws IOException {
        byte[] all = Files.readAllBytes(file());
        String text = new String(all, (int) length, all.length - (int) length, StandardCharsets.UTF_8);
        return text.lines()
                .filter(line -> line.endsWith(ChildConsumer.END))
                .map(line -> line.substring(0, line.length() - 1).split("\t"))
                .toList();
    }

    private void assertRepeatsNothingRecorded(long before, int life) throws IOException {
        for (String[] line : linesSince(before)) {
            if (line[PLACE].equals(ChildConsumer.ROW_OF_LOAD)) {
                assertThat(loaded).as("tables loaded before life %s", life).doesNotContain(line[1]);
            } else if (recorded != null) {
                assertThat(Position.parse(line[PLACE]))
                        .as("delivered by life %s, behind what was recorded", life)
                        .isGreaterThan(recorded);
            }
            if (!seen.add(String.join("\t", line))) {
                repeats++;
            }
        }
    }

    /** What the killed process left as its checkpoint. */
    private void noteRecorded() throws Exception {
        try (FileCheckpointRepository store = new FileCheckpointRepository(folder.resolve("checkpoint"))) {
            Checkpoint left = store.load("test").orElse(null);
            if (left == null) {
                return;
            }
            recorded = left.position();
            killsWhileLoading += left.phase() == Phase.STREAMING ? 0 : 1;
            loaded = left.tables().values().stream()
                    .filter(table -> table.load() == LoadState.LOADED)
                    .map(table -> table.table().name())
                    .collect(Collectors.toSet());
        }
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
    private void killAtRandom(Process child, Workload workload, int life, long before) throws Exception {
        for (int i = 0; i < ACTIONS_OF_START; i++) {
            workload.act();
        }
        workload.commitAll();
        await().atMost(Duration.ofSeconds(60))
                .pollInterval(Duration.ofMillis(2))
                .until(() -> !child.isAlive() || (Files.exists(file()) && Files.size(file()) > before + 1));
        int more = life <= KILLS_WHILE_LOADING + 1 ? 0 : random.nextInt(ACTIONS_OF_START);
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
