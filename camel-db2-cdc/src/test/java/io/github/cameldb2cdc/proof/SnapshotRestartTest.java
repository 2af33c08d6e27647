package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.FileCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.TestOptions;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A load in ranges that ends after any of its rows, and goes on in another process. */
class SnapshotRestartTest {

    private static final int ROWS = 12;

    private static EmbeddedDb2 db2;

    @BeforeAll
    static void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute(
                "CREATE TABLE S.TRIPLE (A INTEGER NOT NULL, B CHAR(3) NOT NULL, C INTEGER NOT NULL, V INTEGER,"
                        + " PRIMARY KEY (A, B, C))",
                "CREATE TABLE E.EMPTY (ID INTEGER NOT NULL PRIMARY KEY)",
                "CREATE TABLE E.EMPTY_LOOSE (ID INTEGER)",
                "CREATE TABLE K.LOOSE (X INTEGER)",
                "CREATE TABLE M.MOVING (ID INTEGER NOT NULL PRIMARY KEY, V INTEGER)");
        for (String table : List.of("S.TRIPLE", "E.EMPTY", "E.EMPTY_LOOSE", "K.LOOSE", "M.MOVING")) {
            db2.register(table);
        }
        for (int row = 0; row < ROWS; row++) {
            db2.execute("INSERT INTO S.TRIPLE VALUES (" + row / 6 + ", '" + "ab".charAt(row / 3 % 2) + "', " + row % 3
                    + ", 0)");
        }
        db2.execute("INSERT INTO K.LOOSE VALUES 1, 1, 2, 3, 3, 3");
        db2.capture().publish();
    }

    @AfterAll
    static void stop() {
        db2.close();
    }

    private static EngineOptions options(String schema, int rowsOfRange) {
        return TestOptions.schema(schema)
                .with(given -> {
                    given.snapshotChunkSize = rowsOfRange;
                    given.maxMessagesPerPoll = 5;
                    given.checkpointInterval = Duration.ZERO;
                    return given;
                })
                .build();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 6, 12, 13, 1000})
    void onlyRangesThatAreNotFinishedAreRepeated(int rowsOfRange) {
        List<String> rows = load(new RecordedRun(db2.dataSource()), "S", 1000);
        assertThat(rows).hasSize(ROWS);
        for (int killedAfter = 1; killedAfter < ROWS; killedAfter++) {
            RecordedRun run = new RecordedRun(db2.dataSource());
            run.startAndEndAfter(killedAfter, options("S", rowsOfRange));
            run.consumer().kill();
            assertThat(run.takeLines()).isEqualTo(rows.subList(0, killedAfter));
            int finished = killedAfter / rowsOfRange * rowsOfRange;
            assertThat(load(run, "S", rowsOfRange))
                    .as("killed after %d rows", killedAfter)
                    .isEqualTo(rows.subList(finished, ROWS));
        }
    }

    private static List<String> load(RecordedRun run, String schema, int rowsOfRange) {
        run.start(options(schema, rowsOfRange)).runUntilIdle();
        assertThat(run.consumer().engine().status().trouble()).isNull();
        run.consumer().stop();
        return run.takeLines();
    }

    @Test
    void emptyTablesAreLoadedAndFollowed() {
        RecordedRun run = new RecordedRun(db2.dataSource());
        assertThat(load(run, "E", 1)).isEmpty();
        db2.execute("INSERT INTO E.EMPTY VALUES (1)", "INSERT INTO E.EMPTY_LOOSE VALUES (1)");
        db2.capture().publish();
        assertThat(load(run, "E", 1)).containsExactly("c EMPTY {ID=1}", "c EMPTY_LOOSE {ID=1}");
    }

    @Test
    void aTableWithoutAKeyIsLoadedOnceAndAsAWholeAgainAfterAKill() {
        RecordedRun run = new RecordedRun(db2.dataSource());
        List<String> rows = load(run, "K", 2);
        assertThat(rows).hasSize(6);
        assertThat(load(run, "K", 2)).isEmpty();
        RecordedRun killed = new RecordedRun(db2.dataSource());
        killed.startAndEndAfter(4, options("K", 2));
        killed.consumer().kill();
        killed.takeLines();
        assertThat(load(killed, "K", 2)).containsExactlyInAnyOrderElementsOf(rows);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 1000})
    void changesDuringTheLoadAreNotLost(int rowsOfRange) throws Exception {
        for (int seed = 0; seed < 6; seed++) {
            db2.execute("DELETE FROM M.MOVING");
            for (int id = 0; id < 20; id += 2) {
                db2.execute("INSERT INTO M.MOVING VALUES (" + id + ", 0)");
            }
            db2.capture().publish();
            Random random = new Random(seed * 31L + rowsOfRange);
            TableUnderProof table = new TableUnderProof(new TableId("M", "MOVING"), List.of("ID", "V"), List.of("ID"));
            Target target = new Target(List.of(table));
            RecordedRun run = new RecordedRun(db2.dataSource());
            run.afterEach(delivery -> {
                target.apply((RowChange) delivery.event());
                if (((RowChange) delivery.event()).isSnapshot()) {
                    changeAny(random);
                }
            });
            for (int life = 0; life < 4; life++) {
                run.startAndEndAfter(1 + random.nextInt(6), options("M", rowsOfRange));
                run.consumer().kill();
            }
            run.afterEach(delivery -> target.apply((RowChange) delivery.event()));
            db2.capture().publish();
            load(run, "M", rowsOfRange);
            target.assertEqualsSource(db2.dataSource());
        }
    }

    private static void changeAny(Random random) {
        int id = random.nextInt(20);
        switch (random.nextInt(4)) {
            case 0 -> db2.execute("DELETE FROM M.MOVING WHERE ID = " + id);
            case 1 -> db2.execute("UPDATE M.MOVING SET V = V + 1 WHERE ID >= " + id);
            case 2 -> db2.execute("UPDATE M.MOVING SET ID = ID + 20 WHERE ID = " + id);
            default ->
                db2.execute("DELETE FROM M.MOVING WHERE ID = " + id, "INSERT INTO M.MOVING VALUES (" + id + ", 9)");
        }
        if (random.nextBoolean()) {
            db2.capture().publish();
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            quoteCharacter = '`',
            value = {
                "SMALLINT; -32768 | -1 | 0 | 32767",
                "BIGINT; -9223372036854775807 | 0 | 9223372036854775807",
                "DECIMAL(9,2); -10.50 | -0.01 | 0.00 | 3.10 | 1000000.00",
                "DOUBLE; -1.5E0 | 0.1E0 | 0.30000000000000004E0 | 1.0E30",
                "REAL; -1.5E0 | 0.1E0 | 3.3E0",
                "CHAR(5); '' | ' a' | 'a' | 'a b' | 'ab' | 'Zebra' | 'é'",
                "VARCHAR(9); '' | 'a' | 'ab' | 'B' | 'a''b' | 'é' | '日本'",
                "CHAR(3) FOR BIT DATA; X'000000' | X'202020' | X'7FFFFF' | X'80' | X'FF0001'",
                "VARCHAR(3) FOR BIT DATA; X'00' | X'0000' | X'7F' | X'80' | X'FFFFFF'",
                "DATE; '0001-01-01' | '1582-10-04' | '1970-01-01' | '9999-12-31'",
                "TIME; '00:00:00' | '02:30:00' | '23:59:59'",
                "TIMESTAMP; '0001-01-01 00:00:00' | '2026-03-29 02:30:00.000001' | '2026-03-29 02:30:00.000002' |"
                        + " '9999-12-31 23:59:59.999999'"
            })
    void aLoadStopsBehindAnyRowWhateverTheTypeOfTheKey(String type, String values, @TempDir Path folder)
            throws Exception {
        String name = "T" + Integer.toHexString(type.hashCode()).toUpperCase();
        db2.execute("CREATE TABLE T" + name + "." + name + " (K " + type + " NOT NULL PRIMARY KEY, N INTEGER)");
        db2.register("T" + name + "." + name);
        List<String> numbers = new ArrayList<>();
        for (String value : values.split(" \\| ")) {
            numbers.add("N=" + numbers.size());
            db2.execute("INSERT INTO T" + name + "." + name + " VALUES (" + value.strip() + ", " + (numbers.size() - 1)
                    + ")");
        }
        db2.capture().publish();
        try (FileCheckpointRepository files = new FileCheckpointRepository(folder)) {
            RecordedRun run = new RecordedRun(db2.dataSource(), files, Clock.systemUTC());
            for (int row = 0; row < numbers.size(); row++) {
                run.startAndEndAfter(1, options("T" + name, 1));
                run.consumer().kill();
            }
            List<String> lines = run.takeLines();
            assertThat(lines).hasSameSizeAs(numbers);
            for (String number : numbers) {
                assertThat(lines)
                        .filteredOn(line -> line.contains(number + "}"))
                        .hasSize(1);
            }
            assertThat(load(run, "T" + name, 1)).isEmpty();
        }
    }

    @Test
    void killsBeforeTheFirstRowBeginAtTheSamePlace() {
        MemoryCheckpointRepository checkpoints = new MemoryCheckpointRepository();
        RecordedRun run = new RecordedRun(db2.dataSource(), checkpoints, Clock.systemUTC());
        run.start(options("S", 2));
        Object place = checkpoints.load("test").orElseThrow().position();
        run.consumer().kill();
        db2.execute("UPDATE S.TRIPLE SET V = 0");
        db2.capture().publish();
        assertThat(load(run, "S", 2)).hasSize(2 * ROWS).contains("r TRIPLE {A=1, B=b  , C=2, V=0}");
        assertThat(place).isNotNull();
    }
}
