package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.CheckpointRepository;
import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.PlainCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.Verdict;
import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.OnGap;
import io.github.cameldb2cdc.engine.OnSchemaChange;
import io.github.cameldb2cdc.engine.TestOptions;
import io.github.cameldb2cdc.envelope.IdempotencyKey;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.SchemaChange;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.Registration;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import javax.sql.DataSource;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a change of structure is told, what is read again because of it, and the procedures of database administrators. */
class SchemaChangeEventTest {

    private static final String ADDED = "SCHEMA T [the column CITY VARCHAR(9) was added]";
    private static final String ADDED_TO_SOURCE =
            "SCHEMA T [the column CITY VARCHAR(9) was added, and not to the change table]";
    private static final String CAPTURED = "SCHEMA T [the column CITY VARCHAR(9) was added to the change table]";
    private static final String DEFINITION = "CREATE TABLE S.T (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(20))";
    private static final String CHANGES = "ASNCDC.CDC_S_T";

    private final MovableClock clock = new MovableClock();
    private final AtomicReference<Consumer<String>> beforeQuery = new AtomicReference<>(sql -> {});
    private final List<SchemaChange> told = new ArrayList<>();
    private EmbeddedDb2 db2;
    private RecordedRun run;
    private OnSchemaChange onSchemaChange = OnSchemaChange.FAIL;
    private OnGap onGap = OnGap.FAIL;
    private boolean addColumnIsSchemaChange;
    private int mostRows = 2048;
    private Duration checkpointInterval = Duration.ZERO;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute(DEFINITION);
        db2.register("S.T");
        open(new MemoryCheckpointRepository());
    }

    private void open(CheckpointRepository checkpoints) {
        DataSource watched =
                WatchedDataSource.of(db2.dataSource(), sql -> beforeQuery.get().accept(sql));
        run = new RecordedRun(watched, checkpoints, clock);
        run.afterEach(delivery -> {
            if (delivery.event() instanceof SchemaChange change) {
                told.add(change);
            }
        });
    }

    @AfterEach
    void stop() {
        db2.faults().clear();
        run.close();
        db2.close();
    }

    private EngineOptions options() {
        return TestOptions.schema("S")
                .with(given -> {
                    given.onSchemaChange = onSchemaChange;
                    given.onGap = onGap;
                    given.addColumnIsSchemaChange = addColumnIsSchemaChange;
                    given.schemaChangeEvents = true;
                    given.checkpointInterval = checkpointInterval;
                    given.maxMessagesPerPoll = mostRows;
                    return given;
                })
                .build();
    }

    private void startStreaming() {
        run.start(options()).runUntilIdle();
        publish("INSERT INTO S.T VALUES (1, 'one')");
        assertThat(run.takeLines()).containsExactly("c T {ID=1, NAME=one}");
    }

    private void publish(String... statements) {
        db2.execute(statements);
        db2.capture().publish();
        run.runUntilIdle();
    }

    private void restart() {
        run.consumer().stop();
        run.start(options()).runUntilIdle();
    }

    private void assertVerdict(Verdict.Kind kind) {
        assertThat(run.takeLines()).isEmpty();
        assertThat(run.checkpoints().load("test").orElseThrow().verdict().kind())
                .isEqualTo(kind);
    }

    /** Changes something once, between the look at the catalog and the pages. */
    private void onceBeforePages(Runnable change) {
        beforeQuery.set(sql -> {
            if (sql.contains("MIN(IBMSNAP_COMMITSEQ)")) {
                beforeQuery.set(later -> {});
                change.run();
            }
        });
    }

    @Test
    void oneChangeIsToldOnceAlsoOverRestarts() {
        startStreaming();
        db2.schema().addColumn("S.T", "CITY VARCHAR(9)");
        publish("INSERT INTO S.T VALUES (2, 'two', 'Rome')");
        assertThat(run.takeLines()).containsExactly(ADDED_TO_SOURCE, "c T {ID=2, NAME=two}");
        restart();
        publish("INSERT INTO S.T VALUES (3, 'three', 'Bern')");
        assertThat(run.takeLines()).containsExactly("c T {ID=3, NAME=three}");
        db2.schema().addColumn(CHANGES, "CITY VARCHAR(9)");
        publish("INSERT INTO S.T VALUES (4, 'four', 'Oslo')");
        assertThat(run.takeLines()).containsExactly(CAPTURED, "c T {ID=4, NAME=four, CITY=Oslo}");
        restart();
        assertThat(run.takeLines()).isEmpty();
    }

    @Test
    void theEventTellsTheTableBeforeAndAfterAndStandsAtTheWatermark() {
        startStreaming();
        db2.schema().addColumn("S.T", CHANGES, "CITY VARCHAR(9)");
        publish("INSERT INTO S.T VALUES (2, 'two', 'Rome')");
        assertThat(run.takeLines()).containsExactly(ADDED, "c T {ID=2, NAME=two, CITY=Rome}");
        SchemaChange change = told.get(0);
        assertThat(change.before().columns()).hasSize(2);
        assertThat(change.after().columns()).hasSize(3);
        assertThat(change.after().messageKey()).containsExactly("ID");
        Sequence watermark = Sequence.ofOwned(db2.capture().synchpoint().bytes());
        assertThat(change.position()).isEqualTo(Position.endOf(watermark));
    }

    @Test
    void aChangeWhoseTellingWasNotRecordedIsToldAgainUnderTheSameKey() {
        startStreaming();
        run.consumer().stop();
        checkpointInterval = Duration.ofHours(1);
        db2.schema().addColumn("S.T", "CITY VARCHAR(9)");
        for (int life = 0; life < 2; life++) {
            db2.capture().publish();
            run.startAndEndAfter(1, options());
            run.consumer().kill();
        }
        run.start(options()).runUntilIdle();
        assertThat(told).hasSizeGreaterThan(1);
        assertThat(told.stream().map(IdempotencyKey::of).distinct()).hasSize(1);
        told.clear();
        restart();
        assertThat(told).isEmpty();
    }

    @Test
    void statisticsAndAnIndexTellNothing() {
        startStreaming();
        db2.schema().runStatistics("S.T");
        db2.execute("CREATE INDEX S.I ON S.T (NAME)");
        publish("INSERT INTO S.T VALUES (2, 'two')");
        clock.move(Duration.ofSeconds(31));
        run.runUntilIdle();
        restart();
        assertThat(run.takeLines()).containsExactly("c T {ID=2, NAME=two}");
    }

    @Test
    void aRegistrationOfSomeColumnsIsNoChange() {
        db2.execute("CREATE TABLE S.U (ID INTEGER NOT NULL PRIMARY KEY, A INTEGER, B INTEGER)");
        db2.register(Registration.of("S", "U").columns("B", "ID"));
        run.start(options()).runUntilIdle();
        publish("INSERT INTO S.U VALUES (1, 2, 3)");
        restart();
        assertThat(run.takeLines()).containsExactly("c U {ID=1, B=3}");
    }

    @Test
    void anIdleConsumerLooksAfterThirtySeconds() {
        startStreaming();
        db2.schema().addColumn("S.T", "CITY VARCHAR(9)");
        clock.move(Duration.ofSeconds(29));
        run.runUntilIdle();
        assertThat(run.takeLines()).isEmpty();
        clock.move(Duration.ofSeconds(1));
        run.runUntilIdle();
        assertThat(run.takeLines()).containsExactly(ADDED_TO_SOURCE);
    }

    @Test
    void aColumnThatIsAddedCanCountAsAChangeOnWhichSomebodyDecides() {
        addColumnIsSchemaChange = true;
        startStreaming();
        db2.schema().addColumn("S.T", "CITY VARCHAR(9)");
        publish("INSERT INTO S.T VALUES (2, 'two', 'Rome')");
        assertVerdict(Verdict.Kind.STRUCTURE_CHANGED);
        onSchemaChange = OnSchemaChange.CONTINUE;
        restart();
        assertThat(run.takeLines()).containsExactly(ADDED_TO_SOURCE, "c T {ID=2, NAME=two}");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2048})
    void rowsThatWereReadWhileTheStructureChangedAreReadAgain(int rows) {
        mostRows = rows;
        startStreaming();
        db2.execute("INSERT INTO S.T VALUES (2, 'two')", "INSERT INTO S.T VALUES (3, 'three')");
        db2.capture().publish();
        onceBeforePages(() -> db2.schema().addColumn("S.T", CHANGES, "CITY VARCHAR(9)"));
        run.runUntilIdle();
        assertThat(run.takeLines())
                .containsExactly(ADDED, "c T {ID=2, NAME=two, CITY=null}", "c T {ID=3, NAME=three, CITY=null}");
    }

    @Test
    void aColumnThatGoesAwayBetweenTheLookAndThePageIsFoundAtOnce() {
        onSchemaChange = OnSchemaChange.CONTINUE;
        startStreaming();
        db2.execute("INSERT INTO S.T VALUES (2, 'two')");
        db2.capture().publish();
        onceBeforePages(() -> db2.schema().dropColumn(CHANGES, "NAME"));
        run.runUntilIdle();
        assertThat(run.takeLines())
                .containsExactly(
                        "SCHEMA T [the column NAME VARCHAR(20) is no longer in the change table]", "c T {ID=2}");
    }

    /** SQLCODEs of a lock that another one holds, and of a table that waits for its reorganisation. */
    @ParameterizedTest
    @ValueSource(ints = {-911, -913, -668})
    void nothingIsDeliveredWhileTheCatalogCannotBeRead(int code) {
        startStreaming();
        db2.execute("INSERT INTO S.T VALUES (2, 'two')");
        db2.capture().publish();
        boolean[] read = new boolean[1];
        db2.faults()
                .onStatement(sql -> {
                    read[0] |= sql.contains("\"CDC_S_T\" WHERE");
                    return read[0] && sql.contains("DATACAPTURE");
                })
                .times(3)
                .failWith(code, code == -668 ? "57007" : "40001");
        run.consumer().step();
        assertThat(run.takeLines()).isEmpty();
        assertThat(run.consumer().engine().status().trouble()).hasMessageContaining("SQLCODE " + code);
        for (int step = 0; step < 10; step++) {
            clock.move(Duration.ofMinutes(2));
            run.consumer().step();
        }
        assertThat(run.takeLines()).containsExactly("c T {ID=2, NAME=two}");
    }

    @Test
    void theOnlineProcedureNeedsADecisionAndNoRestart() {
        startStreaming();
        db2.capture().state("S.T", 'I', null);
        db2.capture().publish();
        run.runUntilIdle();
        db2.schema().addColumn("S.T", CHANGES, "CITY VARCHAR(9)");
        db2.capture().state("S.T", 'A', null);
        publish("INSERT INTO S.T VALUES (2, 'two', 'Rome')");
        List<String> lines = new ArrayList<>(run.takeLines());
        assertVerdict(Verdict.Kind.CAPTURE_INTERRUPTED);
        assertThat(run.consumer().engine().decideGap(OnGap.CONTINUE)).isTrue();
        run.runUntilIdle();
        lines.addAll(run.takeLines());
        assertThat(lines).containsExactly(ADDED, "c T {ID=2, NAME=two, CITY=Rome}");
    }

    @Test
    void theOfflineProcedureNeedsADecisionAndNoRestart() {
        startStreaming();
        db2.unregister("S.T");
        publish();
        db2.schema().addColumn("S.T", "CITY VARCHAR(9)");
        db2.register("S.T");
        clock.move(Duration.ofMinutes(2));
        publish("INSERT INTO S.T VALUES (2, 'two', 'Rome')");
        assertVerdict(Verdict.Kind.CREATED_ANEW);
        assertThat(run.consumer().engine().decideGap(OnGap.CONTINUE)).isTrue();
        run.runUntilIdle();
        assertThat(run.takeLines()).containsExactly(ADDED, "c T {ID=2, NAME=two, CITY=Rome}");
    }

    private void createBothAnew() {
        db2.unregister("S.T");
        db2.execute("DROP TABLE S.T", DEFINITION);
        db2.register("S.T");
        db2.execute("INSERT INTO S.T VALUES (2, 'two')");
        db2.capture().publish();
    }

    @Test
    void aSourceAndAChangeTableThatWereBothCreatedAnewNeedBothOptions() {
        startStreaming();
        run.consumer().stop();
        createBothAnew();
        onSchemaChange = OnSchemaChange.CONTINUE;
        run.start(options()).runUntilIdle();
        assertVerdict(Verdict.Kind.CREATED_ANEW);
        onSchemaChange = OnSchemaChange.FAIL;
        onGap = OnGap.CONTINUE;
        restart();
        assertVerdict(Verdict.Kind.STRUCTURE_CHANGED);
        onSchemaChange = OnSchemaChange.CONTINUE;
        restart();
        assertThat(run.takeLines()).containsExactly("SCHEMA T [the table was created anew]", "c T {ID=2, NAME=two}");
    }

    @ParameterizedTest
    @EnumSource(value = OnGap.class, names = "FAIL", mode = EnumSource.Mode.EXCLUDE)
    void oneDecisionOfAnOperatorEndsBothFindings(OnGap decision) {
        startStreaming();
        createBothAnew();
        run.runUntilIdle();
        assertThat(run.takeLines()).isEmpty();
        assertThat(run.consumer().engine().decideGap(decision)).isTrue();
        run.runUntilIdle();
        assertThat(run.takeLines())
                .contains("SCHEMA T [the table was created anew]")
                .anyMatch(line -> line.endsWith(" T {ID=2, NAME=two}"));
        assertThat(run.consumer().engine().status().trouble()).isNull();
    }

    /** Without columns in the store a change while the consumer is stopped is no finding; another table is. */
    @Test
    void aPlainRepositoryRemembersWhichTableItWasAndNoColumns() {
        run.close();
        MemoryIdempotentRepository keys = new MemoryIdempotentRepository();
        keys.setCacheSize(5000);
        keys.start();
        open(new PlainCheckpointRepository(keys));
        startStreaming();
        run.consumer().stop();
        db2.schema().dropColumn("S.T", "NAME");
        run.start(options());
        publish("INSERT INTO S.T VALUES (2)");
        assertThat(run.takeLines()).containsExactly("c T {ID=2}");
        run.consumer().stop();
        db2.schema().recreateTable("S.T", "CREATE TABLE S.T (ID INTEGER NOT NULL PRIMARY KEY)");
        run.start(options()).runUntilIdle();
        assertThat(run.consumer().engine().status().trouble()).hasMessageContaining("the table was created anew");
        restart();
        assertThat(run.consumer().engine().status().trouble()).hasMessageContaining("The structure of a table changed");
        assertThat(run.consumer().engine().decideGap(OnGap.CONTINUE)).isTrue();
        run.runUntilIdle();
        publish("INSERT INTO S.T VALUES (3)");
        assertThat(run.takeLines()).containsExactly("SCHEMA T [the table was created anew]", "c T {ID=3}");
    }

    @Test
    void aColumnOfAnotherKindThanInTheChangeTableIsNotReadAndThatIsSaid() {
        onSchemaChange = OnSchemaChange.CONTINUE;
        db2.execute("CREATE TABLE S.U (ID INTEGER NOT NULL PRIMARY KEY, D DATE)");
        db2.register("S.U");
        run.start(options()).runUntilIdle();
        db2.schema().alterColumnType("S.U", "D", "CHAR(10)");
        publish();
        assertThat(run.consumer().engine().status().trouble())
                .hasMessageContaining("The column D of S.U is CHAR(10) and in its change table")
                .hasMessageContaining("cannot be read as the same");
        db2.schema().alterColumnType("ASNCDC.CDC_S_U", "D", "CHAR(10)");
        clock.move(Duration.ofMinutes(2));
        publish();
        assertThat(run.consumer().engine().status().trouble()).isNull();
        assertThat(run.takeLines()).containsExactly("SCHEMA U [the column D was changed from DATE to CHAR(10)]");
    }
}
