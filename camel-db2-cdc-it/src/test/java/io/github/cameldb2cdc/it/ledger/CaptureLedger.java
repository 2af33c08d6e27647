package io.github.cameldb2cdc.it.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.it.container.Db2Container;
import io.github.cameldb2cdc.test.StartMode;
import java.sql.Timestamp;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** How the program itself behaves: idle, suspended, stopped, started, pruning. */
abstract class CaptureLedger extends Ledger {

    @Test
    @Proves(Assumption.GLOBAL_ROW)
    void theRegisterHasOneGlobalRow() throws Exception {
        db2().capture().catchUp();
        List<List<String>> rows = sql().rows("SELECT SOURCE_OWNER, SOURCE_TABLE, SYNCHPOINT, SYNCHTIME FROM "
                + control("IBMSNAP_REGISTER") + " WHERE GLOBAL_RECORD = 'Y'");
        assertThat(rows).hasSize(1);
        assertThat(rows.get(0).subList(0, 2)).containsExactly("", "");
        assertThat(rows.get(0).get(2)).hasSize(32);
        assertThat(Timestamp.valueOf(rows.get(0).get(3))).isNotNull();
    }

    @Test
    @Proves(Assumption.SYNCHTIME_MOVES_WHEN_IDLE)
    void theGlobalRowMovesWhileNothingIsChanged() throws Exception {
        db2().capture().catchUp();
        List<String> before = globalRow();
        await("SYNCHTIME moves twice", () -> later(globalRow(), before));
        List<String> between = globalRow();
        await("SYNCHTIME moves twice", () -> later(globalRow(), between));
        assertThat(globalRow().get(0)).isGreaterThanOrEqualTo(before.get(0));
    }

    private static boolean later(List<String> row, List<String> other) {
        return Timestamp.valueOf(row.get(1)).after(Timestamp.valueOf(other.get(1)));
    }

    @Test
    @Proves(Assumption.SUSPENDED_CAPTURE_STANDS_STILL)
    void aSuspendedCaptureStandsStillAndLosesNothing() throws Exception {
        String table = registered("A");
        db2().capture().pause();
        try {
            // the interval in hand may still end
            AtomicReference<List<String>> last = new AtomicReference<>(List.of());
            Awaitility.await("the global row stands still")
                    .atMost(Duration.ofMinutes(1))
                    .pollInterval(Duration.ofMillis(300))
                    .during(Duration.ofSeconds(3))
                    .until(() -> globalRow().equals(last.getAndSet(globalRow())));
            db2().execute("INSERT INTO " + table + " VALUES (1, 'x')");
            assertThat(globalRow()).isEqualTo(last.get());
            assertThat(changes("A")).isEmpty();
        } finally {
            db2().capture().resume();
        }
        db2().capture().catchUp();
        assertThat(changes("A")).hasSize(1);
    }

    @Test
    @Proves(Assumption.WARM_START_LOSES_NOTHING)
    void aWarmStartCapturesOnceWhatWasCommittedMeanwhile() throws Exception {
        String table = registered("A");
        db2().execute("INSERT INTO " + table + " VALUES (1, 'before')");
        db2().capture().catchUp();
        db2().capture().stop();
        db2().execute("INSERT INTO " + table + " VALUES (2, 'meanwhile')");
        db2().capture().start(StartMode.WARM);
        db2().execute("INSERT INTO " + table + " VALUES (3, 'after')");
        db2().capture().catchUp();
        assertThat(changes("A")).extracting(row -> row.get(1)).containsExactly("1", "2", "3");
    }

    @Test
    @Proves(Assumption.COLD_START_DEACTIVATES)
    void aColdStartBeginsAtTheEndOfTheLogWithNothing() throws Exception {
        String table = registered("A");
        db2().execute("INSERT INTO " + table + " VALUES (1, 'x')");
        db2().capture().catchUp();
        String before = globalRow().get(0);
        db2().capture().stop();
        db2().execute("INSERT INTO " + table + " VALUES (2, 'lost')");
        db2().capture().start(StartMode.COLD);
        db2().capture().catchUp();
        assertThat(register("STATE", "A")).isEqualTo("I");
        assertThat(changes("A")).isEmpty();
        assertThat(globalRow().get(0)).isGreaterThan(before);
    }

    @Test
    @Proves(Assumption.PRUNING_MOVES_OLD_SYNCHPOINT)
    void pruningSaysWhereTheChangeTableBegins() throws Exception {
        String table = registered("A");
        db2().execute("INSERT INTO " + table + " VALUES (1, 'x')");
        db2().capture().catchUp();
        String pruned = sql().one("SELECT IBMSNAP_COMMITSEQ FROM " + changeTable("A"));
        db2().capture().pruneAll();
        assertThat(changes("A")).isEmpty();
        assertThat(register("CD_OLD_SYNCHPOINT", "A")).isGreaterThanOrEqualTo(pruned);
    }

    @Test
    @Proves(Assumption.NO_SET_NO_PRUNING)
    void aSubscriberWithoutASetIsPrunedByAgeOnly() throws Exception {
        Db2Container real = realDb2("it prunes what it is told to");
        String table = registered("A");
        real.execute("INSERT INTO " + table + " VALUES (1, 'x')");
        real.capture().catchUp();
        real.pruneByCommand();
        real.capture().catchUp();
        assertThat(changes("A")).hasSize(1);
    }
}
