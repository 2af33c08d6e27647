package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.SnapshotMode;
import io.github.cameldb2cdc.engine.TestOptions;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.source.StartFrom;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** One transaction of many rows over two tables, read in small pages. */
class LargeTransactionTest {

    private static final int ROWS = 50_000;
    private static final int FEWEST_ROWS_OF_PAGE = 64;

    private static EmbeddedDb2 db2;

    private final List<Integer> numbers = new ArrayList<>();
    private final EngineOptions options = TestOptions.schema("L")
            .with(given -> {
                given.snapshotMode = SnapshotMode.NEVER;
                given.startFrom = new StartFrom.Earliest();
                given.maxMessagesPerPoll = 100;
                given.maxInFlight = 100;
                given.checkpointInterval = Duration.ZERO;
                return given;
            })
            .build();
    private int stopAfter = Integer.MAX_VALUE;
    private ConsumerUnderProof consumer;
    private Position previous;

    @BeforeAll
    static void writeTheTransaction() throws SQLException {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute(
                "CREATE TABLE L.ONE (ID INTEGER NOT NULL PRIMARY KEY)",
                "CREATE TABLE L.TWO (ID INTEGER NOT NULL PRIMARY KEY)");
        db2.register("L.ONE");
        db2.register("L.TWO");
        db2.execute(
                "CREATE TABLE L.DIGITS (D INTEGER NOT NULL PRIMARY KEY)",
                "INSERT INTO L.DIGITS VALUES 0, 1, 2, 3, 4, 5, 6, 7, 8, 9");
        try (Connection connection = db2.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (int from = 0; from < ROWS; from += 1000) {
                statement.executeUpdate("INSERT INTO L." + (from / 1000 % 3 == 0 ? "ONE" : "TWO") + " SELECT 1 + "
                        + from + " + X.D + 10 * Y.D + 100 * Z.D FROM L.DIGITS X, L.DIGITS Y, L.DIGITS Z");
            }
            connection.commit();
        }
        db2.capture().publish();
    }

    @AfterAll
    static void stop() {
        db2.close();
    }

    @Test
    void aTransactionLargerThanEveryLimitIsDeliveredOnceByALinearNumberOfStatements() {
        db2.faults().recordStatements(100_000);
        start();
        consumer.runUntilIdle();
        consumer.stop();
        List<String> statements = db2.faults().recordedStatements();
        db2.faults().recordStatements(0);

        assertThat(numbers).doesNotHaveDuplicates().hasSize(ROWS).contains(1, ROWS);
        long pages = statements.stream()
                .filter(sql -> sql.contains("CDC_L_") && sql.contains("FETCH FIRST"))
                .count();
        assertThat(pages).isBetween((long) ROWS / 2048, 2L * (ROWS / FEWEST_ROWS_OF_PAGE + 10));
        assertThat(statements.size()).isLessThan(8 * (ROWS / FEWEST_ROWS_OF_PAGE));
    }

    @Test
    void aStopInsideTheTransactionGoesOnBehindTheLastEventThatWasDone() {
        Random random = new Random(3);
        start();
        for (int life = 0; life < 4; life++) {
            int done = numbers.size();
            stopAfter = done + 1 + random.nextInt(8_000);
            consumer.runUntilIdle();
            consumer.stop();
            consumer.start(options);
        }
        stopAfter = Integer.MAX_VALUE;
        consumer.runUntilIdle();
        consumer.stop();
        assertThat(numbers).doesNotHaveDuplicates().hasSize(ROWS).contains(1, ROWS);
    }

    private void start() {
        consumer = new ConsumerUnderProof(db2.dataSource(), new MemoryCheckpointRepository(), delivery -> {
            RowChange event = (RowChange) delivery.event();
            assertThat(previous == null || event.position().compareTo(previous) > 0)
                    .isTrue();
            previous = event.position();
            numbers.add((Integer) event.after().get("ID"));
            delivery.done();
            if (numbers.size() == stopAfter) {
                consumer.engine().requestStop();
            }
        });
        consumer.start(options);
    }
}
