package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.JdbcCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.TargetDatabase;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Consumers that are killed again and again, and a sink on a PostgreSQL that stores rows and checkpoint together. */
class ExactlyOnceTest {

    private static final int CHANGES = 150;
    private static final int MOST_LIVES = 500;
    private static final int KILLED_PROCESSES = 3;

    private static EmbeddedDb2 db2;

    @TempDir
    private Path directory;

    private final DataSource target = TargetDatabase.postgres();
    private final JdbcCheckpointRepository checkpoints = new JdbcCheckpointRepository(target);
    private final List<String> expected = new ArrayList<>();

    /** The end of a process: the transaction that is under way is rolled back, nothing more is recorded. */
    private static final class Death extends Error {
        private static final long serialVersionUID = 1L;
    }

    @BeforeAll
    static void startSource() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
    }

    @AfterAll
    static void stopSource() {
        db2.close();
    }

    @BeforeEach
    void startAnew() throws SQLException {
        db2.execute("CREATE TABLE S.ITEMS (ID INTEGER NOT NULL PRIMARY KEY, NOTE VARCHAR(40))");
        db2.register("S.ITEMS");
        db2.capture().publish();
        ExactlyOnceSink.createLog(target);
        try (EngineRig rig = new EngineRig(db2.dataSource(), checkpoints)) {
            rig.start(options());
        }
    }

    @AfterEach
    void dropTable() {
        db2.unregister("S.ITEMS");
        db2.execute("DROP TABLE S.ITEMS");
    }

    private static EngineOptions options() {
        return TestOptions.schema("S")
                .with(options -> {
                    options.snapshotMode = SnapshotMode.NEVER;
                    options.tombstones = true;
                    options.maxMessagesPerPoll = 7;
                    options.checkpointInterval = Duration.ofMillis(5);
                    return options;
                })
                .build();
    }

    /** Inserts, updates, changes of keys and deletes, each of rows of its own; what each must give is written down. */
    private void change() {
        List<String> statements = new ArrayList<>();
        for (int id = 1; id <= CHANGES; id++) {
            statements.add("INSERT INTO S.ITEMS VALUES (" + id + ", 'a')");
            expected.add("c ITEMS {ID=" + id + ", NOTE=a}");
            if (id % 3 == 0) {
                statements.add("UPDATE S.ITEMS SET ID = " + -id + " WHERE ID = " + id);
                expected.add("d ITEMS {ID=" + id + ", NOTE=a}");
                expected.add("tombstone ITEMS");
                expected.add("c ITEMS {ID=" + -id + ", NOTE=a}");
            } else if (id % 3 == 1) {
                statements.add("UPDATE S.ITEMS SET NOTE = 'b' WHERE ID = " + id);
                expected.add("u ITEMS {ID=" + id + ", NOTE=a} -> {ID=" + id + ", NOTE=b}");
            } else {
                statements.add("DELETE FROM S.ITEMS WHERE ID = " + id);
                expected.add("d ITEMS {ID=" + id + ", NOTE=a}");
                expected.add("tombstone ITEMS");
            }
        }
        db2.execute(statements.toArray(String[]::new));
        db2.capture().publish();
    }

    @Test
    void noEventIsTwiceInTheLogAndNoneIsMissingWhereverTheConsumerDies() throws SQLException {
        change();
        Random random = new Random(20261130);
        int deaths = 0;
        for (int life = 0; life < MOST_LIVES; life++) {
            int[] steps = {random.nextInt(40)};
            ExactlyOnceSink sink = new ExactlyOnceSink(target, checkpoints, step -> {
                if (steps[0]-- == 0) {
                    throw new Death();
                }
            });
            if (lives(sink)) {
                break;
            }
            deaths++;
        }
        assertThat(deaths).isGreaterThan(10);
        assertThat(ExactlyOnceSink.log(target)).isEqualTo(expected);
    }

    /** Whether it came to the end. The last life has nothing to do, so it does not die. */
    private boolean lives(ExactlyOnceSink sink) {
        EngineRig rig = new EngineRig(db2.dataSource(), checkpoints);
        AtomicBoolean died = new AtomicBoolean();
        rig.answer(delivery -> {
            try {
                sink.take(delivery);
            } catch (Death e) {
                // a dead process gives no answer and takes nothing more
                died.set(true);
                rig.engine().requestStop();
            }
        });
        rig.start(options());
        rig.runUntilIdle();
        if (died.get()) {
            rig.kill();
        } else {
            rig.close();
        }
        return !died.get();
    }

    @Test
    void noEventIsTwiceInTheLogAndNoneIsMissingAfterProcessesWereKilled() throws Exception {
        change();
        Random random = new Random(7);
        for (int i = 0; i < KILLED_PROCESSES; i++) {
            int before = ExactlyOnceSink.log(target).size();
            Process process = startProcess(i);
            int more = before + 1 + random.nextInt(60);
            while (process.isAlive() && ExactlyOnceSink.log(target).size() < more) {
                process.waitFor(10, TimeUnit.MILLISECONDS);
            }
            // SIGKILL, at whatever it is doing
            process.destroyForcibly().waitFor();
        }
        assertThat(lives(new ExactlyOnceSink(target, checkpoints, step -> {}))).isTrue();
        assertThat(ExactlyOnceSink.log(target)).isEqualTo(expected);
    }

    private Process startProcess(int number) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ExactlyOnceProcess.class.getName(),
                        db2.jdbcUrl(),
                        db2.username(),
                        db2.password(),
                        TargetDatabase.urlOf(target))
                .redirectErrorStream(true)
                .redirectOutput(directory.resolve("process" + number + ".log").toFile())
                .start();
    }

    /** A consumer in a process of its own, which lives until it is killed. */
    static final class ExactlyOnceProcess {

        private ExactlyOnceProcess() {}

        public static void main(String[] arguments) {
            DataSource source = TargetDatabase.of(arguments[0], arguments[1], arguments[2]);
            DataSource target = TargetDatabase.of(arguments[3], "postgres", "postgres");
            JdbcCheckpointRepository checkpoints = new JdbcCheckpointRepository(target);
            EngineRig rig = new EngineRig(source, checkpoints);
            rig.answer(new ExactlyOnceSink(target, checkpoints, step -> {})::take);
            rig.start(options());
            while (rig.engine().status().state() != EngineState.CLOSED) {
                rig.runUntilIdle();
            }
        }
    }
}
