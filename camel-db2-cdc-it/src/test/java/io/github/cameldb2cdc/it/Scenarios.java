package io.github.cameldb2cdc.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.test.Db2WithCapture;
import io.github.cameldb2cdc.test.Registration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Loading, streaming and going on after a stop, through routes on a whole database with Capture. */
abstract class Scenarios {

    private static final int ROWS = 20;
    private static final String SMALL_RANGES = "snapshotChunkSize=4&snapshotParallelism=1";

    private final String schema = FreshSchema.next();
    private final String table = schema + ".T";
    private final Target target = new Target(table);

    abstract Db2WithCapture db2();

    private void createTable(int rows) {
        db2().execute("CREATE TABLE " + table + " (ID INTEGER NOT NULL PRIMARY KEY, V VARCHAR(20))");
        db2().register(table);
        for (int id = 1; id <= rows; id++) {
            db2().execute("INSERT INTO " + table + " VALUES (" + id + ", 'v" + id + "')");
        }
        db2().capture().catchUp();
    }

    private RouteRun route(String options) {
        return RouteRun.start(db2(), schema, options);
    }

    private RouteRun route(String options, Consumer<RowChange> taking) {
        return RouteRun.start(db2().dataSource(), db2().controlSchema(), schema, options, taking);
    }

    @Test
    void changesFollowTheRowsThatWereThere() {
        createTable(2);
        try (RouteRun run = route("")) {
            run.awaitEvents(2);
            db2().execute(
                            "INSERT INTO " + table + " VALUES (3, 'new')",
                            "UPDATE " + table + " SET V = 'changed' WHERE ID = 1",
                            "DELETE FROM " + table + " WHERE ID = 2",
                            "UPDATE " + table + " SET ID = 30 WHERE ID = 3");
            run.awaitEvents(7);
            assertThat(run.lines().subList(0, 2)).containsExactlyInAnyOrder("r T {ID=1, V=v1}", "r T {ID=2, V=v2}");
            assertThat(run.lines().subList(2, 7))
                    .containsExactly(
                            "c T {ID=3, V=new}",
                            "u T {ID=1, V=v1} {ID=1, V=changed}",
                            "d T {ID=2, V=v2}",
                            "d T {ID=3, V=new}",
                            "c T {ID=30, V=new}");
            run.awaitEqual(target, db2());
        }
    }

    @Test
    void oneConsumerFollowsTwoSchemasInTheOrderOfTheirCommits() {
        createTable(1);
        String other = FreshSchema.next();
        db2().execute("CREATE TABLE " + other + ".U (ID INTEGER NOT NULL PRIMARY KEY, V VARCHAR(20))");
        db2().register(Registration.of(other, "U").updatesAsRows().beforeImages("X"));
        try (RouteRun run = RouteRun.start(db2(), schema + "," + other, "")) {
            run.awaitEvents(1);
            db2().execute(
                            "INSERT INTO " + other + ".U VALUES (1, 'a')",
                            "UPDATE " + table + " SET V = 'b'",
                            "UPDATE " + other + ".U SET V = 'c'",
                            "DELETE FROM " + table);
            run.awaitEvents(5);
            assertThat(run.lines())
                    .containsExactly(
                            "r T {ID=1, V=v1}",
                            "c U {ID=1, V=a}",
                            "u T {ID=1, V=v1} {ID=1, V=b}",
                            "u U {ID=1, V=a} {ID=1, V=c}",
                            "d T {ID=1, V=b}");
        }
    }

    @Test
    void aLoadGoesThroughTheKeysPageByPage() {
        String wide = schema + ".WIDE";
        db2().execute("CREATE TABLE " + wide
                + " (A INTEGER NOT NULL, B CHAR(3) NOT NULL, V VARCHAR(100), PRIMARY KEY (A, B))");
        db2().register(wide);
        for (int a = 0; a < 10; a++) {
            for (char b = 'a'; b <= 'e'; b++) {
                db2().execute("INSERT INTO " + wide + " VALUES (" + a + ", '" + b + "', 'v" + a + b + "')");
            }
        }
        db2().capture().catchUp();
        try (RouteRun run = route("tables=WIDE&snapshotChunkSize=7&fetchSize=3&snapshotParallelism=1")) {
            run.awaitEvents(50);
            List<String> keys = run.events().stream()
                    .map(event -> event.row().get("A") + "" + event.row().get("B"))
                    .toList();
            assertThat(keys).doesNotHaveDuplicates().isSorted().hasSize(50);
        }
    }

    @Test
    void rangesReadEachRowOnceAlsoWithSeveralReaders() {
        createTable(ROWS);
        try (RouteRun run = route("snapshotChunkSize=4&snapshotParallelism=2")) {
            run.awaitEvents(ROWS);
            db2().execute("INSERT INTO " + table + " VALUES (100, 'last')");
            run.awaitEvents(ROWS + 1);
            assertThat(run.events().stream().map(event -> event.row().get("ID")))
                    .doesNotHaveDuplicates()
                    .hasSize(ROWS + 1);
        }
    }

    @Test
    void rowsThatAreInsertedDuringTheLoadArrive() {
        createTable(ROWS);
        changeDuringTheLoad(
                "INSERT INTO " + table + " VALUES (0, 'front')", "INSERT INTO " + table + " VALUES (1000, 'behind')");
    }

    @Test
    void rowsThatAreUpdatedDuringTheLoadEndAsTheyAre() {
        createTable(ROWS);
        changeDuringTheLoad(
                "UPDATE " + table + " SET V = 'early' WHERE ID = 2",
                "UPDATE " + table + " SET V = 'late' WHERE ID >= 15",
                "UPDATE " + table + " SET ID = ID + 1 WHERE ID >= 15");
    }

    @Test
    void rowsThatAreDeletedDuringTheLoadAreGone() {
        createTable(ROWS);
        changeDuringTheLoad(
                "DELETE FROM " + table + " WHERE ID = 1",
                "DELETE FROM " + table + " WHERE ID = 20",
                "DELETE FROM " + table + " WHERE ID = 10",
                "INSERT INTO " + table + " VALUES (10, 'again')");
    }

    /** Runs the statements when the fifth row of the load arrives, so in front of and behind the reader. */
    private void changeDuringTheLoad(String... statements) {
        AtomicInteger taken = new AtomicInteger();
        try (RouteRun run = route(SMALL_RANGES, event -> {
            if (event.isSnapshot() && taken.incrementAndGet() == 5) {
                db2().execute(statements);
            }
        })) {
            run.awaitEvents(ROWS);
            db2().capture().catchUp();
            db2().execute("INSERT INTO " + table + " VALUES (5000, 'end')");
            run.awaitEqual(target, db2());
            Map<Object, Long> reads = run.events().stream()
                    .filter(RowChange::isSnapshot)
                    .collect(Collectors.groupingBy(event -> event.row().get("ID"), Collectors.counting()));
            assertThat(reads.values()).containsOnly(1L);
        }
    }

    @Test
    void aLoadThatWasStoppedGoesOnWithTheRangesThatAreNotDone() {
        createTable(ROWS);
        int done = 10;
        AtomicInteger taken = new AtomicInteger();
        List<RowChange> first;
        try (RouteRun run = route(SMALL_RANGES + "&maximumBackoff=200", event -> {
            if (taken.incrementAndGet() > done) {
                throw new IllegalStateException("This row is not taken.");
            }
        })) {
            run.awaitEvents(done);
            first = run.events();
        }
        assertThat(first).hasSize(done);
        try (RouteRun run = route(SMALL_RANGES)) {
            db2().execute("UPDATE " + table + " SET V = 'end' WHERE ID = 20");
            run.awaitEqual(target, db2(), first);
            List<Object> again = run.events().stream()
                    .filter(RowChange::isSnapshot)
                    .map(event -> event.row().get("ID"))
                    .toList();
            // two ranges of four rows were done, the rest of the third one comes again
            assertThat(again)
                    .doesNotHaveDuplicates()
                    .hasSize(ROWS - 8)
                    .contains(9, 10)
                    .doesNotContain(1, 8);
        }
    }

    @Test
    void aConsumerThatWasStoppedGoesOnWhereItWas() {
        createTable(1);
        try (RouteRun run = route("")) {
            run.awaitEvents(1);
            db2().execute("INSERT INTO " + table + " VALUES (2, 'running')");
            run.awaitEvents(2);
        }
        db2().execute("INSERT INTO " + table + " VALUES (3, 'stopped')");
        db2().capture().catchUp();
        try (RouteRun run = route("")) {
            run.awaitEvents(1);
            db2().execute("INSERT INTO " + table + " VALUES (4, 'again')");
            run.awaitEvents(2);
            assertThat(run.lines()).containsExactly("c T {ID=3, V=stopped}", "c T {ID=4, V=again}");
        }
    }

    @Test
    void whatARouteDoesNotTakeComesAgainInOrder() {
        createTable(0);
        AtomicInteger tries = new AtomicInteger();
        try (RouteRun run = route("snapshotMode=NEVER&maximumBackoff=200", event -> {
            if (event.operation() == Operation.UPDATE && tries.incrementAndGet() <= 2) {
                throw new IllegalStateException("This change is not taken.");
            }
        })) {
            db2().execute("INSERT INTO " + table + " VALUES (1, 'a')");
            run.awaitEvents(1);
            db2().execute("UPDATE " + table + " SET V = 'b'", "DELETE FROM " + table);
            run.awaitEvents(3);
            assertThat(run.lines())
                    .containsExactly("c T {ID=1, V=a}", "u T {ID=1, V=a} {ID=1, V=b}", "d T {ID=1, V=b}");
            assertThat(tries).hasValue(3);
        }
    }
}
