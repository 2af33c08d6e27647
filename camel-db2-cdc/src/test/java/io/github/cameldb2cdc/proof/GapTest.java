package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.Verdict;
import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.TestOptions;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.LogSequence;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes that are missing are noticed, the verdict is stored, and only a decision ends it. */
class GapTest {

    private final MovableClock clock = new MovableClock();
    private final EngineOptions options = options(2);
    private EmbeddedDb2 db2;
    private final AtomicReference<Consumer<String>> beforeQuery = new AtomicReference<>(sql -> {});
    private RecordedRun run;

    @BeforeEach
    void startStreaming() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute(
                "CREATE TABLE G.A (ID INTEGER NOT NULL PRIMARY KEY)",
                "CREATE TABLE G.B (ID INTEGER NOT NULL PRIMARY KEY)");
        db2.register("G.A");
        db2.register("G.B");
        DataSource watched =
                WatchedDataSource.of(db2.dataSource(), sql -> beforeQuery.get().accept(sql));
        run = new RecordedRun(watched, new MemoryCheckpointRepository(), clock);
        run.start(options).runUntilIdle();
        change(1);
        run.runUntilIdle();
        assertThat(run.takeLines()).hasSize(1);
    }

    @AfterEach
    void stop() {
        run.close();
        db2.close();
    }

    private static EngineOptions options(int rows) {
        return TestOptions.schema("G")
                .with(given -> {
                    given.checkpointInterval = Duration.ZERO;
                    given.maxMessagesPerPoll = rows;
                    return given;
                })
                .build();
    }

    private void change(int id) {
        db2.execute("INSERT INTO G.A VALUES (" + id + ")");
        db2.capture().publish();
    }

    @Test
    void changesThatWerePrunedWhileStoppedGiveAVerdictThatStays() {
        run.consumer().stop();
        change(2);
        db2.capture().pruneAll();
        change(3);
        run.start(options).runUntilIdle();
        assertVerdict(Verdict.Kind.PRUNED);
        assertVerdictStays(Verdict.Kind.PRUNED);
    }

    @Test
    void changesThatWerePrunedWhileRunningGiveAVerdictThatStays() {
        change(2);
        db2.capture().pruneAll();
        change(3);
        run.runUntilIdle();
        assertVerdict(Verdict.Kind.PRUNED);
        assertVerdictStays(Verdict.Kind.PRUNED);
    }

    @Test
    void changesThatArePrunedBetweenTheLookAndThePageGiveAVerdict() {
        change(2);
        beforeQuery.set(sql -> {
            if (sql.contains("MIN(IBMSNAP_COMMITSEQ)")) {
                db2.capture().pruneAll();
            }
        });
        run.runUntilIdle();
        assertVerdict(Verdict.Kind.PRUNED);
    }

    @Test
    void pruningUpToThePositionIsNoVerdict() {
        db2.capture().pruneAll();
        run.runUntilIdle();
        change(2);
        run.runUntilIdle();
        run.consumer().stop();
        db2.capture().pruneAll();
        change(3);
        run.start(options).runUntilIdle();
        assertThat(run.takeLines()).containsExactly("c A {ID=2}", "c A {ID=3}");
        assertThat(run.consumer().engine().status().trouble()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void pruningUpToTheCommitWhoseLastEventIsDoneIsNoVerdict(int rows) {
        run.consumer().stop();
        db2.execute("INSERT INTO G.A VALUES (2), (3)");
        LogSequence before = db2.capture().synchpoint();
        change(4);
        run.startAndEndAfter(2, options(rows));
        run.consumer().stop();
        Position position = run.checkpoints().load("test").orElseThrow().position();
        LogSequence commit = LogSequence.of(position.commit().bytes());
        assertThat(commit).isGreaterThan(before);
        db2.capture().prune(commit);
        run.start(options(rows)).runUntilIdle();
        assertThat(run.takeLines()).containsExactly("c A {ID=2}", "c A {ID=3}", "c A {ID=4}");
    }

    @Test
    void aChangeTableThatWasCreatedAnewWhileStoppedGivesAVerdictThatStays() {
        run.consumer().stop();
        db2.unregister("G.A");
        db2.register("G.A");
        change(2);
        run.start(options).runUntilIdle();
        assertVerdict(Verdict.Kind.CREATED_ANEW);
        assertVerdictStays(Verdict.Kind.CREATED_ANEW);
    }

    @Test
    void aChangeTableThatIsCreatedAnewWhileRunningGivesAVerdictThatStays() {
        db2.unregister("G.A");
        db2.register("G.A");
        change(2);
        run.runUntilIdle();
        assertVerdict(Verdict.Kind.CREATED_ANEW);
        assertVerdictStays(Verdict.Kind.CREATED_ANEW);
    }

    @Test
    void aRegistrationThatIsGoneIsSaidAndOneThatComesBackIsAVerdict() {
        db2.unregister("G.A");
        db2.execute("INSERT INTO G.B VALUES (7)");
        db2.capture().publish();
        run.runUntilIdle();
        CdcException trouble = run.consumer().engine().status().trouble();
        assertThat(trouble.kind()).isEqualTo(FailureKind.DEFINITE);
        assertThat(trouble).hasMessageContaining("The registration of G.A is gone");
        db2.register("G.A");
        change(2);
        clock.move(Duration.ofMinutes(10));
        run.runUntilIdle();
        assertVerdict(Verdict.Kind.CREATED_ANEW);
    }

    @Test
    void aSourceThatWasRestoredGivesAVerdictAfterAMinuteThatStaysWhenTheLogGrows() {
        LogSequence earlier = db2.capture().synchpoint();
        change(2);
        run.runUntilIdle();
        assertThat(run.takeLines()).hasSize(1);
        db2.capture().rewindTo(earlier);
        run.runUntilIdle();
        clock.move(Duration.ofSeconds(59));
        run.runUntilIdle();
        assertThat(run.consumer().engine().status().trouble()).isNull();
        clock.move(Duration.ofSeconds(1));
        run.runUntilIdle();
        assertVerdict(Verdict.Kind.LOG_BEHIND_POSITION);
        for (int id = 10; id < 30; id++) {
            change(id);
        }
        assertVerdictStays(Verdict.Kind.LOG_BEHIND_POSITION);
    }

    /** A takeover may show an old register for a moment. */
    @Test
    void aWatermarkThatIsBehindForAMomentIsNoVerdict() {
        LogSequence earlier = db2.capture().synchpoint();
        change(2);
        run.runUntilIdle();
        setSynchpoint(earlier);
        run.runUntilIdle();
        clock.move(Duration.ofSeconds(30));
        change(3);
        run.runUntilIdle();
        clock.move(Duration.ofSeconds(40));
        run.runUntilIdle();
        assertThat(run.consumer().engine().status().trouble()).isNull();
    }

    private void setSynchpoint(LogSequence sequence) {
        try (Connection connection = db2.connect();
                PreparedStatement statement = connection.prepareStatement(
                        "UPDATE ASNCDC.IBMSNAP_REGISTER SET SYNCHPOINT = ? WHERE GLOBAL_RECORD = 'Y'")) {
            statement.setBytes(1, sequence.bytes());
            statement.executeUpdate();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aSourceThatWasRestoredAndHasGrownPastThePositionIsNoticedByTheNoteThatIsNotThere() {
        LogSequence earlier = db2.capture().synchpoint();
        change(2);
        run.runUntilIdle();
        run.takeLines();
        db2.capture().rewindTo(earlier);
        for (int id = 10; id < 30; id++) {
            db2.capture().publish();
            change(id);
        }
        run.runUntilIdle();
        assertVerdict(Verdict.Kind.LOG_REPLACED);
    }

    private void assertVerdict(Verdict.Kind kind) {
        assertThat(run.checkpoints().load("test").orElseThrow().verdict().kind())
                .isEqualTo(kind);
        assertThat(run.consumer().engine().status().trouble().kind()).isEqualTo(FailureKind.DEFINITE);
        assertThat(run.takeLines()).isEmpty();
    }

    private void assertVerdictStays(Verdict.Kind kind) {
        clock.move(Duration.ofHours(1));
        run.runUntilIdle();
        assertVerdict(kind);
        run.consumer().stop();
        run.start(options).runUntilIdle();
        assertVerdict(kind);
        run.consumer().kill();
        run.start(options);
        clock.move(Duration.ofHours(1));
        run.runUntilIdle();
        assertVerdict(kind);
    }
}
