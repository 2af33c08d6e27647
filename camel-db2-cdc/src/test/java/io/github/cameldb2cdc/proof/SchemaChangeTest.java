package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.Verdict;
import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.OnGap;
import io.github.cameldb2cdc.engine.OnSchemaChange;
import io.github.cameldb2cdc.engine.TestOptions;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import io.github.cameldb2cdc.source.Platform;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.EmbeddedDb2Builder;
import io.github.cameldb2cdc.test.EmbeddedDb2Extension;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tables whose structure changes, by both catalogs, while the consumer runs and while it is stopped. */
class SchemaChangeTest {

    @RegisterExtension
    static final EmbeddedDb2Extension EXTENSION = EmbeddedDb2Extension.create().with(EmbeddedDb2Builder::capturePaused);

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final MovableClock clock = new MovableClock();
    private final EmbeddedDb2 db2 = EXTENSION.get();
    private String schema;
    private String table;
    private String changes;
    private RecordedRun run;

    /** Where a change is made. */
    private enum While {
        RUNNING,
        STOPPED
    }

    /** Changes with which events cannot go on, what they do, and the words for them. */
    private enum Incompatible {
        DROP_COLUMN("the column NAME VARCHAR(20) was dropped or renamed", t -> t.db2.schema()
                .dropColumn(t.table, "NAME")),
        RENAME_COLUMN(
                "the column NAME VARCHAR(20) was dropped or renamed, the column FULL_NAME VARCHAR(20) was added, and not to",
                t -> t.db2.schema().renameColumn(t.table, "NAME", "FULL_NAME")),
        CHANGE_TYPE("the column AMOUNT was changed from INTEGER to DECIMAL(12, 0)", t -> t.db2.schema()
                .alterColumnType(t.table, "AMOUNT", "DECIMAL(12)")),
        NARROW("the column NAME was changed from VARCHAR(20) to VARCHAR(10)", t -> t.db2.schema()
                .alterColumnType(t.table, "NAME", "VARCHAR(10)")),
        CHANGE_KEY("its key was changed", t -> {
            t.db2.execute(
                    "ALTER TABLE " + t.table + " DROP PRIMARY KEY",
                    "ALTER TABLE " + t.table + " ADD PRIMARY KEY (ID, CODE)");
            t.db2.schema().refreshCatalog();
        }),
        DROP_FROM_CHANGE_TABLE("the column NAME VARCHAR(20) is no longer in the change table", t -> t.db2.schema()
                .dropColumn(t.changes, "NAME")),
        CREATE_ANEW("the table was created anew", t -> t.db2.schema().recreateTable(t.table, t.definition())),
        DROP_TABLE("the table was dropped or renamed", t -> t.db2.schema().dropTable(t.table)),
        RENAME_TABLE("the table was dropped or renamed", t -> t.db2.schema().renameTable(t.table, "U")),
        DATA_CAPTURE_OFF("DATA CAPTURE was switched off", t -> t.db2.schema().dataCapture(t.table, false));

        private final String words;
        private final Consumer<SchemaChangeTest> change;

        Incompatible(String words, Consumer<SchemaChangeTest> change) {
            this.words = words;
            this.change = change;
        }

        boolean leavesTable() {
            return this != DROP_TABLE && this != RENAME_TABLE;
        }
    }

    @BeforeEach
    void createTable() {
        schema = "SC" + NUMBER.incrementAndGet();
        table = schema + ".T";
        changes = "ASNCDC.CDC_" + schema + "_T";
        db2.execute(definition(), "CREATE TABLE " + schema + ".B (ID INTEGER NOT NULL PRIMARY KEY)");
        db2.register(table);
        db2.register(schema + ".B");
        db2.execute("INSERT INTO " + table + " VALUES (1, 1, 'one', 10)");
        db2.execute("INSERT INTO " + schema + ".B VALUES (1)");
        db2.capture().publish();
        run = new RecordedRun(db2.dataSource(), new MemoryCheckpointRepository(), clock);
    }

    private String definition() {
        return "CREATE TABLE " + table
                + " (ID INTEGER NOT NULL PRIMARY KEY, CODE INTEGER NOT NULL, NAME VARCHAR(20), AMOUNT INTEGER)";
    }

    @AfterEach
    void stop() {
        db2.faults().clear();
        run.close();
        for (String name : List.of(table, schema + ".B")) {
            try {
                db2.unregister(name);
            } catch (RuntimeException e) {
                // the test took it away
                assertThat(e).hasMessageContaining(name);
            }
        }
    }

    private EngineOptions options(Platform platform, OnSchemaChange onSchemaChange) {
        return TestOptions.schema(schema)
                .with(given -> {
                    given.platform = platform;
                    given.onSchemaChange = onSchemaChange;
                    given.checkpointInterval = Duration.ZERO;
                    return given;
                })
                .build();
    }

    private void startStreaming(Platform platform, OnSchemaChange onSchemaChange) {
        run.start(options(platform, onSchemaChange)).runUntilIdle();
        assertThat(run.takeLines()).hasSize(2);
    }

    private void change(Platform platform, OnSchemaChange onSchemaChange, While moment, Runnable change) {
        startStreaming(platform, onSchemaChange);
        if (moment == While.RUNNING) {
            change.run();
        } else {
            run.consumer().stop();
            change.run();
            run.start(options(platform, onSchemaChange));
        }
    }

    private void publish(String... statements) {
        db2.execute(statements);
        db2.capture().publish();
        run.runUntilIdle();
    }

    private String[] insert(int id) {
        return new String[] {
            "INSERT INTO " + table + " (ID, CODE, AMOUNT) VALUES (" + id + ", " + id + ", 5)",
            "INSERT INTO " + schema + ".B VALUES (" + id + ")"
        };
    }

    static Stream<Arguments> places() {
        List<Arguments> places = new ArrayList<>();
        for (Platform platform : Platform.values()) {
            for (While moment : While.values()) {
                places.add(Arguments.of(platform, moment));
            }
        }
        return places.stream();
    }

    static Stream<Arguments> incompatible() {
        return places().flatMap(place ->
                Stream.of(Incompatible.values()).map(change -> Arguments.of(place.get()[0], place.get()[1], change)));
    }

    private void assertUntroubled() {
        assertThat(run.consumer().engine().status().trouble()).isNull();
    }

    @ParameterizedTest
    @MethodSource("places")
    void aColumnThatIsAddedToTheSourceOnlyIsLeftOutAndOneThatIsAddedToBothTablesIsCarried(
            Platform platform, While moment) {
        change(platform, OnSchemaChange.FAIL, moment, () -> db2.schema().addColumn(table, "CITY VARCHAR(9)"));
        publish("INSERT INTO " + table + " VALUES (2, 2, 'two', 20, 'Rome')");
        assertThat(run.takeLines()).containsExactly("c T {ID=2, CODE=2, NAME=two, AMOUNT=20}");
        db2.schema().addColumn(changes, "CITY VARCHAR(9)");
        publish("INSERT INTO " + table + " VALUES (3, 3, 'three', 30, 'Bern')");
        assertThat(run.takeLines()).containsExactly("c T {ID=3, CODE=3, NAME=three, AMOUNT=30, CITY=Bern}");
        assertUntroubled();
    }

    @ParameterizedTest
    @MethodSource("places")
    void aColumnThatIsWidenedCarriesLongerValuesWhereTheChangeTableDoes(Platform platform, While moment) {
        change(platform, OnSchemaChange.FAIL, moment, () -> {
            db2.schema().alterColumnType(changes, "NAME", "VARCHAR(40)");
            db2.schema().alterColumnType(table, "NAME", "VARCHAR(40)");
            db2.schema().alterColumnType(table, "AMOUNT", "BIGINT");
        });
        String name = "a name that is longer than it was";
        publish("INSERT INTO " + table + " (ID, CODE, NAME, AMOUNT) VALUES (2, 2, '" + name + "', 20)");
        assertThat(run.takeLines()).containsExactly("c T {ID=2, CODE=2, NAME=" + name + ", AMOUNT=20}");
        assertUntroubled();
    }

    @ParameterizedTest
    @MethodSource("incompatible")
    void aChangeWithWhichEventsCannotGoOnWaitsForADecisionAndGoesOnByIt(
            Platform platform, While moment, Incompatible kind) {
        change(platform, OnSchemaChange.FAIL, moment, () -> kind.change.accept(this));
        publish("INSERT INTO " + schema + ".B VALUES (2)");
        assertVerdict(kind.words);
        clock.move(Duration.ofHours(1));
        run.runUntilIdle();
        run.consumer().stop();
        run.start(options(platform, OnSchemaChange.FAIL)).runUntilIdle();
        assertVerdict(kind.words);
        assertThat(run.consumer().engine().decideGap(OnGap.CONTINUE)).isTrue();
        run.runUntilIdle();
        assertThat(run.takeLines()).containsExactly("c B {ID=2}");
        assertUntroubled();
        if (kind.leavesTable()) {
            publish(insert(3));
            assertThat(run.takeLines()).hasSize(2).anyMatch(line -> line.startsWith("c T {ID=3, CODE=3"));
        }
        run.consumer().stop();
        run.start(options(platform, OnSchemaChange.FAIL)).runUntilIdle();
        assertThat(run.takeLines()).isEmpty();
        assertUntroubled();
    }

    private void assertVerdict(String words) {
        assertThat(run.takeLines()).isEmpty();
        assertThat(run.checkpoints().load("test").orElseThrow().verdict().kind())
                .isEqualTo(Verdict.Kind.STRUCTURE_CHANGED);
        CdcException trouble = run.consumer().engine().status().trouble();
        assertThat(trouble.kind()).isEqualTo(FailureKind.DEFINITE);
        assertThat(trouble)
                .hasMessageContaining("The structure of " + table + " changed: " + words)
                .hasMessageContaining("onSchemaChange=CONTINUE");
    }

    @ParameterizedTest
    @MethodSource("incompatible")
    void withSnapshotThisTableAloneIsLoadedAgain(Platform platform, While moment, Incompatible kind) {
        change(platform, OnSchemaChange.SNAPSHOT, moment, () -> kind.change.accept(this));
        if (kind.leavesTable()) {
            db2.execute("UPDATE " + table + " SET AMOUNT = 11");
        }
        publish("INSERT INTO " + schema + ".B VALUES (2)");
        List<String> lines = run.takeLines();
        assertThat(lines).contains("c B {ID=2}").noneMatch(line -> line.startsWith("r B"));
        if (kind.leavesTable()) {
            assertThat(lines).contains("STARTED T", "COMPLETED T");
            if (kind != Incompatible.CREATE_ANEW) {
                assertThat(lines).anyMatch(line -> line.startsWith("r T {ID=1"));
            }
            publish(insert(3));
            assertThat(run.takeLines()).hasSize(2).anyMatch(line -> line.startsWith("c T {ID=3, CODE=3"));
        } else {
            assertThat(lines).noneMatch(line -> line.contains(" T"));
        }
        assertUntroubled();
        run.consumer().stop();
        run.start(options(platform, OnSchemaChange.FAIL)).runUntilIdle();
        assertThat(run.takeLines()).isEmpty();
        assertUntroubled();
    }
}
