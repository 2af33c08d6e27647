package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.source.StartFrom;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The engine while its sink, its store or its connection fails, and while it is stopped. */
class EngineLifeTest {

    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final List<String> THREE = List.of("c T {ID=1}", "c T {ID=2}", "c T {ID=3}");

    private EmbeddedDb2 db2;
    private EngineRig rig;
    private volatile boolean stopped;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute("CREATE TABLE S.T (ID INTEGER NOT NULL PRIMARY KEY)");
        db2.register("S.T");
        rig = new EngineRig(db2.dataSource(), new MemoryCheckpointRepository());
    }

    @AfterEach
    void stop() {
        rig.close();
        db2.close();
    }

    private static EngineOptions options(OnFailure onFailure) {
        return TestOptions.schema("S")
                .with(options -> {
                    options.snapshotMode = SnapshotMode.NEVER;
                    options.startFrom = new StartFrom.Earliest();
                    options.onFailure = onFailure;
                    options.maximumBackoff = Duration.ofMillis(20);
                    options.checkpointInterval = Duration.ZERO;
                    return options;
                })
                .build();
    }

    private void insertThree() {
        for (int id = 1; id <= 3; id++) {
            db2.execute("INSERT INTO S.T VALUES (" + id + ")");
        }
        db2.capture().publish();
    }

    private void stepUntil(BooleanSupplier reached) {
        Instant deadline = Instant.now().plus(PATIENCE);
        while (!reached.getAsBoolean() && Instant.now().isBefore(deadline)) {
            rig.engine().step();
        }
        assertThat(reached.getAsBoolean()).as("reached in time").isTrue();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatTheSinkThrowsIsAFailedEventAndComesAgain(boolean error) {
        insertThree();
        int[] thrown = new int[1];
        rig.answer(delivery -> {
            if (thrown[0]++ < 2) {
                if (error) {
                    throw new LinkageError("scripted");
                }
                throw new IllegalStateException("scripted");
            }
            delivery.done();
        });
        rig.start(options(OnFailure.RETRY));
        stepUntil(() -> rig.engine().status().inFlight() == 0 && rig.events().size() >= 5);
        assertThat(rig.lines()).containsExactly("c T {ID=1}", "c T {ID=1}", "c T {ID=1}", "c T {ID=2}", "c T {ID=3}");
    }

    @Test
    void stopEndsTheConsumerAndALaterStartBeginsWithTheFailedEvent() {
        insertThree();
        rig.answer(delivery -> {
            if (delivery.event().toString().equals(rig.events().get(0).toString())) {
                delivery.done();
            } else {
                delivery.failed(new IllegalStateException("scripted"));
            }
        });
        rig.start(options(OnFailure.STOP));
        stepUntil(() -> rig.engine().status().state() == EngineState.FAILED_EVENT);
        assertThat(rig.engine().step()).isZero();
        rig.answer(Delivery::done);
        rig.forgetEvents();
        rig.start(options(OnFailure.STOP));
        stepUntil(() -> rig.events().size() >= 2);
        assertThat(rig.lines()).containsExactly("c T {ID=2}", "c T {ID=3}");
    }

    @Test
    void aStopEndsAStepThatWaitsForAnswers() throws InterruptedException {
        insertThree();
        CountDownLatch delivered = new CountDownLatch(1);
        rig.answer(delivery -> delivered.countDown());
        EngineOptions one = TestOptions.schema("S")
                .with(options -> {
                    options.snapshotMode = SnapshotMode.NEVER;
                    options.startFrom = new StartFrom.Earliest();
                    options.maxInFlight = 1;
                    return options;
                })
                .build();
        rig.start(one);
        CdcEngine engine = rig.engine();
        Thread stepping = new Thread(() -> {
            while (!stopped) {
                engine.step();
            }
        });
        stepping.start();
        assertThat(delivered.await(60, TimeUnit.SECONDS)).isTrue();
        stopped = true;
        engine.requestStop();
        stepping.join(5_000);
        assertThat(stepping.isAlive()).isFalse();
        engine.close();
        assertThatCode(engine::close).doesNotThrowAnyException();
        assertThat(engine.status().state()).isEqualTo(EngineState.CLOSED);
        assertThat(engine.step()).isZero();
    }

    @Test
    void aStoreThatIsDownOrFaultyForAWhileCostsNoEventAndNoSurprise() {
        ScriptedRepository store = new ScriptedRepository("");
        rig = new EngineRig(db2.dataSource(), store);
        insertThree();
        rig.start(options(OnFailure.RETRY));
        store.script("flblf");
        stepUntil(() -> store.calls > 6 && rig.engine().status().trouble() == null);
        rig.runUntilIdle();
        assertThat(rig.lines()).isEqualTo(THREE);
        rig.start(options(OnFailure.RETRY));
        rig.runUntilIdle();
        assertThat(rig.lines()).isEqualTo(THREE);
    }

    @Test
    void aStoreThatFailsAtTheEndDoesNotKeepTheEngineFromClosing() {
        ScriptedRepository store = new ScriptedRepository("");
        rig = new EngineRig(db2.dataSource(), store);
        rig.start(TestOptions.schema("S")
                .with(options -> {
                    options.snapshotMode = SnapshotMode.NEVER;
                    return options;
                })
                .build());
        insertThree();
        store.script("bbbbbbbb");
        stepUntil(() -> rig.events().size() == 3);
        CdcEngine engine = rig.engine();
        assertThatCode(rig::close).doesNotThrowAnyException();
        assertThat(engine.status().state()).isEqualTo(EngineState.CLOSED);
    }

    @Test
    void aStopTriesTheStoreOnceMoreThoughItsPauseIsNotOver() {
        ScriptedRepository store = new ScriptedRepository("");
        rig = new EngineRig(db2.dataSource(), store);
        EngineOptions options = TestOptions.schema("S")
                .with(given -> {
                    given.snapshotMode = SnapshotMode.NEVER;
                    given.checkpointInterval = Duration.ZERO;
                    given.maximumBackoff = Duration.ofHours(1);
                    return given;
                })
                .build();
        rig.start(options);
        insertThree();
        store.script("b");
        stepUntil(() -> rig.engine().status().trouble() != null);
        int delivered = rig.events().size();
        rig.close();
        rig.start(options);
        rig.runUntilIdle();
        assertThat(rig.lines()).isEqualTo(THREE);
        assertThat(delivered).isPositive();
    }

    @Test
    void earliestIsNotBeyondTheWatermarkThoughARowUpThereIsVisible() {
        db2.execute("CREATE TABLE S.U (ID INTEGER NOT NULL PRIMARY KEY)");
        db2.register("S.U");
        db2.capture().publish();
        String changeTable = changeTableOf("U");
        db2.execute("INSERT INTO " + changeTable
                + " (IBMSNAP_COMMITSEQ, IBMSNAP_INTENTSEQ, IBMSNAP_OPERATION, ID) VALUES"
                + " (X'00FFFFFFFFFFFFFFFFFFFFFFFFFFFFFF', X'00FFFFFFFFFFFFFFFFFFFFFFFFFFFFFF', 'I', 9)");
        rig.start(options(OnFailure.RETRY));
        insertThree();
        stepUntil(() -> rig.events().size() >= 3);
        assertThat(rig.lines()).isEqualTo(THREE);
    }

    private String changeTableOf(String table) {
        try (var connection = db2.connect();
                var rows = connection
                        .createStatement()
                        .executeQuery("SELECT CD_OWNER, CD_TABLE FROM ASNCDC.IBMSNAP_REGISTER WHERE SOURCE_TABLE = '"
                                + table + "'")) {
            rows.next();
            return '"' + rows.getString(1).strip() + "\".\"" + rows.getString(2).strip() + '"';
        } catch (java.sql.SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aConnectionThatIsLostAtAnyStatementLosesAndReordersNothing() {
        db2.execute("INSERT INTO S.T VALUES (1), (2)");
        db2.capture().publish();
        for (int statement = 1; statement <= 24; statement++) {
            rig = new EngineRig(db2.dataSource(), new MemoryCheckpointRepository());
            int id = 10 * statement;
            rig.start(TestOptions.schema("S")
                    .with(options -> {
                        options.maximumBackoff = Duration.ofMillis(20);
                        return options;
                    })
                    .build());
            db2.faults().onNthStatement(statement).dropConnection();
            stepUntil(() -> rig.engine().status().state() == EngineState.STREAMING
                    && rig.events().size() >= 2);
            db2.faults().clear();
            db2.execute("INSERT INTO S.T VALUES (" + id + ")", "UPDATE S.T SET ID = ID + 1 WHERE ID = " + id);
            db2.capture().publish();
            db2.faults().onNthStatement(statement).dropConnection();
            stepUntil(() -> rig.lines().contains("c T {ID=" + (id + 1) + "}"));
            db2.faults().clear();
            List<String> created = List.of("c T {ID=" + id + "}", "d T {ID=" + id + "}", "c T {ID=" + (id + 1) + "}");
            List<String> lines = new ArrayList<>(new LinkedHashSet<>(rig.lines()));
            assertThat(lines).startsWith("r T {ID=1}", "r T {ID=2}");
            lines.retainAll(created);
            assertThat(lines).as("lost at statement %s", statement).isEqualTo(created);
            rig.close();
        }
    }
}
