package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.LoadState;
import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.SnapshotIsolation;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Loading of tables through the embedded Db2: ranges, readers, restarts, isolation. */
class EngineLoadTest {

    private static final int ROWS = 3000;
    private static final TableId ORDERS = new TableId("S", "ORDERS");

    private final MemoryCheckpointRepository checkpoints = new MemoryCheckpointRepository();
    private EmbeddedDb2 db2;
    private EngineRig rig;

    /** Keys of two columns whose first one repeats, so that borders fall inside equal prefixes. */
    @BeforeEach
    void start() throws SQLException {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute("CREATE TABLE S.ORDERS (REGION CHAR(2) NOT NULL, ID INTEGER NOT NULL, NOTE VARCHAR(20),"
                + " PRIMARY KEY (REGION, ID))");
        try (Connection connection = db2.connect();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO S.ORDERS VALUES (?, ?, ?)")) {
            connection.setAutoCommit(false);
            for (int id = 0; id < ROWS; id++) {
                insert.setString(1, "R" + id % 3);
                insert.setInt(2, id);
                insert.setString(3, "note " + id);
                insert.addBatch();
            }
            insert.executeBatch();
            connection.commit();
        }
        db2.register("S.ORDERS");
        db2.capture().publish();
        rig = new EngineRig(db2.dataSource(), checkpoints);
    }

    @AfterEach
    void stop() {
        rig.close();
        db2.close();
    }

    private static TestOptions options() {
        return TestOptions.schema("S").with(options -> {
            options.snapshotParallelism = 4;
            options.snapshotChunkSize = 70;
            return options;
        });
    }

    private List<Integer> loadedIds() {
        return rig.events().stream()
                .map(event -> (Integer) event.row().get("ID"))
                .toList();
    }

    private static List<Integer> allIds() {
        return IntStream.range(0, ROWS).boxed().toList();
    }

    private TableCheckpoint stored() {
        return checkpoints.load("test").orElseThrow().tables().get(ORDERS);
    }

    @Test
    void fourReadersLoadEachRowOnce() {
        rig.start(options().build());
        rig.runUntilIdle();

        assertThat(loadedIds()).containsExactlyInAnyOrderElementsOf(allIds());
        assertThat(rig.engine().status().state()).isEqualTo(EngineState.STREAMING);
        assertThat(stored().load()).isEqualTo(LoadState.LOADED);
        assertThat(stored().finishedRanges()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void aKilledLoadRepeatsOnlyRangesThatWereNotFinished(long seed) {
        Random random = new Random(seed);
        EngineOptions options = options()
                .with(small -> {
                    small.maxMessagesPerPoll = 150;
                    return small;
                })
                .build();
        Set<Integer> finished = new HashSet<>();
        for (int run = 0; run < 4; run++) {
            rig.start(options);
            rig.events().clear();
            for (int step = random.nextInt(6); step >= 0; step--) {
                rig.engine().step();
            }
            assertThat(finished).as("seed " + seed).noneMatch(loadedIds()::contains);
            finished = finishedIds();
            rig.kill();
        }
        rig.events().clear();
        rig.start(options);
        rig.runUntilIdle();

        Set<Integer> all = new HashSet<>(finished);
        all.addAll(loadedIds());
        assertThat(all).as("seed " + seed).hasSize(ROWS);
        assertThat(loadedIds()).as("seed " + seed).doesNotHaveDuplicates();
        assertThat(finished).as("seed " + seed).noneMatch(loadedIds()::contains);
    }

    /** By a reading of the stored ranges of its own: regions order the keys first, then numbers. */
    private Set<Integer> finishedIds() {
        Set<Integer> ids = new HashSet<>(stored().load() == LoadState.LOADED ? allIds() : List.of());
        stored().finishedRanges().forEach(range -> {
            for (int id = 0; id < ROWS; id++) {
                String key = String.format("R%d%06d", id % 3, id);
                boolean behind = range.after() == null
                        || key.compareTo(
                                        text(range.after().get(0), range.after().get(1)))
                                > 0;
                boolean upTo = range.upTo() == null
                        || key.compareTo(text(range.upTo().get(0), range.upTo().get(1))) <= 0;
                if (behind && upTo) {
                    ids.add(id);
                }
            }
        });
        return ids;
    }

    private static String text(Object region, Object id) {
        return String.format("%s%06d", region, (Integer) id);
    }

    @ParameterizedTest
    @EnumSource(SnapshotIsolation.class)
    void everyIsolationLoadsEachRowOnce(SnapshotIsolation isolation) {
        rig.start(options()
                .with(options -> {
                    options.snapshotIsolation = isolation;
                    options.snapshotParallelism = isolation.isOneTransaction() ? 1 : 4;
                    return options;
                })
                .build());
        rig.runUntilIdle();

        assertThat(loadedIds()).containsExactlyInAnyOrderElementsOf(allIds());
    }

    @Test
    void aConditionChoosesTheRowsThatAreLoaded() {
        rig.start(options()
                .with(options -> {
                    options.snapshotConditions = Map.of(ORDERS, "REGION = 'R1' OR ID < 5");
                    return options;
                })
                .build());
        rig.runUntilIdle();

        assertThat(loadedIds())
                .containsExactlyInAnyOrderElementsOf(
                        allIds().stream().filter(id -> id % 3 == 1 || id < 5).toList());
    }

    @Test
    void aLostConnectionOfAReaderIsNoEndOfTheLoad() {
        db2.faults()
                .onStatement(sql -> sql.contains("\"NOTE\" FROM \"S\".\"ORDERS\""))
                .times(3)
                .dropConnection();
        rig.start(options().build());
        rig.runUntil(() -> rig.engine().status().state() == EngineState.STREAMING);

        assertThat(new HashSet<>(loadedIds())).hasSize(ROWS);
        assertThat(rig.engine().status().trouble()).isNull();
    }
}
