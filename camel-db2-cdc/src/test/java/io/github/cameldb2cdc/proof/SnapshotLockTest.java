package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.EngineState;
import io.github.cameldb2cdc.engine.TestOptions;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A load under a lock is exact, also for a table without a key, however far Capture is behind. */
class SnapshotLockTest {

    private EmbeddedDb2 db2;
    private RecordedRun run;
    private final MovableClock clock = new MovableClock();

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute("CREATE TABLE L.LOOSE (X INTEGER)", "CREATE TABLE L.KEYED (ID INTEGER NOT NULL PRIMARY KEY)");
        db2.register("L.LOOSE");
        db2.register("L.KEYED");
        db2.execute("INSERT INTO L.LOOSE VALUES 1", "INSERT INTO L.KEYED VALUES 1");
        run = new RecordedRun(db2.dataSource(), new MemoryCheckpointRepository(), clock);
    }

    @AfterEach
    void stop() {
        db2.faults().clear();
        run.close();
        db2.close();
    }

    private static EngineOptions options(boolean lock) {
        return TestOptions.schema("L")
                .with(given -> {
                    given.snapshotLock = lock;
                    given.captureStallTimeout = Duration.ofMinutes(5);
                    given.checkpointInterval = Duration.ZERO;
                    return given;
                })
                .build();
    }

    private EngineState state() {
        return run.consumer().engine().status().state();
    }

    /** The rows that were changed before the lock are in no change table yet when the lock is taken. */
    @Test
    void aChangeThatCaptureHasNotPublishedAtTheLockIsDeliveredOnce() {
        db2.execute("INSERT INTO L.LOOSE VALUES 2");
        run.start(options(true));
        run.consumer().step();
        assertThat(run.takeLines()).isEmpty();

        db2.capture().resume();
        List<String> lines = stepUntil(EngineState.STREAMING);
        assertThat(lines).containsExactlyInAnyOrder("r LOOSE {X=1}", "r LOOSE {X=2}", "r KEYED {ID=1}");
        db2.execute("INSERT INTO L.LOOSE VALUES 3");
        await().until(() -> {
            run.consumer().step();
            lines.addAll(run.takeLines());
            return lines.contains("c LOOSE {X=3}");
        });
        assertThat(lines).hasSize(4);
    }

    private List<String> stepUntil(EngineState wanted) {
        List<String> lines = Collections.synchronizedList(new ArrayList<>());
        await().pollInterval(Duration.ofMillis(20)).until(() -> {
            run.consumer().step();
            lines.addAll(run.takeLines());
            return state() == wanted;
        });
        return lines;
    }

    @Test
    void withoutTheLockSuchAChangeComesTwice() {
        db2.execute("INSERT INTO L.LOOSE VALUES 2");
        run.start(options(false)).runUntilIdle();
        db2.capture().publish();
        run.runUntilIdle();
        assertThat(run.takeLines()).contains("r LOOSE {X=2}", "c LOOSE {X=2}");
    }

    @Test
    void writersWaitUntilTheRowsAreRead() {
        run.start(options(true));
        run.consumer().step();
        CompletableFuture<Void> writer = CompletableFuture.runAsync(() -> db2.execute("INSERT INTO L.LOOSE VALUES 9"));
        List<Boolean> wrote = Collections.synchronizedList(new ArrayList<>());
        run.afterEach(delivery -> wrote.add(writer.isDone()));

        db2.capture().resume();
        List<String> lines = stepUntil(EngineState.STREAMING);
        // the writer goes on as soon as the rows are read, so its change may be here already
        assertThat(lines).contains("r LOOSE {X=1}", "r KEYED {ID=1}").doesNotContain("r LOOSE {X=9}");
        assertThat(wrote.get(0)).isFalse();
        writer.join();
        await().until(() -> {
            run.consumer().step();
            lines.addAll(run.takeLines());
            return lines.contains("c LOOSE {X=9}");
        });
    }

    @Test
    void aCaptureThatStandsStillEndsTheLockAndSaysSo() {
        run.start(options(true));
        run.consumer().step();
        clock.move(Duration.ofMinutes(6));
        run.consumer().step();
        assertThat(run.consumer().engine().status().trouble())
                .hasMessageContaining("captureStallTimeout")
                .hasMessageContaining("unlocked");
        db2.execute("INSERT INTO L.LOOSE VALUES 2");

        db2.capture().resume();
        clock.move(Duration.ofMinutes(2));
        assertThat(stepUntil(EngineState.STREAMING))
                .containsExactlyInAnyOrder("r LOOSE {X=1}", "r LOOSE {X=2}", "r KEYED {ID=1}");
    }

    @Test
    void aConsumerThatIsKilledBeforeTheRowsAreReadLocksAgain() {
        db2.execute("INSERT INTO L.LOOSE VALUES 2");
        run.start(options(true));
        run.consumer().step();
        run.consumer().kill();
        db2.capture().resume();
        run.start(options(true));
        assertThat(stepUntil(EngineState.STREAMING))
                .containsExactlyInAnyOrder("r LOOSE {X=1}", "r LOOSE {X=2}", "r KEYED {ID=1}");
        db2.execute("INSERT INTO L.LOOSE VALUES 3");
    }

    @Test
    void withoutTheGlobalRowItIsRefused() {
        db2.execute("DELETE FROM ASNCDC.IBMSNAP_REGISTER WHERE GLOBAL_RECORD = 'Y'");
        run.start(options(true));
        run.consumer().step();
        assertThat(run.consumer().engine().status().trouble()).hasMessageContaining("snapshotLock=false");
    }
}
