package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.SnapshotMode;
import io.github.cameldb2cdc.engine.TestOptions;
import io.github.cameldb2cdc.event.Notification;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tables that are loaded again: framed, with one snapshot id, finished after a stop, once per start. */
class ReloadTest {

    private final Set<String> ids = new HashSet<>();
    private EmbeddedDb2 db2;
    private RecordedRun run;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute(
                "CREATE TABLE R.A (ID INTEGER NOT NULL PRIMARY KEY)",
                "CREATE TABLE R.B (ID INTEGER NOT NULL PRIMARY KEY)");
        db2.register("R.A");
        db2.register("R.B");
        publish("INSERT INTO R.A VALUES 1, 2, 3", "INSERT INTO R.B VALUES 1");
        run = new RecordedRun(db2.dataSource());
        run.afterEach(delivery -> {
            if (delivery.event() instanceof Notification notice) {
                ids.add(notice.snapshotId());
            } else if (delivery.event() instanceof RowChange row && row.isSnapshot()) {
                ids.add(row.snapshotId());
            }
        });
        run.start(options(SnapshotMode.INITIAL)).runUntilIdle();
        run.consumer().stop();
        run.takeLines();
        ids.clear();
    }

    @AfterEach
    void stop() {
        run.close();
        db2.close();
    }

    private void publish(String... statements) {
        db2.execute(statements);
        db2.capture().publish();
    }

    private static EngineOptions options(SnapshotMode mode) {
        return TestOptions.tables("R", "A", "B")
                .with(given -> {
                    given.snapshotMode = mode;
                    given.snapshotChunkSize = 1;
                    given.checkpointInterval = Duration.ZERO;
                    return given;
                })
                .build();
    }

    @Test
    void alwaysStreamsWhatWasMissedThenLoadsEveryTableInAFrame() {
        publish("DELETE FROM R.A WHERE ID = 1");
        run.start(options(SnapshotMode.ALWAYS)).runUntilIdle();
        assertThat(run.takeLines())
                .containsExactly(
                        "d A {ID=1}",
                        "STARTED A",
                        "STARTED B",
                        "r A {ID=2}",
                        "r A {ID=3}",
                        "COMPLETED A",
                        "r B {ID=1}",
                        "COMPLETED B");
        assertThat(ids).hasSize(1);

        publish("INSERT INTO R.B VALUES 2");
        run.runUntilIdle();
        assertThat(run.takeLines()).containsExactly("c B {ID=2}");
    }

    @Test
    void eachStartLoadsUnderAnIdOfItsOwn() {
        run.start(options(SnapshotMode.ALWAYS)).runUntilIdle();
        run.consumer().stop();
        run.start(options(SnapshotMode.ALWAYS)).runUntilIdle();
        assertThat(ids).hasSize(2);
    }

    @Test
    void anInterruptedReloadIsFinishedAndNotBegunAnew() {
        run.startAndEndAfter(5, options(SnapshotMode.ALWAYS));
        run.consumer().stop();
        assertThat(run.takeLines()).containsExactly("STARTED A", "STARTED B", "r A {ID=1}", "r A {ID=2}", "r A {ID=3}");
        run.start(options(SnapshotMode.ALWAYS)).runUntilIdle();
        assertThat(run.takeLines())
                .containsExactly("STARTED A", "STARTED B", "COMPLETED A", "r B {ID=1}", "COMPLETED B");
        assertThat(ids).hasSize(1);
    }

    @Test
    void initialFinishesAReloadThatWasInterrupted() {
        run.startAndEndAfter(3, options(SnapshotMode.ALWAYS));
        run.consumer().stop();
        run.takeLines();
        run.start(options(SnapshotMode.INITIAL)).runUntilIdle();
        assertThat(run.takeLines())
                .containsExactly(
                        "STARTED A",
                        "STARTED B",
                        "r A {ID=2}",
                        "r A {ID=3}",
                        "COMPLETED A",
                        "r B {ID=1}",
                        "COMPLETED B");
    }

    @Test
    void aTableIsOnlyLoadedWhenItsEndIsAcknowledged() {
        run.startAndEndAfter(5, options(SnapshotMode.ALWAYS));
        run.consumer().kill();
        assertThat(run.takeLines()).endsWith("r A {ID=3}");
        run.start(options(SnapshotMode.INITIAL)).runUntilIdle();
        assertThat(run.takeLines()).contains("COMPLETED A", "COMPLETED B");
    }
}
