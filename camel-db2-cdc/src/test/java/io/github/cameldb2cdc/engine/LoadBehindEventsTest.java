package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.Phase;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A load beside a stream whose events are answered late, as by a route that gathers them. */
class LoadBehindEventsTest {

    private final MemoryCheckpointRepository checkpoints = new MemoryCheckpointRepository();
    private final List<Delivery> open = new ArrayList<>();
    private EmbeddedDb2 db2;
    private EngineRig rig;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute("CREATE TABLE S.A (ID INTEGER NOT NULL PRIMARY KEY, V INTEGER)");
        db2.register("S.A");
        rig = new EngineRig(db2.dataSource(), checkpoints);
        rig.start(options());
        rig.runUntilIdle();
        db2.execute(
                "CREATE TABLE S.B (ID INTEGER NOT NULL PRIMARY KEY, V INTEGER)",
                "INSERT INTO S.B VALUES (1, 0), (2, 0)");
        db2.register("S.B");
        rig.answer(open::add);
        db2.execute("INSERT INTO S.A VALUES (1, 0)", "UPDATE S.B SET V = 1 WHERE ID = 1");
        db2.capture().publish();
    }

    @AfterEach
    void stop() {
        rig.close();
        db2.close();
    }

    private static EngineOptions options() {
        return TestOptions.schema("S")
                .with(given -> {
                    given.checkpointInterval = Duration.ZERO;
                    return given;
                })
                .build();
    }

    private void awaitLines(int count) {
        rig.runUntil(() -> rig.lines().size() >= count);
    }

    @Test
    void rowsFollowAlthoughTheEventsBeforeThemAreNotDone() {
        awaitLines(6);
        assertThat(rig.lines())
                .containsExactly(
                        "c A {ID=1, V=0}",
                        "u B {ID=1, V=0} -> {ID=1, V=1}",
                        "STARTED B",
                        "r B {ID=1, V=1}",
                        "r B {ID=2, V=0}",
                        "COMPLETED B");
        assertThat(checkpoints.load("test").orElseThrow().phase()).isEqualTo(Phase.STREAMING);

        open.subList(0, 3).forEach(Delivery::done);
        rig.engine().step();
        assertThat(checkpoints.load("test").orElseThrow().phase()).isEqualTo(Phase.SNAPSHOT);
        open.forEach(Delivery::done);
        rig.answer(Delivery::done);
        rig.runUntilIdle();
        db2.execute("UPDATE S.B SET V = 5 WHERE ID = 2");
        db2.capture().publish();
        rig.runUntilIdle();
        assertThat(rig.lines()).hasSize(7).endsWith("u B {ID=2, V=0} -> {ID=2, V=5}");
        assertThat(checkpoints.load("test").orElseThrow().phase()).isEqualTo(Phase.STREAMING);
    }

    @Test
    void aRestartRepeatsTheEventsThatWereNotDoneBeforeTheRows() {
        awaitLines(6);
        open.get(0).done();
        rig.engine().step();
        rig.kill();
        rig.forgetEvents();
        rig.answer(Delivery::done);
        rig.start(options());
        rig.runUntilIdle();
        assertThat(rig.lines())
                .containsExactly(
                        "u B {ID=1, V=0} -> {ID=1, V=1}",
                        "STARTED B",
                        "r B {ID=1, V=1}",
                        "r B {ID=2, V=0}",
                        "COMPLETED B");
    }

    @Test
    void aRestartWithinTheRowsGoesOnWithThem() {
        awaitLines(6);
        open.subList(0, 4).forEach(Delivery::done);
        rig.engine().step();
        rig.kill();
        rig.forgetEvents();
        rig.answer(Delivery::done);
        rig.start(options());
        db2.execute("UPDATE S.B SET V = 7 WHERE ID = 2");
        db2.capture().publish();
        rig.runUntilIdle();
        assertThat(rig.lines())
                .containsExactly(
                        "STARTED B",
                        "r B {ID=1, V=1}",
                        "r B {ID=2, V=7}",
                        "COMPLETED B",
                        "u B {ID=2, V=0} -> {ID=2, V=7}");
    }

    @Test
    void aFailedEventBeforeTheRowsRepeatsAllOfThemInOrder() {
        awaitLines(6);
        rig.forgetEvents();
        List<Delivery> first = List.copyOf(open);
        rig.answer(Delivery::done);
        first.get(0).done();
        first.get(1).failed(new IllegalStateException("sink is down"));
        first.subList(2, first.size()).forEach(Delivery::done);
        rig.runUntil(() -> rig.lines().size() >= 5);
        assertThat(rig.lines())
                .containsExactly(
                        "u B {ID=1, V=0} -> {ID=1, V=1}",
                        "STARTED B",
                        "r B {ID=1, V=1}",
                        "r B {ID=2, V=0}",
                        "COMPLETED B");
    }
}
