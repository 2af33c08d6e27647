package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.SnapshotRequests;
import io.github.cameldb2cdc.engine.SignalAnswer.State;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.signal.Signal;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.Registration;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What becomes of signals that are sent to an engine on the embedded Db2. */
class EngineSignalsTest {

    private static final TableId ITEMS = new TableId("S", "ITEMS");
    private static final String ALL_ITEMS = "{\"data-collections\": [\"S.ITEMS\"]}";
    private static final Duration LONG = Duration.ofSeconds(30);

    private final ScriptedRepository checkpoints = new ScriptedRepository("");
    private final ExecutorService senders = Executors.newCachedThreadPool();
    private EmbeddedDb2 db2;
    private EngineRig rig;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute(
                "CREATE TABLE S.ITEMS (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(40), CODE INTEGER NOT NULL UNIQUE)",
                "CREATE TABLE S.LOGS (LINE VARCHAR(40))",
                "CREATE TABLE S.MOVES (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(40))");
        db2.register("S.ITEMS");
        db2.register("S.LOGS");
        db2.register(Registration.of("S", "MOVES").updatesAsRows());
        insert(1, 5);
        db2.capture().publish();
        rig = new EngineRig(db2.dataSource(), checkpoints);
        rig.start(options());
        rig.runUntilIdle();
        rig.forgetEvents();
    }

    @AfterEach
    void stop() {
        rig.close();
        db2.close();
        senders.shutdownNow();
    }

    private static EngineOptions options() {
        return TestOptions.schema("S")
                .with(options -> {
                    options.snapshotChunkSize = 2;
                    return options;
                })
                .build();
    }

    private void insert(int from, int to) {
        IntStream.rangeClosed(from, to)
                .forEach(id -> db2.execute("INSERT INTO S.ITEMS VALUES (" + id + ", 'first', " + (100 - id) + ")"));
    }

    private CompletableFuture<SignalAnswer> send(String id, String type, String data, Duration patience) {
        CdcEngine engine = rig.engine();
        return CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return engine.signal(new Signal(id, type, data), patience);
                    } catch (InterruptedException e) {
                        throw new CompletionException(e);
                    }
                },
                senders);
    }

    private SignalAnswer answerTo(String id, String type, String data) {
        CompletableFuture<SignalAnswer> answer = send(id, type, data, LONG);
        rig.runUntil(answer::isDone);
        return answer.join();
    }

    private SnapshotRequests requests() {
        return checkpoint().requests();
    }

    private Checkpoint checkpoint() {
        return checkpoints.load("test").orElseThrow();
    }

    private void publishUntilNothingIsOpen() {
        rig.runUntil(() -> {
            db2.capture().publish();
            return requests().open().isEmpty();
        });
    }

    @Test
    void aTableIsLoadedAgainWhileItsChangesStream() {
        assertThat(answerTo("1", "execute-snapshot", ALL_ITEMS))
                .isEqualTo(new SignalAnswer("1", State.TAKEN, null, List.of(ITEMS)));
        assertThat(requests().open()).hasSize(1);
        db2.execute("UPDATE S.ITEMS SET NAME = 'second' WHERE ID = 2");
        publishUntilNothingIsOpen();
        assertThat(rig.lines())
                .containsExactlyInAnyOrder(
                        "STARTED ITEMS",
                        "u ITEMS {ID=2, NAME=first, CODE=98} -> {ID=2, NAME=second, CODE=98}",
                        "r ITEMS {ID=1, NAME=first, CODE=99}",
                        "r ITEMS {ID=3, NAME=first, CODE=97}",
                        "r ITEMS {ID=4, NAME=first, CODE=96}",
                        "r ITEMS {ID=5, NAME=first, CODE=95}",
                        "COMPLETED ITEMS");
        assertThat(rig.lines()).startsWith("STARTED ITEMS").endsWith("COMPLETED ITEMS");
    }

    @Test
    void aSignalThatIsSentAgainIsKnownAlsoToANewProcess() {
        answerTo("1", "execute-snapshot", ALL_ITEMS);
        assertThat(answerTo("1", "execute-snapshot", ALL_ITEMS).state()).isEqualTo(State.KNOWN);
        rig.kill();
        rig.start(options());
        assertThat(answerTo("1", "execute-snapshot", ALL_ITEMS).state()).isEqualTo(State.KNOWN);
        publishUntilNothingIsOpen();
        assertThat(answerTo("1", "execute-snapshot", ALL_ITEMS).state()).isEqualTo(State.KNOWN);
        assertThat(rig.lines()).filteredOn("COMPLETED ITEMS"::equals).hasSize(1);
    }

    @Test
    void rowsOfAConditionComeWithoutAFrame() {
        answerTo(
                "1",
                "execute-snapshot",
                "{\"data-collections\": [\"S\\\\.IT.*\"], \"additional-conditions\":"
                        + " [{\"data-collection\": \"S.ITEMS\", \"filter\": \"ID > 3 OR ID = 1\"},"
                        + " {\"data-collection\": \"S.ITEMS\", \"filter\": \"ID < 5\"}]}");
        publishUntilNothingIsOpen();
        assertThat(rig.lines())
                .containsExactly("r ITEMS {ID=1, NAME=first, CODE=99}", "r ITEMS {ID=4, NAME=first, CODE=96}");
    }

    @Test
    void rowsOfGivenKeysAreRepaired() {
        answerTo(
                "1",
                "execute-snapshot",
                "{\"data-collections\": [\"S.ITEMS\"], \"keys\": [{\"ID\": 4}, {\"ID\": 77}, {\"ID\": 2}, {\"ID\": 4}]}");
        publishUntilNothingIsOpen();
        assertThat(rig.lines())
                .containsExactlyInAnyOrder(
                        "r ITEMS {ID=2, NAME=first, CODE=98}", "r ITEMS {ID=4, NAME=first, CODE=96}");
    }

    @Test
    void aSurrogateKeyOrdersTheRows() {
        answerTo("1", "execute-snapshot", "{\"data-collections\": [\"S.ITEMS\"], \"surrogate-key\": \"CODE\"}");
        publishUntilNothingIsOpen();
        assertThat(rig.events()).extracting(row -> row.after().get("ID")).containsExactly(5, 4, 3, 2, 1);
    }

    @Test
    void aBlockingSnapshotLoadsTablesWithoutAKeyAsWell() {
        assertThat(answerTo(
                                "1",
                                "execute-snapshot",
                                "{\"data-collections\": [\"S.LOGS\", \"S.ITEMS\"], \"type\": \"BLOCKING\"}")
                        .state())
                .isEqualTo(State.TAKEN);
        publishUntilNothingIsOpen();
        rig.runUntilIdle();
        assertThat(rig.lines())
                .containsSubsequence(
                        "STARTED ITEMS",
                        "r ITEMS {ID=1, NAME=first, CODE=99}",
                        "r ITEMS {ID=5, NAME=first, CODE=95}",
                        "COMPLETED ITEMS")
                .contains("STARTED LOGS", "COMPLETED LOGS")
                .hasSize(9);
        assertThat(checkpoint().tables().values())
                .noneMatch(table -> table.load().isPending());
        db2.execute("DELETE FROM S.ITEMS WHERE ID = 1");
        db2.capture().publish();
        rig.runUntilIdle();
        assertThat(rig.lines()).endsWith("d ITEMS {ID=1, NAME=first, CODE=99}");
    }

    @Test
    void aBlockingSnapshotIsGoneOnWithAfterARestartInAModeThatDoesNotLoad() {
        rig.answer(delivery -> {});
        answerTo("1", "execute-snapshot", "{\"data-collections\": [\"S.ITEMS\"], \"type\": \"BLOCKING\"}");
        rig.kill();
        rig.forgetEvents();
        rig.answer(Delivery::done);
        rig.start(TestOptions.schema("S")
                .with(options -> {
                    options.snapshotMode = SnapshotMode.NO_DATA;
                    return options;
                })
                .build());
        publishUntilNothingIsOpen();
        rig.runUntilIdle();
        assertThat(rig.lines()).contains("STARTED ITEMS", "COMPLETED ITEMS").hasSize(7);
    }

    @Test
    void aPausedSnapshotWaitsOverARestartUntilItIsResumed() {
        answerTo("1", "execute-snapshot", ALL_ITEMS);
        assertThat(answerTo("2", "pause-snapshot", null))
                .isEqualTo(new SignalAnswer("2", State.TAKEN, null, List.of(ITEMS)));
        rig.kill();
        rig.start(options());
        for (int i = 0; i < 5; i++) {
            db2.capture().publish();
            rig.runUntilIdle();
        }
        assertThat(rig.events()).isEmpty();
        assertThat(requests().open()).hasSize(1);
        assertThat(answerTo("3", "resume-snapshot", null).state()).isEqualTo(State.TAKEN);
        publishUntilNothingIsOpen();
        assertThat(rig.events()).hasSize(5);
    }

    @Test
    void aStoppedSnapshotSaysThatItEndsEarlyAndTheRestStreams() {
        insert(6, 9);
        db2.capture().publish();
        rig.runUntilIdle();
        rig.forgetEvents();
        answerTo("1", "execute-snapshot", ALL_ITEMS);
        rig.runUntilIdle();
        assertThat(answerTo("2", "stop-snapshot", ALL_ITEMS).state()).isEqualTo(State.TAKEN);
        publishUntilNothingIsOpen();
        db2.execute("DELETE FROM S.ITEMS WHERE ID = 9");
        db2.capture().publish();
        rig.runUntilIdle();
        assertThat(rig.lines())
                .containsExactly("STARTED ITEMS", "ABORTED ITEMS", "d ITEMS {ID=9, NAME=first, CODE=91}");
        answerTo("3", "execute-snapshot", ALL_ITEMS);
        publishUntilNothingIsOpen();
        assertThat(rig.lines()).filteredOn(line -> line.startsWith("r ")).hasSize(8);
        assertThat(rig.lines()).endsWith("COMPLETED ITEMS");
    }

    @Test
    void aStopWhoseEndIsNotToldYetIsToldByTheNextProcess() {
        answerTo("1", "execute-snapshot", ALL_ITEMS);
        rig.runUntilIdle();
        rig.answer(delivery -> {});
        answerTo("2", "stop-snapshot", null);
        rig.kill();
        rig.forgetEvents();
        rig.answer(Delivery::done);
        rig.start(options());
        publishUntilNothingIsOpen();
        assertThat(rig.lines()).containsExactly("ABORTED ITEMS");
    }

    @Test
    void aSnapshotThatWasNotBegunIsStoppedInSilence() {
        answerTo("1", "pause-snapshot", null);
        answerTo("2", "execute-snapshot", ALL_ITEMS);
        answerTo("3", "stop-snapshot", null);
        publishUntilNothingIsOpen();
        assertThat(requests().open()).isEmpty();
        assertThat(rig.lines()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"data-collections\": [\"S.OTHER\"]} | 'S.OTHER' names no table that takes part; these are [S.ITEMS, S.LOGS, S.MOVES].",
                "{\"data-collections\": [\"S.LOGS\"]} | The table S.LOGS has no key,",
                "{\"data-collections\": [\"S.ITEMS\", \"S.MOVES\"]} | Updates of S.MOVES do not tell the old key,",
                "{\"data-collections\": [\"S.*\"], \"keys\": [{\"ID\": 1}]} | \"keys\" are rows of one table,",
                "{\"data-collections\": [\"S.ITEMS\"], \"keys\": [{\"CODE\": 1}]} | A key of S.ITEMS must be an object",
                "{\"data-collections\": [\"S.ITEMS\"], \"surrogate-key\": \"NAME\"} | The surrogate key [NAME] of S.ITEMS must be",
                "{\"data-collections\": [\"S.ITEMS\"], \"additional-conditions\": [{\"data-collection\": \"S.LOGS\","
                        + " \"filter\": \"ID = 1\"}]} | The condition on 'S.LOGS' concerns none of the tables [S.ITEMS];",
                "{\"data-collections\": [\"S.ITEMS\"], \"additional-conditions\": [{\"data-collection\": \"S.ITEMS\","
                        + " \"filter\": \"NONE = 'hidden'\"}]} | The filter for S.ITEMS is refused by the database.",
                "{\"data-collections\": [\"S.ITEMS\"], \"additional-conditions\": [{\"data-collection\": \"S.ITEMS\","
                        + " \"filter\": \"hidden )(\"}]} | A \"filter\" has a parenthesis"
            })
    void aBadSignalIsRefusedWithAReasonAndReadingGoesOn(String data, String reason) {
        SignalAnswer answer = answerTo("1", "execute-snapshot", data);
        assertThat(answer.state()).isEqualTo(State.REFUSED);
        assertThat(answer.reason()).startsWith(reason).doesNotContain("hidden").endsWith(".");
        assertThat(requests()).isEqualTo(SnapshotRequests.NONE);
        db2.execute("DELETE FROM S.ITEMS WHERE ID = 1");
        db2.capture().publish();
        rig.runUntilIdle();
        assertThat(rig.lines()).containsExactly("d ITEMS {ID=1, NAME=first, CODE=99}");
        assertThat(rig.engine().status().trouble()).isNull();
    }

    @Test
    void aTableWithoutBeforeImagesIsLoadedIfItsKeysNeverChange() {
        db2.execute("INSERT INTO S.MOVES VALUES (1, 'first')");
        db2.capture().publish();
        rig.runUntilIdle();
        rig.forgetEvents();
        assertThat(answerTo(
                                "1",
                                "execute-snapshot",
                                "{\"data-collections\": [\"S.MOVES\"], \"keys-never-change\": true}")
                        .state())
                .isEqualTo(State.TAKEN);
        publishUntilNothingIsOpen();
        assertThat(rig.lines()).containsExactly("STARTED MOVES", "r MOVES {ID=1, NAME=first}", "COMPLETED MOVES");
    }

    @Test
    void aStopOfWhatNobodyAskedForIsRefusedIfItNamesIt() {
        assertThat(answerTo("1", "stop-snapshot", ALL_ITEMS).reason())
                .isEqualTo("'S.ITEMS' names no table that a signal has asked for; these are [].");
        assertThat(answerTo("2", "stop-snapshot", null).state()).isEqualTo(State.TAKEN);
    }

    @Test
    void aFilterThatFailsOnARowEndsItsSnapshotAndNotTheStream() {
        db2.execute("UPDATE S.ITEMS SET CODE = 0 WHERE ID = 4");
        db2.capture().publish();
        rig.runUntilIdle();
        rig.forgetEvents();
        assertThat(answerTo(
                                "1",
                                "execute-snapshot",
                                "{\"data-collections\": [\"S.ITEMS\"], \"additional-conditions\":"
                                        + " [{\"data-collection\": \"S.ITEMS\", \"filter\": \"100 / CODE >= 0\"}]}")
                        .state())
                .isEqualTo(State.TAKEN);
        publishUntilNothingIsOpen();
        assertThat(requests().open()).isEmpty();
        assertThat(rig.engine().status().trouble()).isNull();
        db2.execute("DELETE FROM S.ITEMS WHERE ID = 1");
        db2.capture().publish();
        rig.runUntilIdle();
        assertThat(rig.lines()).endsWith("d ITEMS {ID=1, NAME=first, CODE=99}");
    }

    @Test
    void aSignalThatIsNotReachedInTimeIsRefusedAndNeverDone() {
        SignalAnswer answer =
                send("1", "execute-snapshot", ALL_ITEMS, Duration.ofMillis(50)).join();
        assertThat(answer.state()).isEqualTo(State.REFUSED);
        assertThat(answer.reason()).startsWith("The consumer did not come to it within");
        rig.runUntilIdle();
        assertThat(requests().open()).isEmpty();
        assertThat(rig.lines()).isEmpty();
    }

    @Test
    void aStopAnswersWhoeverWaits() {
        CompletableFuture<SignalAnswer> answer = send("1", "execute-snapshot", ALL_ITEMS, LONG);
        rig.close();
        assertThat(answer.join().state()).isIn(State.REFUSED, State.TAKEN);
    }

    @Test
    void manySignalsAtOnceAreAllAnswered() {
        List<CompletableFuture<SignalAnswer>> answers = IntStream.range(0, 150)
                .mapToObj(number -> send("many " + number, "pause-snapshot", null, Duration.ofSeconds(10)))
                .toList();
        rig.runUntil(() -> answers.stream().allMatch(CompletableFuture::isDone));
        assertThat(answers)
                .allSatisfy(answer -> assertThat(answer.join().state()).isEqualTo(State.TAKEN));
    }

    @Test
    void aTableThatMayNotBeReadIsRefusedAndReadingGoesOn() {
        db2.faults()
                .onStatement(sql -> sql.contains("FROM \"S\".\"ITEMS\" WHERE 1 = 0"))
                .times(1)
                .failWith(-551, "42501");
        SignalAnswer answer = answerTo("1", "execute-snapshot", ALL_ITEMS);
        assertThat(answer.state()).isEqualTo(State.REFUSED);
        assertThat(answer.reason()).contains("Rows of S.ITEMS cannot be read");
        db2.execute("DELETE FROM S.ITEMS WHERE ID = 1");
        db2.capture().publish();
        rig.runUntilIdle();
        assertThat(rig.lines()).containsExactly("d ITEMS {ID=1, NAME=first, CODE=99}");
    }

    @Test
    void rowsThatMayNotBeReadAnyMoreEndTheirSnapshotAndNotTheStream() {
        db2.faults()
                .onStatement(sql -> sql.contains("FROM \"S\".\"ITEMS\"") && sql.contains("ORDER BY"))
                .times(1)
                .failWith(-551, "42501");
        assertThat(answerTo("1", "execute-snapshot", ALL_ITEMS).state()).isEqualTo(State.TAKEN);
        publishUntilNothingIsOpen();
        assertThat(requests().open()).isEmpty();
        assertThat(rig.engine().status().trouble()).isNull();
        assertThat(rig.lines()).containsExactly("STARTED ITEMS", "ABORTED ITEMS");
    }

    @Test
    void nobodyIsAnsweredBeforeWhatHeAskedForIsStored() {
        checkpoints.script(String.valueOf(ScriptedRepository.FAILS).repeat(1000));
        CompletableFuture<SignalAnswer> answer = send("1", "execute-snapshot", ALL_ITEMS, Duration.ofMillis(300));
        rig.runUntil(answer::isDone);
        assertThatThrownBy(answer::join)
                .hasCauseInstanceOf(CdcException.class)
                .hasMessageContaining("send it again with the same id");
        checkpoints.script("");
        assertThat(answerTo("1", "execute-snapshot", ALL_ITEMS).state()).isEqualTo(State.KNOWN);
        publishUntilNothingIsOpen();
        assertThat(rig.events()).extracting(RowChange::snapshotId).hasSize(5);
    }
}
