package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.EngineState;
import io.github.cameldb2cdc.engine.TestOptions;
import io.github.cameldb2cdc.source.SnapshotIsolation;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.relay.WireFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A table that is altered between two ranges of its load, and cuts that are interrupted. */
class AlteredWhileLoadedTest {

    private EmbeddedDb2 db2;
    private RecordedRun run;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute(
                "CREATE TABLE S.A (ID INTEGER NOT NULL PRIMARY KEY, V INTEGER)",
                "CREATE TABLE S.B (ID INTEGER NOT NULL PRIMARY KEY, V INTEGER)");
        db2.register("S.A");
        db2.register("S.B");
        db2.execute("INSERT INTO S.A VALUES (1, 1), (2, 2), (3, 3)", "INSERT INTO S.B VALUES (1, 1), (2, 2)");
        db2.capture().publish();
        run = new RecordedRun(db2.dataSource());
    }

    @AfterEach
    void stop() {
        db2.faults().clear();
        run.close();
        db2.close();
    }

    private static EngineOptions options(SnapshotIsolation isolation) {
        return TestOptions.tables("S", "A", "B")
                .with(given -> {
                    given.snapshotIsolation = isolation;
                    given.snapshotChunkSize = 1;
                    given.maximumBackoff = Duration.ofMillis(1);
                    given.checkpointInterval = Duration.ZERO;
                    return given;
                })
                .build();
    }

    @Test
    void aColumnThatIsWidenedBetweenTwoRangesIsReadAsItIsAndNoRowIsLost() {
        AtomicBoolean altered = new AtomicBoolean();
        db2.faults()
                .onStatement(sql -> {
                    boolean secondRange =
                            sql.startsWith("SELECT \"ID\", \"V\" FROM \"S\".\"A\"") && sql.contains(" > ?");
                    return secondRange && altered.compareAndSet(false, true);
                })
                .delay(Duration.ofMillis(300));
        run.start(options(SnapshotIsolation.CS));
        List<String> lines = new ArrayList<>();
        boolean[] done = {false};
        await().pollInterval(Duration.ofMillis(20)).until(() -> {
            run.consumer().step();
            lines.addAll(run.takeLines());
            if (altered.get() && !done[0]) {
                done[0] = true;
                db2.schema().alterColumnType("S.A", "V", "BIGINT");
            }
            return run.consumer().engine().status().state() == EngineState.STREAMING;
        });
        assertThat(lines)
                .contains(
                        "r A {ID=1, V=1}", "r A {ID=2, V=2}", "r A {ID=3, V=3}", "r B {ID=1, V=1}", "r B {ID=2, V=2}");
    }

    @Test
    void anInterruptedCutIsReadAgainAsAWhole() {
        run.startAndEndAfter(4, options(SnapshotIsolation.RR));
        run.consumer().kill();
        assertThat(run.takeLines()).hasSize(4).contains("r A {ID=3, V=3}");
        run.start(options(SnapshotIsolation.RR)).runUntilIdle();
        assertThat(run.takeLines())
                .containsExactlyInAnyOrder(
                        "r A {ID=1, V=1}", "r A {ID=2, V=2}", "r A {ID=3, V=3}", "r B {ID=1, V=1}", "r B {ID=2, V=2}");
    }

    @Test
    void aCutWhoseConnectionIsLostIsReadAgainAsAWhole() {
        WireFault lost = db2.faults()
                .onStatement(sql -> sql.startsWith("SELECT \"ID\", \"V\" FROM \"S\".\"B\""))
                .dropConnection()
                .times(1);
        run.start(options(SnapshotIsolation.RR));
        List<String> lines = new ArrayList<>();
        await().pollInterval(Duration.ofMillis(20)).until(() -> {
            run.consumer().step();
            lines.addAll(run.takeLines());
            return run.consumer().engine().status().state() == EngineState.STREAMING;
        });
        assertThat(lost.fired()).isEqualTo(1);
        assertThat(lines)
                .containsExactly(
                        "r A {ID=1, V=1}",
                        "r A {ID=2, V=2}",
                        "r A {ID=3, V=3}",
                        "r A {ID=1, V=1}",
                        "r A {ID=2, V=2}",
                        "r A {ID=3, V=3}",
                        "r B {ID=1, V=1}",
                        "r B {ID=2, V=2}");
    }

    @Test
    void withCommittedReadsOnlyWhatWasNotFinishedIsReadAgain() {
        run.startAndEndAfter(4, options(SnapshotIsolation.CS));
        run.consumer().stop();
        run.takeLines();
        run.start(options(SnapshotIsolation.CS)).runUntilIdle();
        assertThat(run.takeLines()).containsExactly("r B {ID=2, V=2}");
    }
}
