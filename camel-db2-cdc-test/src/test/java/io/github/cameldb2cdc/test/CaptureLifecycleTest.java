package io.github.cameldb2cdc.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class CaptureLifecycleTest {
    @RegisterExtension
    static final EmbeddedDb2Extension EXTENSION = EmbeddedDb2Extension.create();

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final EmbeddedDb2 db2 = EXTENSION.get();
    private final Capture capture = db2.capture();
    private String name;
    private String table;
    private String changes;

    @BeforeEach
    void registerTable() {
        name = "L" + NUMBER.incrementAndGet();
        table = "DB2INST1." + name;
        changes = "ASNCDC.CDC_DB2INST1_" + name;
        db2.execute("CREATE TABLE " + table + " (ID INTEGER NOT NULL PRIMARY KEY)");
        db2.register(table);
    }

    @AfterEach
    void unregisterTable() {
        capture.clearBeforeCommit();
        if (capture.status() == CaptureStatus.STOPPED) {
            capture.start(StartMode.WARM);
        }
        capture.resume();
        db2.unregister(table);
    }

    @Test
    void theGlobalRowMovesWhileNothingHappens() throws Exception {
        LogSequence before = capture.synchpoint();
        String time = synchtime();
        await().until(() ->
                capture.synchpoint().compareTo(before) > 0 && !synchtime().equals(time));
        assertThat(Rows.of(
                        db2,
                        "SELECT COUNT(*) FROM ASNCDC.IBMSNAP_REGISTER WHERE GLOBAL_RECORD = 'Y'"
                                + " AND SOURCE_OWNER = '' AND SOURCE_TABLE = ''"))
                .containsExactly(List.of("1"));
    }

    @Test
    void changesAppearByThemselvesWhileItRuns() {
        db2.execute("INSERT INTO " + table + " VALUES (1)");
        await().until(() -> ids().size() == 1);
    }

    @Test
    void nothingIsPublishedWhilePausedExceptOnDemand() throws Exception {
        capture.pause();
        LogSequence before = capture.synchpoint();
        db2.execute("INSERT INTO " + table + " VALUES (1)");
        assertThat(capture.status()).isEqualTo(CaptureStatus.PAUSED);
        assertThat(ids()).isEmpty();
        assertThat(capture.synchpoint()).isEqualTo(before);
        capture.publish();
        assertThat(ids()).containsExactly("1");
        db2.execute("INSERT INTO " + table + " VALUES (2)");
        capture.resume();
        await().until(() -> ids().size() == 2);
    }

    @Test
    void aWarmStartGoesOnWithoutLossAndRepetition() throws Exception {
        db2.execute("INSERT INTO " + table + " VALUES (1)");
        capture.publish();
        capture.stop();
        db2.execute("INSERT INTO " + table + " VALUES (2)");
        assertThatThrownBy(capture::publish)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("stopped");
        capture.start(StartMode.WARM);
        capture.publish();
        assertThat(ids()).containsExactly("1", "2");
    }

    @Test
    void aColdStartDeletesEverythingAndDeactivatesAllRegistrations() throws Exception {
        db2.execute("INSERT INTO " + table + " VALUES (1)");
        capture.publish();
        LogSequence before = capture.synchpoint();
        capture.stop();
        db2.execute("INSERT INTO " + table + " VALUES (2)");
        capture.start(StartMode.COLD);
        db2.execute("INSERT INTO " + table + " VALUES (3)");
        capture.publish();
        assertThat(ids()).isEmpty();
        assertThat(Rows.of(db2, "SELECT 1 FROM ASNCDC.IBMSNAP_UOW")).isEmpty();
        assertThat(capture.synchpoint()).isGreaterThan(before);
        assertThat(Rows.of(db2, "SELECT STATE FROM ASNCDC.IBMSNAP_REGISTER WHERE SOURCE_TABLE = '" + name + "'"))
                .containsExactly(List.of("I"));
        assertThat(Rows.of(db2, "SELECT 1 FROM ASNCDC.IBMSNAP_RESTART WHERE CAPTURE_FIRST_SEQ > X'" + before + "'"))
                .hasSize(1);
        capture.state(table, 'A', null);
        db2.execute("INSERT INTO " + table + " VALUES (4)");
        capture.publish();
        assertThat(ids()).containsExactly("4");
    }

    @Test
    void pruningDeletesRowsAndMovesTheOldSynchpoint() throws Exception {
        db2.execute("INSERT INTO " + table + " VALUES (1)");
        capture.publish();
        LogSequence first = capture.synchpoint();
        db2.execute("INSERT INTO " + table + " VALUES (2)");
        capture.publish();
        capture.prune(first);
        assertThat(ids()).containsExactly("2");
        assertThat(Rows.of(
                        db2,
                        "SELECT 1 FROM ASNCDC.IBMSNAP_REGISTER WHERE SOURCE_TABLE = '" + name
                                + "' AND CD_OLD_SYNCHPOINT = X'" + first + "'"))
                .hasSize(1);
        capture.pruneAll();
        assertThat(ids()).isEmpty();
    }

    @Test
    void anActionInsideAPublicationSeesTheStateBeforeIt() throws Exception {
        capture.pause();
        LogSequence before = capture.synchpoint();
        List<String> seen = new ArrayList<>();
        capture.beforeCommit(() -> {
            try {
                seen.add(Rows.of(
                                db2,
                                "SELECT HEX FROM (SELECT SYNCHPOINT HEX FROM ASNCDC.IBMSNAP_REGISTER"
                                        + " WHERE GLOBAL_RECORD = 'Y') g")
                        .get(0)
                        .get(0));
            } catch (java.sql.SQLException e) {
                throw new IllegalStateException(e);
            }
        });
        db2.execute("INSERT INTO " + table + " VALUES (1)");
        capture.publish();
        assertThat(seen).hasSize(1);
        assertThat(seen.get(0)).isEqualToIgnoringCase(before.hex());
        assertThat(capture.synchpoint()).isGreaterThan(before);
    }

    @Test
    void steppingBackGivesSequencesASecondTime() throws Exception {
        capture.pause();
        LogSequence start = capture.synchpoint();
        db2.execute("INSERT INTO " + table + " VALUES (1)");
        capture.publish();
        LogSequence reached = capture.synchpoint();
        capture.rewindTo(start);
        assertThat(capture.synchpoint()).isEqualTo(start).isLessThan(reached);
        assertThat(ids()).isEmpty();
        db2.execute("INSERT INTO " + table + " VALUES (2)");
        capture.publish();
        assertThat(ids()).containsExactly("2");
    }

    private String synchtime() throws Exception {
        return Rows.of(db2, "SELECT SYNCHTIME FROM ASNCDC.IBMSNAP_REGISTER WHERE GLOBAL_RECORD = 'Y'")
                .get(0)
                .get(0);
    }

    private List<String> ids() throws Exception {
        return Rows.of(db2, "SELECT ID FROM " + changes + " ORDER BY IBMSNAP_COMMITSEQ, IBMSNAP_INTENTSEQ").stream()
                .map(row -> row.get(0))
                .toList();
    }
}
