package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.engine.SnapshotMode;
import io.github.cameldb2cdc.engine.TestOptions;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.source.StartFrom;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where a consumer begins, and what happens to tables that come and go between its starts. */
class SelectionsTest {

    private EmbeddedDb2 db2;
    private RecordedRun run;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute(
                "CREATE TABLE T.A (ID INTEGER NOT NULL PRIMARY KEY, V INTEGER)",
                "CREATE TABLE T.B (ID INTEGER NOT NULL PRIMARY KEY, V INTEGER)");
        db2.register("T.A");
        db2.register("T.B");
        run = new RecordedRun(db2.dataSource());
        publish("INSERT INTO T.A VALUES (1, 0)", "INSERT INTO T.B VALUES (1, 0)");
    }

    @AfterEach
    void stop() {
        db2.faults().clear();
        run.close();
        db2.close();
    }

    private void publish(String... statements) {
        db2.execute(statements);
        db2.capture().publish();
    }

    private static TestOptions tables(SnapshotMode mode, String... names) {
        return TestOptions.tables("T", names).with(given -> {
            given.snapshotMode = mode;
            given.checkpointInterval = Duration.ZERO;
            return given;
        });
    }

    private static TestOptions never(StartFrom from) {
        return tables(SnapshotMode.NEVER, "A", "B").with(given -> {
            given.startFrom = from;
            return given;
        });
    }

    private void startAndStop(TestOptions options) {
        run.start(options.build()).runUntilIdle();
        assertThat(run.consumer().engine().status().trouble()).isNull();
        run.consumer().stop();
    }

    @Test
    void aTableThatIsAddedIsLoadedAndFollowed() {
        startAndStop(tables(SnapshotMode.INITIAL, "A"));
        assertThat(run.takeLines()).containsExactly("r A {ID=1, V=0}");
        publish("UPDATE T.A SET V = 1", "UPDATE T.B SET V = 1");
        startAndStop(tables(SnapshotMode.INITIAL, "A", "B"));
        assertThat(run.takeLines())
                .containsExactly(
                        "u A {ID=1, V=0} -> {ID=1, V=1}",
                        "u B {ID=1, V=0} -> {ID=1, V=1}",
                        "STARTED B",
                        "r B {ID=1, V=1}",
                        "COMPLETED B");
        publish("UPDATE T.B SET V = 2");
        startAndStop(tables(SnapshotMode.INITIAL, "A", "B"));
        assertThat(run.takeLines()).containsExactly("u B {ID=1, V=1} -> {ID=1, V=2}");
    }

    @Test
    void aTableThatWasLeftOutAndComesBackIsLoadedAnew() {
        startAndStop(tables(SnapshotMode.INITIAL, "A", "B"));
        run.takeLines();
        publish("UPDATE T.B SET V = 1");
        startAndStop(tables(SnapshotMode.INITIAL, "A"));
        publish("INSERT INTO T.B VALUES (2, 0)", "UPDATE T.A SET V = 7");
        startAndStop(tables(SnapshotMode.INITIAL, "A"));
        assertThat(run.takeLines()).containsExactly("u A {ID=1, V=0} -> {ID=1, V=7}");
        publish("UPDATE T.B SET V = 9 WHERE ID = 2");
        startAndStop(tables(SnapshotMode.INITIAL, "A", "B"));
        assertThat(run.takeLines())
                .containsExactly(
                        "u B {ID=2, V=0} -> {ID=2, V=9}",
                        "STARTED B",
                        "r B {ID=1, V=1}",
                        "r B {ID=2, V=9}",
                        "COMPLETED B");
    }

    @Test
    void aTableThatIsAddedInsideACommitLosesNothingBehindThePosition() {
        startAndStop(tables(SnapshotMode.INITIAL, "A"));
        run.takeLines();
        publish("UPDATE T.A SET V = V + 1", "INSERT INTO T.A VALUES (2, 0), (3, 0), (4, 0)");
        run.startAndEndAfter(2, tables(SnapshotMode.INITIAL, "A").build());
        run.consumer().stop();
        assertThat(run.takeLines()).endsWith("c A {ID=2, V=0}");
        publish("INSERT INTO T.B VALUES (5, 5)");
        startAndStop(tables(SnapshotMode.INITIAL, "A", "B"));
        assertThat(run.takeLines())
                .containsExactly(
                        "c A {ID=3, V=0}",
                        "c A {ID=4, V=0}",
                        "c B {ID=5, V=5}",
                        "STARTED B",
                        "r B {ID=1, V=0}",
                        "r B {ID=5, V=5}",
                        "COMPLETED B");
    }

    @Test
    void aTableWithoutAKeyThatIsAddedIsFollowedAndNeverLoaded() {
        db2.execute("CREATE TABLE T.LOOSE (X INTEGER)");
        db2.register("T.LOOSE");
        publish("INSERT INTO T.LOOSE VALUES 1");
        startAndStop(tables(SnapshotMode.INITIAL, "A"));
        run.takeLines();
        publish("INSERT INTO T.LOOSE VALUES 2");
        startAndStop(tables(SnapshotMode.INITIAL, "A", "LOOSE"));
        assertThat(run.takeLines()).containsExactly("c LOOSE {X=2}");
        publish("INSERT INTO T.LOOSE VALUES 3");
        startAndStop(tables(SnapshotMode.INITIAL, "A", "LOOSE"));
        assertThat(run.takeLines()).containsExactly("c LOOSE {X=3}");
    }

    @Test
    void aTableThatWasFollowedWithoutALoadIsLoadedWhenTheModeLoads() {
        startAndStop(tables(SnapshotMode.NO_DATA, "A", "B"));
        publish("UPDATE T.A SET V = 1");
        startAndStop(tables(SnapshotMode.NO_DATA, "A", "B"));
        assertThat(run.takeLines()).containsExactly("u A {ID=1, V=0} -> {ID=1, V=1}");
        publish("UPDATE T.A SET V = 2");
        startAndStop(tables(SnapshotMode.INITIAL, "A", "B"));
        assertThat(run.takeLines())
                .containsExactly(
                        "u A {ID=1, V=1} -> {ID=1, V=2}",
                        "STARTED A",
                        "STARTED B",
                        "r A {ID=1, V=2}",
                        "COMPLETED A",
                        "r B {ID=1, V=0}",
                        "COMPLETED B");
    }

    @Test
    void aModeThatDoesNotLoadDropsAnUnfinishedLoad() {
        publish("INSERT INTO T.A VALUES (2, 0), (3, 0)");
        run.startAndEndAfter(1, tables(SnapshotMode.INITIAL, "A", "B").build());
        run.consumer().kill();
        publish("UPDATE T.A SET V = 1 WHERE ID = 2");
        startAndStop(tables(SnapshotMode.NO_DATA, "A", "B"));
        assertThat(run.takeLines()).containsExactly("r A {ID=1, V=0}", "u A {ID=2, V=0} -> {ID=2, V=1}");
    }

    @Test
    void aStartThatFailsBeforeItsFirstEventIsDoneBeginsAtTheSamePlace() {
        TestOptions options = never(new StartFrom.Latest());
        run.start(options.build());
        run.consumer().kill();
        publish("UPDATE T.A SET V = 1");
        db2.faults().onStatement(sql -> sql.contains("CDC_T_A")).times(3).failWith(-904, "57011");
        run.start(options.build());
        run.consumer().step();
        run.consumer().kill();
        db2.faults().clear();
        startAndStop(options);
        assertThat(run.takeLines()).containsExactly("u A {ID=1, V=0} -> {ID=1, V=1}");
    }

    @Test
    void latestDeliversWhatIsPublishedAfterTheStart() {
        run.start(never(new StartFrom.Latest()).build()).runUntilIdle();
        publish("UPDATE T.A SET V = 1");
        run.runUntilIdle();
        assertThat(run.takeLines()).containsExactly("u A {ID=1, V=0} -> {ID=1, V=1}");
    }

    @Test
    void earliestDeliversEverythingThatIsRetained() {
        startAndStop(never(new StartFrom.Earliest()));
        assertThat(run.takeLines()).containsExactly("c A {ID=1, V=0}", "c B {ID=1, V=0}");
    }

    @Test
    void earliestAfterPruningDeliversWhatIsLeft() {
        db2.capture().pruneAll();
        publish("UPDATE T.B SET V = 1");
        startAndStop(never(new StartFrom.Earliest()));
        assertThat(run.takeLines()).containsExactly("u B {ID=1, V=0} -> {ID=1, V=1}");
    }

    @Test
    void aCommitDeliversWhatIsBehindIt() {
        Sequence commit = Sequence.ofOwned(HexFormat.of()
                .parseHex(run(never(new StartFrom.Earliest())).commit().toString()));
        run.close();
        run = new RecordedRun(db2.dataSource());
        publish("UPDATE T.B SET V = 1");
        startAndStop(never(new StartFrom.Commit(commit)));
        assertThat(run.takeLines()).containsExactly("u B {ID=1, V=0} -> {ID=1, V=1}");
    }

    private Position run(TestOptions options) {
        startAndStop(options);
        return run.checkpoints().load("test").orElseThrow().position();
    }

    @Test
    void anInstantInThePastDeliversWhatWasCommittedSince() {
        startAndStop(never(new StartFrom.Time(Instant.now().minus(Duration.ofHours(1)))));
        assertThat(run.takeLines()).containsExactly("c A {ID=1, V=0}", "c B {ID=1, V=0}");
    }

    @Test
    void anInstantBehindEverythingDeliversWhatIsPublishedAfterTheStart() {
        run.start(never(new StartFrom.Time(Instant.now().plus(Duration.ofHours(1))))
                        .build())
                .runUntilIdle();
        publish("UPDATE T.B SET V = 1");
        run.runUntilIdle();
        assertThat(run.takeLines()).containsExactly("u B {ID=1, V=0} -> {ID=1, V=1}");
    }

    @Test
    void noDataDeliversChangesOnly() {
        run.start(tables(SnapshotMode.NO_DATA, "A", "B").build()).runUntilIdle();
        publish("UPDATE T.B SET V = 1");
        run.runUntilIdle();
        assertThat(run.takeLines()).containsExactly("u B {ID=1, V=0} -> {ID=1, V=1}");
    }
}
