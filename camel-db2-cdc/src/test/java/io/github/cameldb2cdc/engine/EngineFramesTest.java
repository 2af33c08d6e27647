package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.SnapshotRequests;
import io.github.cameldb2cdc.event.CdcEvent;
import io.github.cameldb2cdc.event.Notification;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.signal.Signal;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * A sink that keeps with each row the snapshot of its last event, and at the end of a snapshot drops the rows of others, ends
 * with the rows of the source, whatever comes between the beginning and the end of a snapshot.
 */
class EngineFramesTest {

    private static final String ALL = "{\"data-collections\": [\"S.ITEMS\"]}";

    private final MemoryCheckpointRepository checkpoints = new MemoryCheckpointRepository();
    private final ExecutorService senders = Executors.newCachedThreadPool();
    private EmbeddedDb2 db2;
    private EngineRig rig;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute("CREATE TABLE S.ITEMS (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(40))");
        db2.register("S.ITEMS");
        IntStream.rangeClosed(1, 8).forEach(id -> db2.execute("INSERT INTO S.ITEMS VALUES (" + id + ", 'first')"));
        db2.capture().publish();
        rig = new EngineRig(db2.dataSource(), checkpoints);
        rig.start(options());
        rig.runUntilIdle();
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
                    options.checkpointInterval = Duration.ZERO;
                    return options;
                })
                .build();
    }

    private String send(String id, String type, String data) {
        CdcEngine engine = rig.engine();
        CompletableFuture<SignalAnswer> answer = CompletableFuture.supplyAsync(
                () -> {
                    try {
                        return engine.signal(new Signal(id, type, data), Duration.ofSeconds(30));
                    } catch (InterruptedException e) {
                        throw new CompletionException(e);
                    }
                },
                senders);
        rig.runUntil(answer::isDone);
        return answer.join().state().name();
    }

    private SnapshotRequests requests() {
        return checkpoints.load("test").orElseThrow().requests();
    }

    private void publishUntilNothingIsOpen() {
        rig.runUntil(() -> {
            db2.capture().publish();
            return requests().open().isEmpty();
        });
        assertThat(requests().open()).isEmpty();
        db2.capture().publish();
        rig.runUntilIdle();
    }

    /** A whole snapshot of which the first chunk is done and recorded when the process is killed. */
    private void killBehindTheFirstChunk() {
        assertThat(send("1", "execute-snapshot", ALL)).isEqualTo("TAKEN");
        int before = rig.all().size();
        rig.answer(delivery -> {
            if (rig.all().size() <= before + 4) {
                delivery.done();
            }
        });
        rig.runUntil(() -> {
            db2.capture().publish();
            return rig.all().size() >= before + 10
                    && requests().open().get(0).tables().get(0).reached() != null;
        });
        rig.kill();
        rig.answer(Delivery::done);
    }

    private record Stored(String name, String snapshotId) {}

    private Map<Integer, String> sink() {
        Map<Integer, Stored> rows = new TreeMap<>();
        for (CdcEvent event : rig.all()) {
            if (event instanceof Notification notice) {
                if (notice.type() == Notification.Type.COMPLETED) {
                    rows.values().removeIf(row -> !notice.snapshotId().equals(row.snapshotId()));
                }
            } else {
                apply((RowChange) event, rows);
            }
        }
        Map<Integer, String> names = new TreeMap<>();
        rows.forEach((id, row) -> names.put(id, row.name()));
        return names;
    }

    private static void apply(RowChange change, Map<Integer, Stored> rows) {
        Row row = change.after() == null ? change.before() : change.after();
        Integer id = (Integer) row.get("ID");
        if (change.after() == null) {
            rows.remove(id);
        } else {
            rows.put(id, new Stored((String) row.get("NAME"), change.snapshotId()));
        }
    }

    private static Map<Integer, String> eight(Map<Integer, String> others) {
        Map<Integer, String> rows = new TreeMap<>();
        IntStream.rangeClosed(1, 8).forEach(id -> rows.put(id, "first"));
        rows.putAll(others);
        return rows;
    }

    @Test
    void changesOfRowsThatAnEarlierProcessDeliveredCountToTheSnapshot() {
        killBehindTheFirstChunk();
        db2.execute("UPDATE S.ITEMS SET NAME = 'second' WHERE ID = 1");
        db2.capture().publish();
        rig.start(options());
        publishUntilNothingIsOpen();
        assertThat(sink()).isEqualTo(eight(Map.of(1, "second")));
    }

    @Test
    void changesWhileASnapshotIsPausedCountToIt() {
        killBehindTheFirstChunk();
        rig.start(options());
        assertThat(send("2", "pause-snapshot", null)).isEqualTo("TAKEN");
        db2.execute("UPDATE S.ITEMS SET NAME = 'second' WHERE ID = 2");
        db2.capture().publish();
        rig.runUntilIdle();
        assertThat(send("3", "resume-snapshot", null)).isEqualTo("TAKEN");
        publishUntilNothingIsOpen();
        assertThat(sink()).isEqualTo(eight(Map.of(2, "second")));
    }

    @Test
    void aBlockingSnapshotOvertakesOneThatIsHalfDone() {
        killBehindTheFirstChunk();
        rig.start(options());
        assertThat(send("2", "execute-snapshot", "{\"data-collections\": [\"S.ITEMS\"], \"type\": \"BLOCKING\"}"))
                .isEqualTo("TAKEN");
        assertThat(requests().open().get(0).tables().get(0).stopped()).isTrue();
        publishUntilNothingIsOpen();
        assertThat(sink()).isEqualTo(eight(Map.of()));
        assertThat(rig.notices()).extracting(Notification::type).contains(Notification.Type.ABORTED);
    }

    @Test
    void twoSnapshotsOfOneTableComeOneAfterTheOther() {
        assertThat(send("1", "execute-snapshot", ALL)).isEqualTo("TAKEN");
        assertThat(send("2", "execute-snapshot", ALL)).isEqualTo("TAKEN");
        rig.runUntilIdle();
        db2.execute("UPDATE S.ITEMS SET NAME = 'second' WHERE ID = 3");
        publishUntilNothingIsOpen();
        assertThat(sink()).isEqualTo(eight(Map.of(3, "second")));
        assertThat(rig.notices())
                .extracting(Notification::type)
                .containsExactly(
                        Notification.Type.STARTED,
                        Notification.Type.COMPLETED,
                        Notification.Type.STARTED,
                        Notification.Type.COMPLETED);
    }

    @Test
    void aTableThatIsDroppedEndsItsSnapshotAndNotTheStream() {
        db2.execute("CREATE TABLE S.OTHERS (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(40))");
        db2.register("S.OTHERS");
        db2.capture().publish();
        rig.runUntilIdle();
        assertThat(send("1", "execute-snapshot", ALL)).isEqualTo("TAKEN");
        db2.schema().dropTable("S.ITEMS");
        db2.execute("INSERT INTO S.OTHERS VALUES (1, 'first')");
        db2.capture().publish();
        rig.kill();
        rig.start(TestOptions.schema("S")
                .with(options -> {
                    options.onSchemaChange = OnSchemaChange.CONTINUE;
                    return options;
                })
                .build());
        publishUntilNothingIsOpen();
        assertThat(rig.engine().status().trouble()).isNull();
        assertThat(rig.lines()).contains("c OTHERS {ID=1, NAME=first}");
    }
}
