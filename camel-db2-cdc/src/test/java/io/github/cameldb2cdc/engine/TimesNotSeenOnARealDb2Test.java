package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.event.FailureKind;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.source.StartFrom;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.io.IOException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Dates and times that the embedded engine cannot store, put into its answers on their way to IBM's driver. They were not
 * seen on a real Db2.
 */
class TimesNotSeenOnARealDb2Test {

    private EmbeddedDb2 db2;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
    }

    @AfterEach
    void stop() {
        db2.close();
    }

    private static List<RowChange> run(EngineRig rig, boolean load) {
        rig.start(TestOptions.schema("S")
                .with(options -> {
                    options.checkpointName = load ? "load" : "stream";
                    options.snapshotMode = load ? SnapshotMode.INITIAL : SnapshotMode.NEVER;
                    options.startFrom = load ? new StartFrom.Latest() : new StartFrom.Earliest();
                    options.snapshotChunkSize = 1;
                    return options;
                })
                .build());
        rig.forgetEvents();
        rig.runUntilIdle();
        return rig.events();
    }

    /** The driver makes 1582-10-20 of it in every class that it has, text included. */
    @Test
    void aDayThatTheCalendarsOfJavaLeftOutIsItself() throws IOException {
        db2.execute("CREATE TABLE S.DAYS (D DATE NOT NULL PRIMARY KEY, TS TIMESTAMP)");
        db2.register("S.DAYS");
        db2.execute("INSERT INTO S.DAYS VALUES ('1582-10-20', '1582-10-20 02:30:00.5'), ('1600-01-01', NULL)");
        db2.capture().publish();
        LocalDate day = LocalDate.of(1582, 10, 10);
        try (EditedWire wire = new EditedWire(db2, "1582-10-20", "1582-10-10");
                EngineRig rig = new EngineRig(wire.dataSource(), new MemoryCheckpointRepository())) {
            List<RowChange> loaded = run(rig, true);
            assertThat(loaded).hasSize(2);
            assertThat(loaded.get(0).after().get("D")).isEqualTo(day);
            assertThat(loaded.get(0).after().get("TS")).isEqualTo(day.atTime(2, 30, 0, 500_000_000));
            assertThat(wire.wasSent("1582-10-10")).as("the border as it is").isTrue();

            List<RowChange> streamed = run(rig, false);
            assertThat(streamed.get(0).after().toMap())
                    .isEqualTo(loaded.get(0).after().toMap());
        }
    }

    @Test
    void theEndOfADayIsTheNextDayOfATimestampAndMidnightOfATime() throws IOException {
        db2.execute("CREATE TABLE S.ENDS (ID INTEGER NOT NULL PRIMARY KEY, T TIME, TS TIMESTAMP)");
        db2.register("S.ENDS");
        db2.execute("INSERT INTO S.ENDS VALUES (1, '23:59:58', '2026-12-31 23:59:58')");
        db2.capture().publish();
        try (EditedWire wire = new EditedWire(db2, "23:59:58", "24:00:00");
                EngineRig rig = new EngineRig(wire.dataSource(), new MemoryCheckpointRepository())) {
            for (boolean load : new boolean[] {true, false}) {
                RowChange event = run(rig, load).get(0);
                assertThat(event.after().get("T")).isEqualTo(LocalTime.MIDNIGHT);
                assertThat(event.after().get("TS")).isEqualTo(LocalDateTime.of(2027, 1, 1, 0, 0));
            }
        }
    }

    @Test
    void aKeyThatIsTheEndOfADayStopsReadingWithASentence() throws IOException {
        db2.execute("CREATE TABLE S.ENDS (T TIME NOT NULL PRIMARY KEY)");
        db2.register("S.ENDS");
        db2.execute("INSERT INTO S.ENDS VALUES ('23:59:58')");
        db2.capture().publish();
        try (EditedWire wire = new EditedWire(db2, "23:59:58", "24:00:00");
                EngineRig rig = new EngineRig(wire.dataSource(), new MemoryCheckpointRepository())) {
            assertThat(run(rig, false)).isEmpty();
            assertThat(rig.engine().status().trouble().kind()).isEqualTo(FailureKind.DEFINITE);
            assertThat(rig.engine().status().trouble())
                    .hasMessageStartingWith("The key column T of S.ENDS has a value");
        }
    }
}
