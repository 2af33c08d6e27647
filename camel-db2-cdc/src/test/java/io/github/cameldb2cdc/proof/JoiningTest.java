package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.engine.SnapshotMode;
import io.github.cameldb2cdc.engine.TestOptions;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.Registration;
import io.github.cameldb2cdc.test.Registration.OldSynchpoint;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tables that join a running consumer, and the proof that Capture captures a table before its rows are loaded. */
class JoiningTest {

    private final MovableClock clock = new MovableClock();
    private EmbeddedDb2 db2;
    private RecordedRun run;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute("CREATE TABLE J.A (ID INTEGER NOT NULL PRIMARY KEY, V INTEGER)");
        db2.register("J.A");
        publish("INSERT INTO J.A VALUES (1, 0)");
        run = new RecordedRun(db2.dataSource(), new MemoryCheckpointRepository(), clock);
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

    private static TestOptions options(Duration proofWait) {
        return TestOptions.schema("J").with(given -> {
            given.captureProofWait = proofWait;
            given.checkpointInterval = Duration.ZERO;
            return given;
        });
    }

    private void look(Duration later) {
        clock.move(later);
        run.runUntilIdle();
    }

    private void createB(OldSynchpoint old) {
        db2.execute("CREATE TABLE J.B (ID INTEGER NOT NULL PRIMARY KEY, V INTEGER)", "INSERT INTO J.B VALUES (7, 0)");
        db2.register(Registration.of("J", "B").oldSynchpoint(old));
    }

    @Test
    void aTableThatIsRegisteredWhileRunningStreamsAtOnceAndIsLoadedWhenARowShowsThatCaptureHasIt() {
        run.start(options(Duration.ZERO).build()).runUntilIdle();
        run.consumer().stop();
        run.start(options(Duration.ofSeconds(30)).build()).runUntilIdle();
        assertThat(run.takeLines()).containsExactly("r A {ID=1, V=0}");
        createB(OldSynchpoint.NULL);
        publish("UPDATE J.A SET V = 1");
        run.runUntilIdle();
        assertThat(run.takeLines()).containsExactly("u A {ID=1, V=0} -> {ID=1, V=1}");

        publish("UPDATE J.B SET V = 1", "UPDATE J.A SET V = 2");
        look(Duration.ofSeconds(1));
        look(Duration.ofSeconds(1));
        assertThat(run.takeLines())
                .containsExactly(
                        "u B {ID=7, V=0} -> {ID=7, V=1}",
                        "u A {ID=1, V=1} -> {ID=1, V=2}",
                        "STARTED B",
                        "r B {ID=7, V=1}",
                        "COMPLETED B");

        publish("UPDATE J.B SET V = 2");
        run.runUntilIdle();
        assertThat(run.takeLines()).containsExactly("u B {ID=7, V=1} -> {ID=7, V=2}");
    }

    @Test
    void aTableOfWhichNothingShowsIsLoadedAfterTheWaitAndTwoMovesOfCapturesTime() {
        run.start(options(Duration.ZERO).build()).runUntilIdle();
        run.consumer().stop();
        createB(OldSynchpoint.NULL);
        run.start(options(Duration.ofSeconds(30)).build()).runUntilIdle();
        run.takeLines();
        db2.capture().publish();
        look(Duration.ofSeconds(31));
        assertThat(run.takeLines()).isEmpty();
        for (int move = 0; move < 3; move++) {
            db2.capture().publish();
            look(Duration.ofSeconds(1));
        }
        assertThat(run.takeLines()).containsExactly("STARTED B", "r B {ID=7, V=0}", "COMPLETED B");
    }

    @Test
    void withoutTimeOnTheConsumersClockMovesAloneAreNotEnough() {
        run.start(options(Duration.ZERO).build()).runUntilIdle();
        run.consumer().stop();
        createB(OldSynchpoint.NULL);
        run.start(options(Duration.ofSeconds(30)).build()).runUntilIdle();
        run.takeLines();
        for (int move = 0; move < 20; move++) {
            db2.capture().publish();
            look(Duration.ofSeconds(1));
        }
        assertThat(run.takeLines()).isEmpty();
    }

    @Test
    void aPruningSinceItJoinedShowsThatCaptureHasIt() {
        run.start(options(Duration.ZERO).build()).runUntilIdle();
        run.consumer().stop();
        createB(OldSynchpoint.SET);
        db2.execute("UPDATE ASNCDC.IBMSNAP_REGISTER SET CD_NEW_SYNCHPOINT = NULL WHERE SOURCE_TABLE = 'B'");
        run.start(options(Duration.ofSeconds(30)).build()).runUntilIdle();
        look(Duration.ofSeconds(1));
        run.takeLines();
        publish("UPDATE J.A SET V = 9");
        look(Duration.ZERO);
        db2.capture().pruneAll();
        look(Duration.ofSeconds(1));
        assertThat(run.takeLines())
                .containsExactly("u A {ID=1, V=0} -> {ID=1, V=9}", "STARTED B", "r B {ID=7, V=0}", "COMPLETED B");
    }

    @Test
    void aChangeThatUowDatesJustNowShowsThatCaptureHasIt() {
        createB(OldSynchpoint.SET);
        publish("UPDATE J.B SET V = 3", "UPDATE J.A SET V = 3");
        run.start(options(Duration.ofSeconds(30)).build()).runUntilIdle();
        assertThat(run.consumer().engine().status().trouble()).isNull();
        assertThat(run.takeLines()).containsExactly("r A {ID=1, V=3}", "r B {ID=7, V=3}");
    }

    /** STATE says A long before Capture reads the registration: what is changed in between is in no change table. */
    @ParameterizedTest
    @CsvSource({"NULL, 2000", "SET, 2000"})
    void aChangeBetweenTheActivationAndCapturesReadingOfItIsNotLost(OldSynchpoint old, long reinitMillis) {
        db2.capture().resume();
        db2.capture().reinitDelay(Duration.ofMillis(reinitMillis));
        db2.execute("CREATE TABLE J.B (ID INTEGER NOT NULL PRIMARY KEY, V INTEGER)", "INSERT INTO J.B VALUES (7, 0)");
        db2.register(Registration.of("J", "B").oldSynchpoint(old).withoutWaiting());
        assertThat(db2.capture().captures("J.B")).isFalse();
        RecordedRun live = new RecordedRun(db2.dataSource());
        try (live) {
            live.start(options(Duration.ofMillis(2 * reinitMillis)).build());
            live.consumer().step();
            db2.execute("UPDATE J.B SET V = 1", "INSERT INTO J.B VALUES (8, 0)");
            assertThat(db2.capture().captures("J.B")).isFalse();
            stepUntil(live, "r B {ID=7, V=1}", "r B {ID=8, V=0}");
            db2.execute("UPDATE J.B SET V = 2 WHERE ID = 8");
            stepUntil(live, "u B {ID=8, V=0} -> {ID=8, V=2}");
        }
    }

    private static void stepUntil(RecordedRun run, String... lines) {
        List<String> seen = new ArrayList<>();
        await().pollInterval(Duration.ofMillis(20)).until(() -> {
            run.consumer().step();
            seen.addAll(run.takeLines());
            return seen.containsAll(List.of(lines));
        });
    }

    @Test
    void aTableThatIsActivatedWhileRunningJoins() {
        db2.execute("CREATE TABLE J.B (ID INTEGER NOT NULL PRIMARY KEY, V INTEGER)", "INSERT INTO J.B VALUES (7, 0)");
        db2.register(Registration.of("J", "B").inactive());
        run.start(options(Duration.ZERO).build()).runUntilIdle();
        assertThat(run.takeLines()).containsExactly("r A {ID=1, V=0}");
        db2.capture().state("J.B", 'A', null);
        publish("UPDATE J.B SET V = 1");
        run.runUntilIdle();
        assertThat(run.takeLines())
                .containsExactly("u B {ID=7, V=0} -> {ID=7, V=1}", "STARTED B", "r B {ID=7, V=1}", "COMPLETED B");
    }

    @Test
    void aTableWithoutAKeyThatJoinsLaterIsFollowedAndNotLoaded() {
        run.start(options(Duration.ZERO).build()).runUntilIdle();
        run.takeLines();
        db2.execute("CREATE TABLE J.B (ID INTEGER, V INTEGER)", "INSERT INTO J.B VALUES (7, 0)");
        db2.register("J.B");
        publish("INSERT INTO J.B VALUES (8, 0)");
        run.runUntilIdle();
        assertThat(run.takeLines()).containsExactly("c B {ID=8, V=0}");
    }

    @Test
    void inAModeThatDoesNotLoadATableThatJoinsIsFollowedOnly() {
        run.start(options(Duration.ZERO)
                        .with(given -> {
                            given.snapshotMode = SnapshotMode.NO_DATA;
                            return given;
                        })
                        .build())
                .runUntilIdle();
        createB(OldSynchpoint.NULL);
        publish("UPDATE J.B SET V = 1");
        run.runUntilIdle();
        assertThat(run.takeLines()).containsExactly("u B {ID=7, V=0} -> {ID=7, V=1}");
    }

    @Test
    void aConsumerThatIsKilledWhileATableWaitsForItsLoadLoadsItAfterTheRestart() {
        run.start(options(Duration.ZERO).build()).runUntilIdle();
        run.consumer().stop();
        run.start(options(Duration.ofSeconds(30)).build()).runUntilIdle();
        createB(OldSynchpoint.NULL);
        publish("UPDATE J.A SET V = 1");
        run.runUntilIdle();
        run.consumer().kill();
        run.takeLines();
        run.start(options(Duration.ZERO).build()).runUntilIdle();
        assertThat(run.takeLines()).containsExactly("STARTED B", "r B {ID=7, V=0}", "COMPLETED B");
    }

    /** Its row was delivered as a change when it joined, and then goes unseen: no row of the load tells of that. */
    @Test
    void aRowThatGoesUnseenBeforeTheLoadOfItsTableIsOutsideTheFrame() {
        run.start(options(Duration.ZERO).build()).runUntilIdle();
        run.consumer().stop();
        run.start(options(Duration.ofSeconds(30)).build()).runUntilIdle();
        createB(OldSynchpoint.NULL);
        publish("INSERT INTO J.B VALUES (8, 0)");
        run.takeLines();
        run.runUntilIdle();
        assertThat(run.takeLines()).startsWith("c B {ID=8, V=0}");
        db2.capture().state("J.B", 'I', null);
        publish("DELETE FROM J.B WHERE ID = 8", "UPDATE J.A SET V = 1");
        look(Duration.ofSeconds(1));
        db2.capture().state("J.B", 'A', null);
        for (int move = 0; move < 5; move++) {
            publish("UPDATE J.A SET V = 1");
            look(Duration.ofSeconds(31));
        }
        assertThat(run.takeLines()).containsSequence("STARTED B", "r B {ID=7, V=0}", "COMPLETED B");
    }

    @Test
    void tablesThatAreProvenAreLoadedWhileOthersWait() {
        createB(OldSynchpoint.NULL);
        db2.execute("CREATE TABLE J.C (ID INTEGER NOT NULL PRIMARY KEY)", "INSERT INTO J.C VALUES (1)");
        db2.register(Registration.of("J", "C").oldSynchpoint(OldSynchpoint.NULL));
        run.start(options(Duration.ofSeconds(30)).build());
        publish("UPDATE J.C SET ID = 2");
        List<String> seen = List.of();
        for (int step = 0; step < 20 && seen.isEmpty(); step++) {
            clock.move(Duration.ofSeconds(1));
            run.consumer().step();
            seen = run.takeLines();
        }
        assertThat(seen).contains("r C {ID=2}").doesNotContain("r B {ID=7, V=0}");
    }
}
