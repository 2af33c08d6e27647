package io.github.cameldb2cdc.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SignalsTest {
    @RegisterExtension
    static final EmbeddedDb2Extension EXTENSION = EmbeddedDb2Extension.create()
            .with(EmbeddedDb2Builder::capturePaused)
            .prepared(db2 -> {
                db2.execute("CREATE TABLE DB2INST1.G (ID INTEGER NOT NULL PRIMARY KEY)");
                db2.register("DB2INST1.G");
            });

    @Test
    void aUserSignalGetsTheSequenceOfItsCommit(EmbeddedDb2 db2) throws Exception {
        db2.execute(
                "INSERT INTO DB2INST1.G VALUES (1)",
                "INSERT INTO ASNCDC.IBMSNAP_SIGNAL (SIGNAL_TIME, SIGNAL_TYPE, SIGNAL_SUBTYPE, SIGNAL_INPUT_IN,"
                        + " SIGNAL_STATE) VALUES (CURRENT TIMESTAMP, 'USER', 'WINDOW', 'w1', 'P')",
                "INSERT INTO DB2INST1.G VALUES (2)");
        db2.capture().publish();
        assertThat(Rows.of(
                        db2,
                        "SELECT c.ID, s.SIGNAL_STATE, CASE WHEN c.IBMSNAP_COMMITSEQ < s.SIGNAL_LSN THEN"
                                + " 'before' ELSE 'after' END FROM ASNCDC.CDC_DB2INST1_G c, ASNCDC.IBMSNAP_SIGNAL s"
                                + " WHERE s.SIGNAL_INPUT_IN = 'w1' ORDER BY c.ID"))
                .containsExactly(List.of("1", "R", "before"), List.of("2", "R", "after"));
    }

    @Test
    void captureIsStoppedAndStartedForATableAndStoppedAsAWhole(EmbeddedDb2 db2) throws Exception {
        db2.execute(signal("CAPSTOP", "DB2INST1.G"));
        db2.capture().publish();
        assertThat(db2.capture().captures("DB2INST1.G")).isFalse();
        String mapId = Rows.of(db2, "SELECT MAP_ID FROM ASNCDC.IBMSNAP_PRUNCNTL WHERE SOURCE_TABLE = 'G'")
                .get(0)
                .get(0);
        db2.execute(signal("CAPSTART", mapId));
        db2.capture().publish();
        assertThat(db2.capture().captures("DB2INST1.G")).isTrue();
        db2.execute(signal("STOP", ""));
        db2.capture().publish();
        assertThat(db2.capture().status()).isEqualTo(CaptureStatus.STOPPED);
        db2.capture().start(StartMode.WARM);
        db2.capture().pause();
    }

    private static String signal(String subtype, String input) {
        return "INSERT INTO ASNCDC.IBMSNAP_SIGNAL (SIGNAL_TIME, SIGNAL_TYPE, SIGNAL_SUBTYPE, SIGNAL_INPUT_IN,"
                + " SIGNAL_STATE) VALUES (CURRENT TIMESTAMP, 'CMD', '" + subtype + "', '" + input + "', 'P')";
    }
}
