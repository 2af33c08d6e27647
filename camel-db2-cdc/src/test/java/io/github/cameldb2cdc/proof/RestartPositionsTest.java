package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.SnapshotMode;
import io.github.cameldb2cdc.engine.TestOptions;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.source.StartFrom;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.Registration;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A script of transactions, and an engine that ends after each of its events in turn: in order or by a kill. What is
 * delivered then is a suffix of the script's events that begins no later than behind the last event that was done.
 */
class RestartPositionsTest {

    private static EmbeddedDb2 db2;
    private static List<String> expected;

    @BeforeAll
    static void writeTheScript() throws SQLException {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute(
                "CREATE TABLE R.PAIRS (ID INTEGER NOT NULL PRIMARY KEY, V INTEGER)",
                "CREATE TABLE R.ROWWISE (A INTEGER NOT NULL, B INTEGER NOT NULL, V INTEGER, PRIMARY KEY (A, B))",
                "CREATE TABLE R.LOOSE (X INTEGER)");
        db2.register("R.PAIRS");
        db2.register(Registration.of("R", "ROWWISE").updatesAsRows().beforeImages("X"));
        db2.register("R.LOOSE");
        transaction("INSERT INTO R.PAIRS VALUES (1, 1), (2, 1), (3, 1)", "INSERT INTO R.LOOSE VALUES 1");
        transaction("UPDATE R.PAIRS SET V = 2");
        transaction("UPDATE R.PAIRS SET ID = 9 WHERE ID = 3");
        transaction("INSERT INTO R.ROWWISE VALUES (1, 1, 4), (1, 2, 4)", "UPDATE R.LOOSE SET X = 2");
        transaction("UPDATE R.ROWWISE SET B = B + 1", "UPDATE R.PAIRS SET ID = ID + 1");
        transaction("DELETE FROM R.PAIRS WHERE ID = 10", "INSERT INTO R.PAIRS VALUES (10, 6)");
        transaction(
                "DELETE FROM R.PAIRS WHERE ID = 2",
                "INSERT INTO R.ROWWISE VALUES (7, 7, 7)",
                "INSERT INTO R.PAIRS VALUES (77, 7)",
                "DELETE FROM R.LOOSE");
        transaction("INSERT INTO R.PAIRS VALUES (50, 8)", "DELETE FROM R.PAIRS WHERE ID = 50");
        transaction("UPDATE R.ROWWISE SET A = 8 WHERE A = 7", "UPDATE R.PAIRS SET ID = 100 - ID");
        transaction("DELETE FROM R.ROWWISE", "DELETE FROM R.PAIRS WHERE ID = 90");
        db2.capture().publish();
        expected = new Run(100, true).deliverAll();
        assertThat(expected).hasSizeGreaterThan(30);
    }

    private static void transaction(String... statements) throws SQLException {
        try (Connection connection = db2.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            for (String sql : statements) {
                statement.execute(sql);
            }
            connection.commit();
        }
    }

    @AfterAll
    static void stop() {
        db2.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 100})
    void aStopAfterAnyEventLosesAndRepeatsNothing(int rows) {
        for (int done = 1; done < expected.size(); done++) {
            Run run = new Run(rows, true);
            List<String> before = run.deliver(done);
            run.consumer.stop();
            int goesOn = isInsideKeyChange(done) ? done - 1 : done;
            assertThat(before).as("before the stop").isEqualTo(expected.subList(0, done));
            assertThat(run.deliverAll())
                    .as("after %d events, %d rows at once", done, rows)
                    .isEqualTo(expected.subList(goesOn, expected.size()));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5, 100})
    void aKillAfterAnyEventLosesNothingAndKeepsTheOrder(int rows) {
        for (int done = 1; done < expected.size(); done++) {
            Run run = new Run(rows, done % 4 != 0);
            run.deliver(done);
            run.consumer.kill();
            List<String> after = run.deliverAll();
            assertThat(after.size())
                    .as("after %d events, %d rows at once", done, rows)
                    .isGreaterThanOrEqualTo(expected.size() - done);
            assertThat(after).isEqualTo(expected.subList(expected.size() - after.size(), expected.size()));
            assertThat(isInsideKeyChange(expected.size() - after.size())).isFalse();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 100})
    void manyStopsInARowDeliverTheScriptOnce(int rows) {
        Run run = new Run(rows, true);
        List<String> all = new ArrayList<>();
        while (all.size() < expected.size()) {
            int wanted = isInsideKeyChange(all.size() + 1) ? 2 : 1;
            all.addAll(run.deliver(wanted));
            run.consumer.stop();
        }
        assertThat(all).isEqualTo(expected);
    }

    /** Whether the events around this place are delete and create of one key change. */
    private static boolean isInsideKeyChange(int place) {
        return place > 0
                && place < expected.size()
                && expected.get(place - 1).startsWith("d ")
                && expected.get(place).startsWith("c ")
                && position(place - 1).equals(position(place));
    }

    private static String position(int place) {
        String line = expected.get(place);
        return line.substring(line.indexOf('@'));
    }

    /** A consumer that begins at the oldest change. */
    private static final class Run {

        private final AtomicReference<List<String>> lines = new AtomicReference<>();
        private final ConsumerUnderProof consumer;
        private final EngineOptions options;
        private int wanted;

        Run(int rows, boolean recordsAtOnce) {
            options = TestOptions.schema("R")
                    .with(given -> {
                        given.snapshotMode = SnapshotMode.NEVER;
                        given.startFrom = new StartFrom.Earliest();
                        given.maxMessagesPerPoll = rows;
                        given.maxInFlight = rows;
                        given.checkpointInterval = recordsAtOnce ? Duration.ZERO : Duration.ofHours(1);
                        return given;
                    })
                    .build();
            consumer = new ConsumerUnderProof(db2.dataSource(), new MemoryCheckpointRepository(), delivery -> {
                lines.get().add(line((RowChange) delivery.event()));
                delivery.done();
                if (lines.get().size() == wanted) {
                    consumer().engine().requestStop();
                }
            });
        }

        private ConsumerUnderProof consumer() {
            return consumer;
        }

        private static String line(RowChange event) {
            String before = event.before() == null ? "" : event.before().toMap().toString();
            String after = event.after() == null ? "" : event.after().toMap().toString();
            return event.operation().code() + " " + event.table().id() + " " + before + after + " @" + event.position();
        }

        /** Starts an engine and delivers this many events, the last of which asks for the end. */
        List<String> deliver(int events) {
            lines.set(new ArrayList<>());
            wanted = events;
            consumer.start(options);
            consumer.runUntilIdle();
            return List.copyOf(lines.get());
        }

        List<String> deliverAll() {
            List<String> all = deliver(Integer.MAX_VALUE);
            consumer.stop();
            return all;
        }
    }
}
