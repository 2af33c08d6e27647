package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.TestOptions;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Capture publishes while the engine reads, before each of its statements in turn. */
class RacesTest {

    private EmbeddedDb2 db2;
    private final AtomicReference<Consumer<String>> beforeQuery = new AtomicReference<>(sql -> {});
    private RecordedRun run;
    private final EngineOptions options = TestOptions.schema("C")
            .with(given -> {
                given.maxMessagesPerPoll = 2;
                given.checkpointInterval = Duration.ZERO;
                return given;
            })
            .build();

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute(
                "CREATE TABLE C.A (ID INTEGER NOT NULL PRIMARY KEY, V INTEGER)",
                "CREATE TABLE C.B (ID INTEGER NOT NULL PRIMARY KEY, V INTEGER)");
        db2.register("C.A");
        db2.register("C.B");
        run = new RecordedRun(
                WatchedDataSource.of(db2.dataSource(), sql -> beforeQuery.get().accept(sql)));
        run.start(options).runUntilIdle();
    }

    @AfterEach
    void stop() {
        run.close();
        db2.close();
    }

    @Test
    void aPublicationBeforeAnyStatementOfAPollLosesAndDoublesNothing() {
        List<String> expected = new ArrayList<>();
        int number = 0;
        for (int before = 1; before <= 12; before++) {
            insertIntoBoth(++number, expected);
            db2.capture().publish();
            insertIntoBoth(++number, expected);
            beforeStatement(before, () -> db2.capture().publish());
            run.runUntilIdle();
            beforeQuery.set(sql -> {});
            db2.capture().publish();
            run.runUntilIdle();
            assertThat(run.takeLines())
                    .as("published before statement %d", before)
                    .isEqualTo(expected);
            expected.clear();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"MIN(IBMSNAP_COMMITSEQ)", "CDC_C_A", "CDC_C_B", "IBMSNAP_UOW", "SYNCHPOINT, SYNCHTIME"})
    void publicationsBeforeEveryStatementOfAKindLoseAndDoubleNothing(String text) {
        List<String> expected = new ArrayList<>();
        AtomicInteger number = new AtomicInteger();
        insertIntoBoth(number.incrementAndGet(), expected);
        db2.capture().publish();
        AtomicInteger left = new AtomicInteger(15);
        beforeQuery.set(sql -> {
            if (sql.contains(text) && left.getAndDecrement() > 0) {
                insertIntoBoth(number.incrementAndGet(), expected);
                db2.capture().publish();
            }
        });
        run.runUntilIdle();
        assertThat(run.takeLines()).isEqualTo(expected);
        assertThat(number.get()).isGreaterThan(5);
    }

    @Test
    void aTableWhoseNewestCommitIsThatOfThePositionIsReadOn() {
        db2.execute("INSERT INTO C.A VALUES (1, 1), (2, 1), (3, 1)");
        db2.execute("INSERT INTO C.B VALUES (1, 1)");
        db2.capture().publish();
        run.consumer().stop();
        run.takeLines();
        for (int event = 0; event < 4; event++) {
            run.startAndEndAfter(1, options);
            run.consumer().stop();
        }
        assertThat(run.takeLines())
                .containsExactly("c A {ID=1, V=1}", "c A {ID=2, V=1}", "c A {ID=3, V=1}", "c B {ID=1, V=1}");
        db2.execute("UPDATE C.A SET V = 2 WHERE ID = 3");
        db2.capture().publish();
        run.start(options).runUntilIdle();
        assertThat(run.takeLines()).containsExactly("u A {ID=3, V=1} -> {ID=3, V=2}");
    }

    @Test
    void rowsThatAreWrittenAndNotYetCommittedAreNotMissed() {
        List<String> expected = new ArrayList<>();
        db2.capture().beforeCommit(() -> {
            // the change tables have rows beyond the watermark, which nobody else sees yet
            run.runUntilIdle();
        });
        for (int number = 1; number <= 3; number++) {
            insertIntoBoth(number, expected);
            db2.capture().publish();
        }
        db2.capture().clearBeforeCommit();
        run.runUntilIdle();
        assertThat(run.takeLines()).isEqualTo(expected);
    }

    private void insertIntoBoth(int number, List<String> expected) {
        db2.execute(
                "INSERT INTO C.B VALUES (" + number + ", 0)",
                "INSERT INTO C.A VALUES (" + number + ", 0)",
                "UPDATE C.B SET V = 1 WHERE ID = " + number);
        expected.add("c B {ID=" + number + ", V=0}");
        expected.add("c A {ID=" + number + ", V=0}");
        expected.add("u B {ID=" + number + ", V=0} -> {ID=" + number + ", V=1}");
    }

    private void beforeStatement(int number, Runnable action) {
        AtomicInteger seen = new AtomicInteger();
        beforeQuery.set(sql -> {
            if (seen.incrementAndGet() == number) {
                action.run();
            }
        });
    }
}
