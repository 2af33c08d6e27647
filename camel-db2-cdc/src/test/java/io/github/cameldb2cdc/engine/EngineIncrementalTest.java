package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.LoadState;
import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.RequestedTable;
import io.github.cameldb2cdc.checkpoint.SnapshotRequest;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.Registration;
import io.github.cameldb2cdc.test.StartMode;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tables are loaded in chunks while the embedded Db2's changes stream. */
class EngineIncrementalTest {

    private static final TableId ITEMS = new TableId("S", "ITEMS");

    private final MemoryCheckpointRepository checkpoints = new MemoryCheckpointRepository();
    private EmbeddedDb2 db2;
    private EngineRig rig;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute("CREATE TABLE S.ITEMS (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(40))");
        db2.register("S.ITEMS");
        rig = new EngineRig(db2.dataSource(), checkpoints);
    }

    @AfterEach
    void stop() {
        rig.close();
        db2.close();
    }

    private void insert(int from, int to) {
        IntStream.rangeClosed(from, to).forEach(id -> db2.execute("INSERT INTO S.ITEMS VALUES (" + id + ", 'first')"));
    }

    private static TestOptions options(SnapshotWindow window) {
        return TestOptions.schema("S").with(options -> {
            options.snapshotStrategy = SnapshotStrategy.INCREMENTAL;
            options.snapshotWindow = window;
            options.snapshotChunkSize = 3;
            return options;
        });
    }

    private boolean isLoaded() {
        return checkpoints.load("test").orElseThrow().tables().get(ITEMS).load() == LoadState.LOADED;
    }

    private void publishUntilLoaded() {
        rig.runUntil(() -> {
            db2.capture().publish();
            return isLoaded();
        });
    }

    @ParameterizedTest
    @EnumSource(SnapshotWindow.class)
    void rowsComeInChunksAndThoseThatChangeMeanwhileComeAsChanges(SnapshotWindow window) {
        insert(1, 8);
        db2.capture().publish();
        rig.start(options(window).build());
        // the chunks are read, and no window can close before Capture goes on
        rig.runUntilIdle();
        assertThat(rig.lines()).isEmpty();
        db2.execute(
                "UPDATE S.ITEMS SET NAME = 'second' WHERE ID = 2",
                "DELETE FROM S.ITEMS WHERE ID = 4",
                "UPDATE S.ITEMS SET ID = 60 WHERE ID = 6",
                "INSERT INTO S.ITEMS VALUES (9, 'first')");
        publishUntilLoaded();

        assertThat(isLoaded()).isTrue();
        assertThat(rig.lines())
                .containsExactly(
                        "u ITEMS {ID=2, NAME=first} -> {ID=2, NAME=second}",
                        "d ITEMS {ID=4, NAME=first}",
                        "d ITEMS {ID=6, NAME=first}",
                        "c ITEMS {ID=60, NAME=first}",
                        "c ITEMS {ID=9, NAME=first}",
                        "r ITEMS {ID=1, NAME=first}",
                        "r ITEMS {ID=3, NAME=first}",
                        "r ITEMS {ID=5, NAME=first}",
                        "r ITEMS {ID=7, NAME=first}",
                        "r ITEMS {ID=8, NAME=first}");
        assertThat(rig.events()).filteredOn(RowChange::isSnapshot).allMatch(RowChange::incremental);
        assertThat(rig.events()).extracting(RowChange::position).isSorted();
    }

    @Test
    void anEmptyTableIsLoadedWhenItsWindowIsClosed() {
        db2.capture().publish();
        rig.start(options(SnapshotWindow.READ_ONLY).build());
        rig.runUntilIdle();
        assertThat(isLoaded()).isFalse();
        publishUntilLoaded();
        assertThat(isLoaded()).isTrue();
        assertThat(rig.lines()).isEmpty();
    }

    /** Eight rows in chunks of three, of which four are done, so one chunk is: then the process is killed. */
    private void killBehindTheFirstChunk() {
        insert(1, 8);
        db2.capture().publish();
        int[] done = new int[1];
        rig.answer(delivery -> {
            if (done[0]++ < 4) {
                delivery.done();
            }
        });
        rig.start(options(SnapshotWindow.READ_ONLY).build());
        rig.runUntil(() -> {
            db2.capture().publish();
            return rig.events().size() == 8
                    && checkpoints
                                    .load("test")
                                    .orElseThrow()
                                    .tables()
                                    .get(ITEMS)
                                    .finishedRanges()
                                    .size()
                            == 1;
        });
        rig.kill();
        rig.forgetEvents();
        rig.answer(Delivery::done);
    }

    private static List<String> rows(int from, int to) {
        return IntStream.rangeClosed(from, to)
                .mapToObj(id -> "r ITEMS {ID=" + id + ", NAME=first}")
                .toList();
    }

    @Test
    void aKilledProcessGoesOnBehindWhatWasDone() {
        killBehindTheFirstChunk();
        rig.start(options(SnapshotWindow.READ_ONLY).build());
        publishUntilLoaded();
        assertThat(rig.lines()).containsExactlyElementsOf(rows(4, 8));
    }

    @Test
    void rowsThatWereReadBesideAnotherLogAreReadAgain() {
        killBehindTheFirstChunk();
        db2.capture().stop();
        db2.capture().start(StartMode.COLD);
        db2.capture().pause();
        db2.capture().state("S.ITEMS", 'A', null);
        db2.capture().publish();
        rig.start(options(SnapshotWindow.READ_ONLY)
                .with(options -> {
                    options.onGap = OnGap.CONTINUE;
                    return options;
                })
                .build());
        publishUntilLoaded();
        assertThat(rig.lines()).containsExactlyElementsOf(rows(1, 8));
    }

    @Test
    void aRequestedTableIsFramedAndItsChangesCountToIt() {
        insert(1, 4);
        db2.capture().publish();
        rig.start(TestOptions.schema("S").build());
        rig.runUntilIdle();
        rig.close();
        rig.forgetEvents();
        ask(null, List.of());
        rig.start(options(SnapshotWindow.READ_ONLY).build());
        rig.runUntilIdle();
        db2.execute("UPDATE S.ITEMS SET NAME = 'second' WHERE ID = 2");
        publishUntilAnswered();
        assertThat(rig.lines())
                .containsExactly(
                        "STARTED ITEMS",
                        "u ITEMS {ID=2, NAME=first} -> {ID=2, NAME=second}",
                        "r ITEMS {ID=1, NAME=first}",
                        "r ITEMS {ID=3, NAME=first}",
                        "r ITEMS {ID=4, NAME=first}",
                        "COMPLETED ITEMS");
        assertThat(rig.events()).extracting(RowChange::snapshotId).containsOnly("again");
    }

    @ParameterizedTest
    @EnumSource(SnapshotWindow.class)
    void twentyRowsInChunksOfFourComeOnceEach(SnapshotWindow window) {
        insert(1, 20);
        db2.capture().publish();
        rig.start(options(window)
                .with(options -> {
                    options.snapshotChunkSize = 4;
                    return options;
                })
                .build());
        publishUntilLoaded();
        assertThat(rig.lines()).containsExactlyElementsOf(rows(1, 20));
    }

    @ParameterizedTest
    @ValueSource(strings = {"without a key", "without the old key"})
    void aTableThatChunksCannotLoadIsLoadedWhileTheStreamWaitsAndTheLogSaysWhy(String how) {
        boolean keyless = how.equals("without a key");
        db2.execute("CREATE TABLE S.OTHERS (ID INTEGER NOT NULL" + (keyless ? ")" : " PRIMARY KEY)"));
        db2.execute("INSERT INTO S.OTHERS VALUES (1)");
        db2.register(
                keyless
                        ? Registration.of("S", "OTHERS")
                        : Registration.of("S", "OTHERS").updatesAsRows());
        db2.capture().publish();
        try (LogLines log = new LogLines(Loads.class.getName())) {
            rig.start(options(SnapshotWindow.READ_ONLY).build());
            rig.runUntilIdle();
            assertThat(log.warnings())
                    .containsExactly(
                            "The stream waits while S.OTHERS is loaded, although snapshotStrategy is INCREMENTAL: "
                                    + (keyless
                                            ? "it has no key by which rows that change meanwhile could be told apart; name keyColumns."
                                            : "its updates do not tell the old key; register it with before images of its key, or with"
                                                    + " updates as delete and insert."));
        }
        assertThat(rig.lines()).containsExactly("r OTHERS {ID=1}");
    }

    @Test
    void onlyTheRowsOfAConditionOrOfKeysAreRead() {
        insert(1, 9);
        db2.capture().publish();
        rig.start(TestOptions.schema("S").build());
        rig.runUntilIdle();
        rig.close();
        rig.forgetEvents();
        ask("ID > 7", List.of());
        ask(null, List.of(new RowKey(new Object[] {3}), new RowKey(new Object[] {77}), new RowKey(new Object[] {1})));
        rig.start(options(SnapshotWindow.READ_ONLY).build());
        publishUntilAnswered();
        assertThat(rig.lines())
                .containsExactlyInAnyOrder(
                        "r ITEMS {ID=8, NAME=first}",
                        "r ITEMS {ID=9, NAME=first}",
                        "r ITEMS {ID=1, NAME=first}",
                        "r ITEMS {ID=3, NAME=first}");
    }

    private void ask(String condition, List<RowKey> keys) {
        var before = checkpoints.load("test").orElseThrow();
        RequestedTable table = RequestedTable.of(ITEMS, condition, List.of("ID"), keys, false);
        SnapshotRequest request = new SnapshotRequest(
                "signal", before.requests().open().isEmpty() ? "again" : "and again", false, List.of(table));
        checkpoints.store(
                "test",
                before,
                before.withRequests(before.requests().with(request)).next());
    }

    private void publishUntilAnswered() {
        rig.runUntil(() -> {
            db2.capture().publish();
            return checkpoints.load("test").orElseThrow().requests().open().isEmpty();
        });
    }
}
