package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.envelope.EnvelopeStyle;
import io.github.cameldb2cdc.envelope.JsonEnvelope;
import io.github.cameldb2cdc.event.FailureKind;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.Unavailable;
import io.github.cameldb2cdc.source.LobMode;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.Registration;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;

/** Large objects through the engine: Capture leaves them out of the change tables. */
class LargeObjectsTest {

    private static final String MARK = "__debezium_unavailable_value";

    private final ListAppender<ILoggingEvent> log = new ListAppender<>();
    private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.cameldb2cdc.source");
    private EmbeddedDb2 db2;
    private EngineRig rig;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute(
                "CREATE TABLE S.DOCS (NAME VARCHAR(10), DOC CLOB(1M), ID INTEGER NOT NULL PRIMARY KEY, PIC BLOB(1M),"
                        + " TREE XML)");
        db2.register("S.DOCS");
        rig = new EngineRig(db2.dataSource(), new MemoryCheckpointRepository());
        log.start();
        logger.addAppender(log);
    }

    @AfterEach
    void stop() {
        logger.detachAppender(log);
        rig.close();
        db2.close();
    }

    private static TestOptions options(LobMode mode) {
        return TestOptions.schema("S").with(options -> {
            options.lobMode = mode;
            return options;
        });
    }

    private void insert(int id, String document, byte[] picture, String tree) throws SQLException {
        try (Connection connection = db2.connect();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO S.DOCS VALUES (?, ?, ?, ?,"
                        + " XMLPARSE(DOCUMENT CAST(? AS CLOB) PRESERVE WHITESPACE))")) {
            insert.setString(1, "n" + id);
            insert.setString(2, document);
            insert.setInt(3, id);
            insert.setBytes(4, picture);
            insert.setString(5, tree);
            insert.executeUpdate();
        }
    }

    private List<RowChange> deliver() {
        db2.capture().publish();
        rig.forgetEvents();
        rig.runUntilIdle();
        return rig.events();
    }

    private static List<Object> valuesOf(RowChange event) {
        Object picture = event.row().get("PIC");
        return Arrays.asList(
                event.row().get("NAME"),
                event.row().get("DOC"),
                picture instanceof byte[] bytes ? Arrays.toString(bytes) : picture,
                event.row().get("TREE"));
    }

    @Test
    void omittedValuesAreMarkedInEveryEventAlsoWhereTheyAreNull() throws SQLException {
        insert(1, "text", new byte[] {1}, "<a/>");
        insert(2, null, null, null);
        db2.capture().publish();
        rig.start(options(LobMode.OMIT).build());
        List<RowChange> loaded = deliver();
        insert(3, "text", new byte[] {1}, "<a/>");
        db2.execute("UPDATE S.DOCS SET NAME = 'new' WHERE ID = 1", "DELETE FROM S.DOCS WHERE ID = 2");
        List<RowChange> streamed = deliver();

        assertThat(loaded).hasSize(2);
        assertThat(streamed).extracting(event -> event.operation().code()).containsExactly("c", "u", "d");
        for (RowChange event :
                List.of(loaded.get(0), loaded.get(1), streamed.get(0), streamed.get(1), streamed.get(2))) {
            assertThat(valuesOf(event).subList(1, 4)).containsOnly(Unavailable.VALUE);
            assertThat(event.reselectedColumns()).isEmpty();
        }
        assertThat(streamed.get(1).before().get("DOC")).isEqualTo(Unavailable.VALUE);
        for (EnvelopeStyle style : List.of(EnvelopeStyle.PLAIN, EnvelopeStyle.DEBEZIUM)) {
            assertThat(JsonEnvelope.of(style).toText(streamed.get(0)))
                    .contains("\"after\":{\"NAME\":\"n3\",\"DOC\":\"" + MARK + "\",\"ID\":3,\"PIC\":\""
                            + "X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==\",\"TREE\":\"" + MARK + "\"}");
        }
    }

    @Test
    void reselectedValuesAreTheSameFromASnapshotAndFromTheStream() throws SQLException {
        insert(1, "\u6f22\u5b57 and more", new byte[] {0, -1, 32}, "<a>\u00e4</a>");
        insert(2, null, null, null);
        insert(3, "", new byte[0], "<b/>");
        db2.capture().publish();
        rig.start(options(LobMode.RESELECT).build());
        List<RowChange> loaded = deliver();
        db2.execute("UPDATE S.DOCS SET ID = ID + 10");
        List<RowChange> moved = deliver();

        assertThat(valuesOf(loaded.get(0)))
                .containsExactly("n1", "\u6f22\u5b57 and more", "[0, -1, 32]", "<a>\u00e4</a>");
        assertThat(valuesOf(loaded.get(1))).containsExactly("n2", null, null, null);
        assertThat(valuesOf(loaded.get(2))).containsExactly("n3", "", "[]", "<b/>");
        assertThat(loaded)
                .allSatisfy(event -> assertThat(event.reselectedColumns()).isEmpty());
        assertThat(moved).extracting(event -> event.operation().code()).containsExactly("d", "c", "d", "c", "d", "c");
        for (int i = 0; i < 3; i++) {
            assertThat(valuesOf(moved.get(2 * i)).subList(1, 4)).containsOnly(Unavailable.VALUE);
            assertThat(valuesOf(moved.get(2 * i + 1))).isEqualTo(valuesOf(loaded.get(i)));
            assertThat(moved.get(2 * i + 1).reselectedColumns()).containsExactly("DOC", "PIC", "TREE");
        }
        assertThat(JsonEnvelope.plain().toTree(moved.get(1)).get("after").get("DOC"))
                .isEqualTo(
                        JsonEnvelope.plain().toTree(loaded.get(0)).get("after").get("DOC"));
    }

    @Test
    void aReselectedValueIsThatOfNowAndARowThatIsGoneHasNone() throws SQLException {
        db2.capture().publish();
        rig.start(options(LobMode.RESELECT).build());
        deliver();
        insert(1, "first", null, null);
        db2.execute("UPDATE S.DOCS SET DOC = 'second' WHERE ID = 1");
        insert(2, "gone", null, null);
        db2.execute("DELETE FROM S.DOCS WHERE ID = 2");
        List<RowChange> events = deliver();

        assertThat(events).extracting(event -> event.operation().code()).containsExactly("c", "u", "c", "d");
        assertThat(events)
                .extracting(event -> event.row().get("DOC"))
                .containsExactly("second", "second", Unavailable.VALUE, Unavailable.VALUE);
        assertThat(events.get(1).before().get("DOC")).isEqualTo(Unavailable.VALUE);
        assertThat(events.get(2).reselectedColumns()).isEmpty();
    }

    @Test
    void changesOfATableThatIsDroppedAreDeliveredWithoutValuesOnceThatIsDecided() throws SQLException {
        db2.capture().publish();
        rig.start(options(LobMode.RESELECT).build());
        deliver();
        insert(1, "first", null, null);
        db2.capture().publish();
        db2.schema().dropTable("S.DOCS");
        assertThat(deliver()).isEmpty();
        assertThat(rig.engine().status().trouble()).hasMessageContaining("The structure of S.DOCS changed");

        rig.kill();
        rig.start(options(LobMode.RESELECT)
                .with(options -> {
                    options.onSchemaChange = OnSchemaChange.CONTINUE;
                    return options;
                })
                .build());
        assertThat(deliver())
                .extracting(event -> event.row().get("ID"), event -> event.row().get("DOC"))
                .containsExactly(tuple(1, Unavailable.VALUE));
        assertThat(rig.engine().status().trouble()).isNull();
    }

    @Test
    void whatIsLongerThanTheLimitIsLeftOutAndSaidOnce() throws SQLException {
        for (int id = 1; id <= 2; id++) {
            insert(id, "d".repeat(100), new byte[101], "<a>" + "x".repeat(94) + "</a>");
        }
        db2.capture().publish();
        rig.start(options(LobMode.RESELECT)
                .with(options -> {
                    options.lobMaxBytes = 100;
                    return options;
                })
                .build());
        List<RowChange> loaded = deliver();
        db2.execute("UPDATE S.DOCS SET NAME = 'x'");
        List<RowChange> updated = deliver();

        assertThat(loaded).hasSize(2);
        assertThat(updated).hasSize(2);
        for (RowChange event : List.of(loaded.get(0), loaded.get(1), updated.get(0), updated.get(1))) {
            assertThat(event.after().get("DOC")).isEqualTo("d".repeat(100));
            assertThat(event.after().get("PIC")).isEqualTo(Unavailable.VALUE);
            assertThat(event.after().get("TREE")).isEqualTo(Unavailable.VALUE);
        }
        assertThat(updated.get(0).reselectedColumns()).containsExactly("DOC");
        assertThat(warnings())
                .containsExactlyInAnyOrder(
                        "A value of the column PIC of S.DOCS is longer than lobMaxBytes, which is 100; events leave such"
                                + " values out.",
                        "A value of the column TREE of S.DOCS is longer than lobMaxBytes, which is 100; events leave such"
                                + " values out.");
    }

    private List<String> warnings() {
        return log.list.stream()
                .filter(line -> line.getLevel() == Level.WARN)
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
    }

    @Test
    void aTableWithoutAKeyHasNoValuesInEitherPhaseAndOneWarningSaysWhy() {
        db2.execute("CREATE TABLE K.LOOSE (N INTEGER, DOC CLOB(1M))");
        db2.register("K.LOOSE");
        db2.execute("INSERT INTO K.LOOSE VALUES (1, 'text')");
        db2.capture().publish();
        rig.start(TestOptions.schema("K")
                .with(options -> {
                    options.lobMode = LobMode.RESELECT;
                    return options;
                })
                .build());
        List<RowChange> loaded = deliver();
        db2.execute("INSERT INTO K.LOOSE VALUES (2, 'text')");
        List<RowChange> streamed = deliver();

        assertThat(loaded.get(0).after().get("DOC")).isEqualTo(Unavailable.VALUE);
        assertThat(streamed.get(0).after().get("DOC")).isEqualTo(Unavailable.VALUE);
        assertThat(warnings()).hasSize(1);
        assertThat(warnings().get(0)).startsWith("Events of K.LOOSE have no large objects, since the table has no key");
    }

    @Test
    void manyRowsTakeFewStatementsAndAreHeldWithinTheLimit() throws SQLException {
        db2.capture().publish();
        rig.start(options(LobMode.RESELECT)
                .with(options -> {
                    options.maxInFlightBytes = 40_000;
                    return options;
                })
                .build());
        deliver();
        int rows = 200;
        for (int id = 0; id < rows; id++) {
            insert(id, "d".repeat(1_000), null, null);
        }
        db2.faults().recordStatements(10_000);
        List<RowChange> events = deliver();

        assertThat(events)
                .extracting(event -> event.after().get("ID"))
                .containsExactlyElementsOf(IntStream.range(0, rows).boxed().toList());
        assertThat(events).allSatisfy(event -> assertThat((String) event.after().get("DOC"))
                .hasSize(1_000));
        long statements = db2.faults().recordedStatements().stream()
                .filter(sql -> sql.contains("CASE WHEN LENGTH"))
                .count();
        assertThat(statements).isBetween(rows * 1_000L / 40_000, 12L);
    }

    @Test
    void aKilledProcessGoesOnBehindTheLastEventThatWasDone() throws SQLException {
        db2.capture().publish();
        EngineOptions options = options(LobMode.RESELECT)
                .with(small -> {
                    small.maxInFlightBytes = 3_000;
                    small.maxMessagesPerPoll = 4;
                    small.checkpointInterval = Duration.ZERO;
                    return small;
                })
                .build();
        rig.start(options);
        deliver();
        for (int id = 0; id < 20; id++) {
            insert(id, "d".repeat(id * 100), null, null);
        }
        db2.capture().publish();
        for (int life = 0; life < 30 && rig.events().size() < 20; life++) {
            rig.engine().step();
            rig.kill();
            rig.start(options);
        }

        assertThat(rig.events())
                .extracting(event -> ((String) event.after().get("DOC")).length())
                .containsExactlyElementsOf(
                        IntStream.range(0, 20).map(id -> id * 100).boxed().toList());
    }

    @ParameterizedTest
    @EnumSource(LobMode.class)
    void aMissingPrivilegeStopsOnlyWhoReads(LobMode mode) throws SQLException {
        db2.capture().publish();
        rig.start(options(mode).build());
        deliver();
        db2.faults()
                .onStatement(sql -> sql.contains("FROM \"S\".\"DOCS\""))
                .failWith(-551, "42501", "U", "SELECT", "S.DOCS");
        insert(1, "text", null, null);
        List<RowChange> events = deliver();

        if (mode == LobMode.OMIT) {
            assertThat(events).hasSize(1);
            return;
        }
        assertThat(events).isEmpty();
        assertThat(rig.engine().status().trouble().kind()).isEqualTo(FailureKind.DEFINITE);
        assertThat(rig.engine().status().trouble())
                .hasMessageStartingWith(
                        "Could not read the large objects of S.DOCS by key: SQLCODE -551, SQLSTATE 42501")
                .hasMessageEndingWith("; grant the user the missing privilege.");
    }

    @Test
    void aConnectionThatIsLostWhileValuesAreReadLosesNoEvent() throws SQLException {
        db2.capture().publish();
        rig.start(options(LobMode.RESELECT).build());
        deliver();
        db2.faults()
                .onStatement(sql -> sql.contains("CASE WHEN LENGTH"))
                .times(1)
                .dropConnection();
        insert(1, "text", null, null);
        db2.capture().publish();
        rig.runUntil(() -> !rig.events().isEmpty());

        assertThat(rig.events()).extracting(event -> event.row().get("DOC")).containsExactly("text");
        assertThat(rig.engine().status().trouble()).isNull();
    }

    @Test
    void beforeImagesOfOtherColumnsStayInTheirPlaces() throws SQLException {
        db2.execute("CREATE TABLE B.DOCS (DOC CLOB(1M), ID INTEGER NOT NULL PRIMARY KEY, PIC BLOB(1M), N INTEGER)");
        db2.register(Registration.of("B", "DOCS").updatesAsRows().beforeImages("X"));
        db2.execute("INSERT INTO B.DOCS VALUES ('text', 1, NULL, 5)");
        db2.capture().publish();
        rig.start(TestOptions.schema("B")
                .with(options -> {
                    options.lobMode = LobMode.RESELECT;
                    return options;
                })
                .build());
        deliver();
        db2.execute("UPDATE B.DOCS SET N = 6, ID = 2");
        List<RowChange> events = deliver();

        assertThat(events).hasSize(2);
        assertThat(events.get(0).before().toMap().values()).containsExactly(Unavailable.VALUE, 1, Unavailable.VALUE, 5);
        assertThat(events.get(1).after().toMap().values()).containsExactly("text", 2, null, 6);
    }

    @Test
    void rowsThatAreLargerThanAllThatMayWaitAreLoadedOneByOne() throws SQLException {
        int length = 9 << 20;
        db2.execute("CREATE TABLE L.DOCS (ID INTEGER NOT NULL PRIMARY KEY, DOC CLOB(16M))");
        db2.register("L.DOCS");
        try (Connection connection = db2.connect();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO L.DOCS VALUES (?, ?)")) {
            for (int id = 0; id < 3; id++) {
                insert.setInt(1, id);
                insert.setString(2, "d".repeat(length));
                insert.executeUpdate();
            }
        }
        db2.capture().publish();
        rig.start(TestOptions.schema("L")
                .with(options -> {
                    options.lobMode = LobMode.RESELECT;
                    return options;
                })
                .build());
        List<RowChange> loaded = deliver();

        assertThat(loaded)
                .extracting(event -> ((String) event.after().get("DOC")).length())
                .containsExactly(length, length, length);
    }
}
