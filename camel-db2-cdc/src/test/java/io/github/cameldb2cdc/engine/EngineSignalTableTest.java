package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cameldb2cdc.checkpoint.SnapshotRequests;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Notification;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.StartFrom;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.Registration;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Signals that come as rows of a table, in the order of the stream. */
class EngineSignalTableTest {

    private static final TableId SIGNALS = new TableId("OPS", "CDC_SIGNALS");

    private final ScriptedRepository checkpoints = new ScriptedRepository("");
    private EmbeddedDb2 db2;
    private EngineRig rig;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute(
                "CREATE TABLE S.ITEMS (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(40))",
                "CREATE TABLE OPS.CDC_SIGNALS (ID VARCHAR(42) NOT NULL PRIMARY KEY, TYPE VARCHAR(32) NOT NULL,"
                        + " DATA VARCHAR(2048))",
                "INSERT INTO S.ITEMS VALUES (1, 'first'), (2, 'first')");
        db2.register("S.ITEMS");
        db2.register("OPS.CDC_SIGNALS");
        db2.capture().publish();
        rig = new EngineRig(db2.dataSource(), checkpoints);
    }

    @AfterEach
    void stop() {
        rig.close();
        db2.close();
    }

    private static TestOptions options() {
        return TestOptions.schema("S").signalTable(SIGNALS);
    }

    private void startLoaded() {
        rig.start(options().build());
        rig.runUntilIdle();
        rig.forgetEvents();
    }

    private void signal(String id, String type, String data) {
        db2.execute("INSERT INTO OPS.CDC_SIGNALS VALUES ('" + id + "', '" + type + "', "
                + (data == null ? "NULL" : "'" + data.replace("'", "''") + "'") + ")");
    }

    private SnapshotRequests requests() {
        return checkpoints.load("test").orElseThrow().requests();
    }

    private void publishUntilNothingIsOpen() {
        rig.runUntil(() -> {
            db2.capture().publish();
            SnapshotRequests requests = requests();
            return requests.open().isEmpty() && requests.waiting().isEmpty();
        });
        rig.runUntilIdle();
    }

    @Test
    void aRowIsASignalAndBecomesNoEvent() {
        startLoaded();
        db2.execute("INSERT INTO S.ITEMS VALUES (3, 'first')");
        signal("a", "execute-snapshot", "{\"data-collections\": [\"S.ITEMS\"]}");
        db2.capture().publish();
        rig.runUntilIdle();
        assertThat(requests().taken()).containsExactly("a");
        publishUntilNothingIsOpen();
        assertThat(rig.lines())
                .containsExactly(
                        "c ITEMS {ID=3, NAME=first}",
                        "STARTED ITEMS",
                        "r ITEMS {ID=1, NAME=first}",
                        "r ITEMS {ID=2, NAME=first}",
                        "r ITEMS {ID=3, NAME=first}",
                        "COMPLETED ITEMS");
    }

    @Test
    void anUpdateOfARowIsNoSignalAlsoWhereItChangesTheKey() {
        startLoaded();
        signal("a", "execute-snapshot", "{\"data-collections\": [\"S.ITEMS\"]}");
        db2.capture().publish();
        publishUntilNothingIsOpen();
        rig.forgetEvents();
        db2.execute("UPDATE OPS.CDC_SIGNALS SET ID = 'b'");
        db2.capture().publish();
        rig.runUntilIdle();
        assertThat(requests().taken()).containsExactly("a");
        assertThat(rig.lines()).isEmpty();
    }

    @Test
    void aSignalTableInASchemaThatIsReadIsNotSelected() {
        db2.execute(
                "CREATE TABLE S.SIGNALS (ID CHAR(42) NOT NULL, WHAT CHAR(32) NOT NULL, MORE VARCHAR(2048), SENT DATE)");
        db2.register("S.SIGNALS");
        rig.start(
                TestOptions.schema("S").signalTable(new TableId("S", "SIGNALS")).build());
        rig.runUntilIdle();
        rig.forgetEvents();
        db2.execute("INSERT INTO S.SIGNALS VALUES ('p', 'pause-snapshot', NULL, NULL)");
        db2.capture().publish();
        rig.runUntilIdle();
        assertThat(requests().paused()).isTrue();
        assertThat(rig.lines()).isEmpty();
        assertThat(checkpoints.load("test").orElseThrow().tables()).containsOnlyKeys(new TableId("S", "ITEMS"));
    }

    @Test
    void aBadRowIsRefusedAndReadingGoesOn() {
        startLoaded();
        signal(" ", "execute-snapshot", null);
        signal("b", "execute-snapshot", "nonsense");
        signal("c", "log", "{\"message\": \"hello\"}");
        signal("d", "pause-snapshot", null);
        db2.execute("UPDATE OPS.CDC_SIGNALS SET DATA = 'changed' WHERE ID = 'b'", "DELETE FROM OPS.CDC_SIGNALS");
        db2.execute("DELETE FROM S.ITEMS WHERE ID = 1");
        db2.capture().publish();
        rig.runUntilIdle();
        assertThat(requests().taken()).containsExactly("d");
        assertThat(requests().paused()).isTrue();
        assertThat(requests().waiting()).isEmpty();
        assertThat(rig.lines()).containsExactly("d ITEMS {ID=1, NAME=first}");
        assertThat(rig.engine().status().trouble()).isNull();
    }

    @Test
    void aSignalIsDoneOnceThoughTheStreamIsReadAgain() {
        startLoaded();
        rig.answer(delivery -> {});
        db2.execute("INSERT INTO S.ITEMS VALUES (3, 'first')");
        signal("a", "execute-snapshot", "{\"data-collections\": [\"S.ITEMS\"], \"keys\": [{\"ID\": 1}]}");
        db2.capture().publish();
        rig.runUntilIdle();
        assertThat(requests().taken()).containsExactly("a");
        rig.kill();
        rig.forgetEvents();
        rig.answer(Delivery::done);
        rig.start(options().build());
        publishUntilNothingIsOpen();
        rig.close();
        rig.start(options().build());
        publishUntilNothingIsOpen();
        assertThat(rig.lines()).containsExactlyInAnyOrder("c ITEMS {ID=3, NAME=first}", "r ITEMS {ID=1, NAME=first}");
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void eachSignalIsDoneOnceOverKills(long seed) {
        Random random = new Random(seed);
        startLoaded();
        int signals = 6;
        for (int i = 1; i <= signals; i++) {
            db2.execute("UPDATE S.ITEMS SET NAME = 'v" + i + "' WHERE ID = 1");
            signal("s" + i, "execute-snapshot", "{\"data-collections\": [\"S.ITEMS\"]}");
            db2.execute("UPDATE S.ITEMS SET NAME = 'w" + i + "' WHERE ID = 2");
            db2.capture().publish();
            int steps = random.nextInt(6);
            boolean answers = random.nextBoolean();
            rig.answer(answers ? Delivery::done : delivery -> {});
            for (int step = 0; step < steps; step++) {
                rig.engine().step();
            }
            rig.kill();
            rig.answer(Delivery::done);
            rig.start(options().build());
        }
        publishUntilNothingIsOpen();
        assertThat(requests().taken()).containsExactly("s1", "s2", "s3", "s4", "s5", "s6");
        assertThat(rig.notices().stream().map(Notification::snapshotId).distinct())
                .hasSize(signals);
        assertThat(rig.notices().stream()
                        .filter(notice -> notice.type() == Notification.Type.COMPLETED)
                        .map(Notification::snapshotId)
                        .distinct())
                .hasSize(signals);
    }

    @Test
    void signalsFromBeforeTheFirstStartAreForNobody() {
        signal("old", "pause-snapshot", null);
        db2.execute("INSERT INTO S.ITEMS VALUES (3, 'first')");
        db2.capture().publish();
        rig.start(options()
                .with(options -> {
                    options.snapshotMode = SnapshotMode.NEVER;
                    options.startFrom = new StartFrom.Earliest();
                    return options;
                })
                .build());
        rig.runUntilIdle();
        assertThat(rig.lines()).containsExactly("c ITEMS {ID=3, NAME=first}");
        assertThat(requests().paused()).isFalse();
        signal("new", "pause-snapshot", null);
        db2.capture().publish();
        rig.runUntilIdle();
        assertThat(requests().paused()).isTrue();
    }

    @Test
    void aSignalThatCannotBeJudgedYetWaitsAndIsDoneByTheNextProcess() {
        startLoaded();
        signal(
                "a",
                "execute-snapshot",
                "{\"data-collections\": [\"S.ITEMS\"], \"additional-conditions\":"
                        + " [{\"data-collection\": \"S.ITEMS\", \"filter\": \"ID = 2\"}]}");
        db2.faults().onStatement(sql -> sql.contains("AND 1 = 0")).failWith(-911, "40001");
        db2.capture().publish();
        rig.runUntil(
                () -> !requests().waiting().isEmpty() && rig.engine().status().trouble() != null);
        assertThat(requests().waiting()).hasSize(1);
        rig.kill();
        db2.faults().clear();
        rig.start(options().build());
        publishUntilNothingIsOpen();
        assertThat(rig.lines()).containsExactly("r ITEMS {ID=2, NAME=first}");
    }

    @Test
    void aTableThatIsNotRegisteredFailsTheStart() {
        TestOptions options = TestOptions.schema("S").signalTable(new TableId("S", "NONE"));
        assertThatThrownBy(() -> rig.start(options.build()))
                .isInstanceOf(CdcException.class)
                .hasMessage("The signal table S.NONE is not registered for capture in these control tables, so its rows"
                        + " would not be seen; register it, or leave the option signalTable out.");
    }

    @Test
    void aTableOfOtherColumnsFailsTheStart() {
        db2.execute("CREATE TABLE S.ODD (ID INTEGER NOT NULL, TYPE VARCHAR(32), DATA VARCHAR(100))");
        db2.register(Registration.of("S", "ODD"));
        TestOptions options = TestOptions.schema("S").signalTable(new TableId("S", "ODD"));
        assertThatThrownBy(() -> rig.start(options.build()))
                .isInstanceOf(CdcException.class)
                .hasMessageStartingWith("The signal table S.ODD must be registered with three columns of text")
                .hasMessageContaining("[INTEGER NOT NULL, VARCHAR(32), VARCHAR(100)]");
    }
}
