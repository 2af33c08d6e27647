package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.CheckpointRepository;
import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.PlainCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.Verdict;
import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.OnGap;
import io.github.cameldb2cdc.engine.TestOptions;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.LogSequence;
import io.github.cameldb2cdc.test.Registration;
import io.github.cameldb2cdc.test.Registration.OldSynchpoint;
import io.github.cameldb2cdc.test.StartMode;
import java.sql.Timestamp;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;
import org.junit.jupiter.params.provider.ValueSource;

/** What follows the finding that changes are missing, and which findings the age of what was read and other readers give. */
class GapDecisionTest {

    /** How old everything is that the consumer has read: more than the retention of seven days. */
    private static final Duration AGE = Duration.ofDays(8);

    private MovableClock captureClock;
    private EmbeddedDb2 db2;
    private RecordedRun run;

    @BeforeEach
    void start() {
        captureClock = new MovableClock(Instant.now().minus(AGE), ZoneId.systemDefault());
        db2 = EmbeddedDb2.builder().capturePaused().clock(captureClock).start();
        db2.execute(
                "CREATE TABLE G.A (ID INTEGER NOT NULL PRIMARY KEY, V INTEGER)",
                "CREATE TABLE G.B (ID INTEGER NOT NULL PRIMARY KEY, V INTEGER)");
        db2.register("G.A");
        db2.register("G.B");
        db2.execute("INSERT INTO G.A VALUES (1, 0), (2, 0)", "INSERT INTO G.B VALUES (1, 0)");
        db2.capture().publish();
        open(new MemoryCheckpointRepository());
    }

    private void open(CheckpointRepository checkpoints) {
        run = new RecordedRun(db2.dataSource(), checkpoints, Clock.systemUTC());
        run.start(options(OnGap.FAIL)).runUntilIdle();
        publish("UPDATE G.A SET V = 1 WHERE ID = 2");
        run.runUntilIdle();
        run.takeLines();
    }

    @AfterEach
    void stop() {
        run.close();
        db2.close();
    }

    private static EngineOptions options(OnGap onGap) {
        return TestOptions.schema("G")
                .with(given -> {
                    given.onGap = onGap;
                    given.checkpointInterval = Duration.ZERO;
                    return given;
                })
                .build();
    }

    private void publish(String... statements) {
        db2.execute(statements);
        db2.capture().publish();
        String aged = "'"
                + Timestamp.valueOf(LocalDateTime.now(ZoneId.systemDefault()).minus(AGE)) + "'";
        db2.execute("UPDATE ASNCDC.IBMSNAP_UOW SET IBMSNAP_LOGMARKER = " + aged + " WHERE IBMSNAP_LOGMARKER > " + aged);
    }

    private void missChangesOfA() {
        run.consumer().stop();
        publish("DELETE FROM G.A WHERE ID = 1", "UPDATE G.A SET V = 2 WHERE ID = 2");
        db2.capture().pruneAll();
        publish("UPDATE G.B SET V = 3");
    }

    private void assertStreams() {
        publish("UPDATE G.A SET V = 9 WHERE ID = 2", "UPDATE G.B SET V = 9");
        run.runUntilIdle();
        assertThat(run.takeLines()).containsExactly("u A {ID=2, V=2} -> {ID=2, V=9}", "u B {ID=1, V=3} -> {ID=1, V=9}");
        run.consumer().stop();
        run.start(options(OnGap.FAIL)).runUntilIdle();
        assertThat(run.consumer().engine().status().trouble()).isNull();
        assertThat(run.takeLines()).isEmpty();
    }

    @Test
    void withSnapshotTheTablesConcernedAreLoadedAgainInAFrame() {
        missChangesOfA();
        run.start(options(OnGap.SNAPSHOT)).runUntilIdle();
        assertThat(run.takeLines())
                .containsExactly(
                        "u B {ID=1, V=0} -> {ID=1, V=3}",
                        "STARTED A",
                        "STARTED B",
                        "r A {ID=2, V=2}",
                        "COMPLETED A",
                        "r B {ID=1, V=3}",
                        "COMPLETED B");
        assertStreams();
    }

    @Test
    void withContinueOnlyWhatIsThereIsDelivered() {
        missChangesOfA();
        run.start(options(OnGap.CONTINUE)).runUntilIdle();
        assertThat(run.takeLines()).containsExactly("u B {ID=1, V=0} -> {ID=1, V=3}");
        assertStreams();
    }

    @ParameterizedTest
    @EnumSource(value = OnGap.class, mode = Mode.EXCLUDE, names = "FAIL")
    void anOperatorDecidesWhileTheConsumerWaits(OnGap decision) {
        missChangesOfA();
        run.start(options(OnGap.FAIL)).runUntilIdle();
        assertThat(run.takeLines()).isEmpty();
        assertThat(run.consumer().engine().decideGap(OnGap.FAIL)).isFalse();
        assertThat(run.consumer().engine().decideGap(decision)).isTrue();
        run.runUntilIdle();
        assertThat(run.consumer().engine().decideGap(decision)).isFalse();
        assertThat(run.takeLines()).contains("u B {ID=1, V=0} -> {ID=1, V=3}");
        assertStreams();
    }

    @Test
    void aReloadThatIsInterruptedIsFinishedByTheNextStart() {
        missChangesOfA();
        run.startAndEndAfter(4, options(OnGap.SNAPSHOT));
        run.consumer().kill();
        assertThat(run.takeLines()).endsWith("STARTED B", "r A {ID=2, V=2}");
        run.start(options(OnGap.FAIL)).runUntilIdle();
        assertThat(run.takeLines()).startsWith("STARTED A").endsWith("COMPLETED B");
        assertStreams();
    }

    @Test
    void aColdStartConcernsAllTables() {
        run.consumer().stop();
        db2.capture().stop();
        db2.execute("DELETE FROM G.A WHERE ID = 1", "UPDATE G.A SET V = 2 WHERE ID = 2", "UPDATE G.B SET V = 3");
        db2.capture().start(StartMode.COLD);
        db2.capture().pause();
        activate();
        run.start(options(OnGap.FAIL)).runUntilIdle();
        assertThat(run.checkpoints().load("test").orElseThrow().verdict().kind())
                .isEqualTo(Verdict.Kind.COLD_START);
        run.consumer().stop();

        run.start(options(OnGap.SNAPSHOT)).runUntilIdle();
        assertThat(run.takeLines())
                .containsExactly(
                        "STARTED A", "STARTED B", "r A {ID=2, V=2}", "COMPLETED A", "r B {ID=1, V=3}", "COMPLETED B");
        assertThat(run.checkpoints().load("test").orElseThrow().generation()).isEqualTo(2);
        assertStreams();
    }

    private void activate() {
        for (String table : new String[] {"G.A", "G.B"}) {
            db2.capture().state(table, 'A', null);
        }
        db2.capture().publish();
    }

    @ParameterizedTest
    @EnumSource(value = OnGap.class, mode = Mode.EXCLUDE, names = "FAIL")
    void aSourceThatWasRestoredGoesOnInAGenerationOfItsOwn(OnGap decision) {
        LogSequence earlier = db2.capture().synchpoint();
        publish("UPDATE G.A SET V = 2 WHERE ID = 2");
        run.runUntilIdle();
        run.consumer().stop();
        run.takeLines();
        db2.capture().rewindTo(earlier);
        publish("UPDATE G.B SET V = 3", "UPDATE G.B SET V = 3", "UPDATE G.B SET V = 3", "UPDATE G.B SET V = 3");
        run.start(options(decision)).runUntilIdle();
        assertThat(run.consumer().engine().status().trouble()).isNull();
        assertThat(run.checkpoints().load("test").orElseThrow().generation()).isEqualTo(2);
        if (decision == OnGap.SNAPSHOT) {
            assertThat(run.takeLines()).contains("STARTED A", "r A {ID=2, V=2}", "r B {ID=1, V=3}");
        } else {
            assertThat(run.takeLines()).contains("u B {ID=1, V=0} -> {ID=1, V=3}");
        }
        assertStreams();
    }

    @Test
    void aPlainRepositoryDoesNotKnowTheTableSoAllAreLoadedAgain() {
        run.close();
        MemoryIdempotentRepository keys = new MemoryIdempotentRepository();
        keys.setCacheSize(5000);
        keys.start();
        open(new PlainCheckpointRepository(keys));
        missChangesOfA();
        run.start(options(OnGap.FAIL)).runUntilIdle();
        run.consumer().stop();
        run.start(options(OnGap.SNAPSHOT)).runUntilIdle();
        assertThat(run.takeLines()).contains("STARTED A", "r A {ID=2, V=2}", "STARTED B", "COMPLETED B");
        assertStreams();
    }

    private void registerWithoutOldSynchpoint() {
        db2.execute("CREATE TABLE G.N (ID INTEGER NOT NULL PRIMARY KEY)");
        db2.register(Registration.of("G", "N").oldSynchpoint(OldSynchpoint.NULL));
        publish("INSERT INTO G.N VALUES 1");
        run.runUntilIdle();
        run.takeLines();
        run.consumer().stop();
    }

    /** The age of what was read, and what Capture says of the time for which it keeps changes, are all there is then. */
    @ParameterizedTest
    @ValueSource(ints = {10_080, 20_160})
    void withoutAnOldSynchpointChangesThatMayHaveBeenRemovedUnreadAreNoticed(int retentionMinutes) {
        registerWithoutOldSynchpoint();
        db2.execute("UPDATE ASNCDC.IBMSNAP_CAPPARMS SET RETENTION_LIMIT = " + retentionMinutes);
        publish("INSERT INTO G.N VALUES 2");
        db2.execute("DELETE FROM ASNCDC.IBMSNAP_UOW");
        captureClock.move(AGE);
        run.start(options(OnGap.FAIL)).runUntilIdle();
        if (retentionMinutes == 10_080) {
            assertThat(run.consumer().engine().status().trouble()).hasMessageContaining("RETENTION_LIMIT");
            assertThat(run.takeLines()).isEmpty();
        } else {
            assertThat(run.takeLines()).containsExactly("c N {ID=2}");
        }
    }

    @Test
    void aNoteOfTheAnchorShowsThatNothingWasRemovedHoweverOldItIs() {
        registerWithoutOldSynchpoint();
        publish("INSERT INTO G.N VALUES 2");
        run.start(options(OnGap.FAIL)).runUntilIdle();
        assertThat(run.takeLines()).containsExactly("c N {ID=2}");
    }

    @Test
    void aTableWithoutChangesBehindThePositionIsNoGapHoweverOldThatIs() {
        registerWithoutOldSynchpoint();
        db2.execute("DELETE FROM ASNCDC.IBMSNAP_UOW");
        db2.capture().publish();
        run.start(options(OnGap.FAIL)).runUntilIdle();
        assertThat(run.consumer().engine().status().trouble()).isNull();
        db2.execute("UPDATE ASNCDC.IBMSNAP_CAPPARMS SET RETENTION_LIMIT = 20160");
        publish("INSERT INTO G.N VALUES 2");
        run.runUntilIdle();
        assertThat(run.takeLines()).containsExactly("c N {ID=2}");
    }

    @Test
    void whatOtherSubscribersHaveReadMayBeRemovedUnread() {
        registerWithoutOldSynchpoint();
        publish("INSERT INTO G.N VALUES 2");
        db2.execute(
                "UPDATE ASNCDC.IBMSNAP_CAPPARMS SET RETENTION_LIMIT = 20160",
                "DELETE FROM ASNCDC.IBMSNAP_UOW",
                "INSERT INTO ASNCDC.IBMSNAP_PRUNE_SET (TARGET_SERVER, APPLY_QUAL, SET_NAME, SYNCHPOINT)"
                        + " SELECT P.TARGET_SERVER, P.APPLY_QUAL, P.SET_NAME, R.SYNCHPOINT FROM ASNCDC.IBMSNAP_PRUNCNTL P,"
                        + " ASNCDC.IBMSNAP_REGISTER R WHERE R.GLOBAL_RECORD = 'Y' AND P.SOURCE_TABLE = 'N'");
        run.start(options(OnGap.FAIL)).runUntilIdle();
        assertThat(run.consumer().engine().status().trouble())
                .hasMessageContaining("G.N")
                .hasMessageContaining("IBMSNAP_PRUNE_SET");
        run.consumer().stop();
        run.start(options(OnGap.CONTINUE)).runUntilIdle();
        assertThat(run.takeLines()).containsExactly("c N {ID=2}");
    }
}
