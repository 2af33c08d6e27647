package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.EngineState;
import io.github.cameldb2cdc.engine.SnapshotMode;
import io.github.cameldb2cdc.engine.TestOptions;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.source.SnapshotIsolation;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** INITIAL_ONLY ends when all changes are delivered that its load may have missed, however far Capture is behind. */
class SnapshotEndTest {

    private final MovableClock captureClock = new MovableClock(Instant.now(), ZoneId.systemDefault());
    private EmbeddedDb2 db2;
    private RecordedRun run;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().clock(captureClock).start();
        db2.execute(
                "CREATE TABLE T.A (ID INTEGER NOT NULL PRIMARY KEY, V INTEGER)",
                "CREATE TABLE T.B (ID INTEGER NOT NULL PRIMARY KEY, V INTEGER)");
        db2.register("T.A");
        db2.register("T.B");
        run = new RecordedRun(db2.dataSource());
        db2.execute("INSERT INTO T.A VALUES (1, 0)", "INSERT INTO T.B VALUES (1, 0)");
        db2.capture().publish();
    }

    @AfterEach
    void stop() {
        run.close();
        db2.close();
    }

    private static EngineOptions options(SnapshotMode mode, SnapshotIsolation isolation) {
        return TestOptions.tables("T", "A", "B")
                .with(given -> {
                    given.snapshotMode = mode;
                    given.snapshotIsolation = isolation;
                    given.checkpointInterval = Duration.ZERO;
                    return given;
                })
                .build();
    }

    private void publishAfter(Duration time) {
        captureClock.move(time);
        db2.capture().publish();
        run.runUntilIdle();
    }

    private EngineState state() {
        return run.consumer().engine().status().state();
    }

    @Test
    void changesThatCaptureHasNotPublishedWhenTheLoadEndsAreWaitedFor() {
        run.afterEach(delivery -> {
            if (delivery.event().toString().startsWith("READ of T.A")) {
                db2.execute("UPDATE T.A SET V = 5");
            }
        });
        run.start(options(SnapshotMode.INITIAL_ONLY, SnapshotIsolation.CS)).runUntilIdle();
        assertThat(run.takeLines()).containsExactly("r A {ID=1, V=0}", "r B {ID=1, V=0}");
        assertThat(state()).isEqualTo(EngineState.STREAMING);

        publishAfter(Duration.ofSeconds(1));
        assertThat(run.takeLines()).containsExactly("u A {ID=1, V=0} -> {ID=1, V=5}");
        assertThat(state()).isEqualTo(EngineState.STREAMING);
        publishAfter(Duration.ofHours(1));
        assertThat(state()).isEqualTo(EngineState.COMPLETED);
    }

    /** As when a poll takes longer than Capture's interval. */
    @Test
    void aWatermarkThatMovesBeforeEachReadDoesNotKeepItFromEnding() {
        int mostMoves = 50;
        AtomicInteger moves = new AtomicInteger();
        db2.faults()
                .onStatement(sql -> {
                    if (sql.contains("GLOBAL_RECORD = 'Y'") && moves.incrementAndGet() <= mostMoves) {
                        captureClock.move(Duration.ofHours(1));
                        db2.capture().publish();
                    }
                    return false;
                })
                .delay(Duration.ZERO);

        run.start(options(SnapshotMode.INITIAL_ONLY, SnapshotIsolation.CS)).runUntilIdle();

        assertThat(state()).isEqualTo(EngineState.COMPLETED);
        assertThat(moves).hasValueLessThan(mostMoves);
    }

    @Test
    void initialGoesOnFromTheEndOfInitialOnly() {
        run.start(options(SnapshotMode.INITIAL_ONLY, SnapshotIsolation.CS)).runUntilIdle();
        for (int move = 0; move < 3; move++) {
            publishAfter(Duration.ofMinutes(1));
        }
        assertThat(state()).isEqualTo(EngineState.COMPLETED);
        run.consumer().stop();
        run.takeLines();
        db2.execute("UPDATE T.A SET V = 3");
        db2.capture().publish();

        run.start(options(SnapshotMode.INITIAL, SnapshotIsolation.CS)).runUntilIdle();
        assertThat(run.takeLines()).containsExactly("u A {ID=1, V=0} -> {ID=1, V=3}");
    }

    @Test
    void withoutTheGlobalRowOnlyACutMayEnd() {
        db2.execute("DELETE FROM ASNCDC.IBMSNAP_REGISTER WHERE GLOBAL_RECORD = 'Y'");
        assertThatThrownBy(() -> run.start(options(SnapshotMode.INITIAL_ONLY, SnapshotIsolation.CS)))
                .isInstanceOf(CdcException.class)
                .hasMessageContaining("snapshotIsolation=RR");

        run.start(options(SnapshotMode.INITIAL_ONLY, SnapshotIsolation.RR)).runUntilIdle();
        assertThat(run.takeLines()).containsExactly("r A {ID=1, V=0}", "r B {ID=1, V=0}");
        assertThat(state()).isEqualTo(EngineState.COMPLETED);
    }
}
