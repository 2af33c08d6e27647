package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.PlainCheckpointRepository;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.Registration;
import io.github.cameldb2cdc.test.Registration.OldSynchpoint;
import java.time.Duration;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Starts of an engine whose checkpoint is kept in a repository that knows only keys. */
class PlainRepositoryTest {

    private EmbeddedDb2 db2;
    private EngineRig rig;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute("CREATE TABLE S.T (ID INTEGER NOT NULL PRIMARY KEY)");
        db2.register("S.T");
        MemoryIdempotentRepository keys = new MemoryIdempotentRepository();
        keys.setCacheSize(5000);
        keys.start();
        rig = new EngineRig(db2.dataSource(), new PlainCheckpointRepository(keys));
        db2.execute("INSERT INTO S.T VALUES (1)");
        db2.capture().publish();
        rig.start(TestOptions.schema("S").build());
        rig.runUntilIdle();
        db2.execute("INSERT INTO S.T VALUES (2)");
        db2.capture().publish();
        rig.runUntilIdle();
        assertThat(rig.lines()).containsExactly("r T {ID=1}", "c T {ID=2}");
        rig.close();
        rig = new EngineRig(db2.dataSource(), new PlainCheckpointRepository(keys));
    }

    @AfterEach
    void stop() {
        rig.close();
        db2.close();
    }

    @Test
    void aRestartGoesOnBehindWhatWasDoneAndLoadsNothingAgain() {
        db2.execute("INSERT INTO S.T VALUES (3)");
        db2.capture().publish();
        rig.start(TestOptions.schema("S").build());
        rig.runUntilIdle();

        assertThat(rig.lines()).containsExactly("c T {ID=3}");
    }

    @Test
    void aLoadThatWasInterruptedRepeatsItsTablesAndLosesNoRow() {
        db2.execute("CREATE TABLE S.LOOSE (X INTEGER)", "INSERT INTO S.LOOSE VALUES 1, 2");
        db2.register("S.LOOSE");
        EngineOptions options = TestOptions.schema("S")
                .with(given -> {
                    given.checkpointName = "other";
                    given.checkpointInterval = Duration.ZERO;
                    return given;
                })
                .build();
        rig.answer(delivery -> {});
        rig.start(options);
        rig.runUntil(() -> rig.lines().size() >= 2);
        rig.kill();
        rig.forgetEvents();
        rig.answer(Delivery::done);
        rig.start(options);
        rig.runUntilIdle();
        assertThat(rig.lines()).contains("r LOOSE {X=1}", "r LOOSE {X=2}");
    }

    @Test
    void aTableThatWasCreatedAnewMeanwhileIsAGap() {
        db2.unregister("S.T");
        db2.execute("DROP TABLE S.T", "CREATE TABLE S.T (ID INTEGER NOT NULL PRIMARY KEY)");
        db2.register("S.T");
        db2.capture().publish();
        rig.start(TestOptions.schema("S").build());
        rig.runUntilIdle();

        assertThat(rig.engine().status().trouble())
                .isInstanceOf(GapException.class)
                .hasMessageContaining("created anew");
        assertThat(rig.lines()).isEmpty();
    }

    /** Else it would be loaded while Capture may not capture it yet. */
    @Test
    void aTableThatWaitsForItsLoadStillWaitsAfterARestart() {
        db2.execute("CREATE TABLE S.LATER (ID INTEGER NOT NULL PRIMARY KEY)", "INSERT INTO S.LATER VALUES (7)");
        db2.register(Registration.of("S", "LATER").oldSynchpoint(OldSynchpoint.NULL));
        EngineOptions options = TestOptions.schema("S")
                .with(given -> {
                    given.checkpointName = "other";
                    given.captureProofWait = Duration.ofMinutes(5);
                    return given;
                })
                .build();
        rig.start(options);
        step(20);
        rig.kill();
        rig.start(options);
        step(20);
        assertThat(rig.lines()).doesNotContain("r LATER {ID=7}");
    }

    private void step(int times) {
        for (int step = 0; step < times; step++) {
            rig.engine().step();
        }
    }

    @Test
    void aTableWithoutAKeyThatJoinedLaterIsNotLoadedByARestartThatRepeatsALoad() {
        db2.execute("CREATE TABLE S.LOOSE (X INTEGER)", "INSERT INTO S.LOOSE VALUES 1, 2");
        db2.register("S.LOOSE");
        rig.start(options());
        publish("INSERT INTO S.T VALUES (3)");
        rig.runUntilIdle();
        db2.execute("CREATE TABLE S.LATER (ID INTEGER NOT NULL PRIMARY KEY)", "INSERT INTO S.LATER VALUES (7)");
        db2.register("S.LATER");
        publish("INSERT INTO S.T VALUES (4)");
        rig.answer(delivery -> {});
        rig.runUntil(() -> rig.lines().contains("r LATER {ID=7}"));
        rig.kill();
        rig.forgetEvents();
        rig.answer(Delivery::done);
        rig.start(options());
        rig.runUntilIdle();
        assertThat(rig.lines()).contains("r LATER {ID=7}").doesNotContain("r LOOSE {X=1}", "r LOOSE {X=2}");
    }

    private void publish(String statement) {
        db2.execute(statement);
        db2.capture().publish();
    }

    private static EngineOptions options() {
        return TestOptions.schema("S")
                .with(given -> {
                    given.checkpointInterval = Duration.ZERO;
                    return given;
                })
                .build();
    }
}
