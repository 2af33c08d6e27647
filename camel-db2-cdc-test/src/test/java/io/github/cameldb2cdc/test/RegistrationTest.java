package io.github.cameldb2cdc.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class RegistrationTest {
    @RegisterExtension
    static final EmbeddedDb2Extension EXTENSION = EmbeddedDb2Extension.create().with(EmbeddedDb2Builder::capturePaused);

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final EmbeddedDb2 db2 = EXTENSION.get();
    private String name;
    private String table;

    @BeforeEach
    void createTable() {
        name = "R" + NUMBER.incrementAndGet();
        table = "DB2INST1." + name;
        db2.execute("CREATE TABLE " + table + " (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(40), NOTE VARCHAR(40),"
                + " PHOTO BLOB(1M))");
    }

    @Test
    void theDefaultCapturesAllColumnsButLobsAndSetsBothSynchpoints() throws Exception {
        db2.register(table);
        assertThat(Rows.of(
                        db2,
                        "SELECT CD_OWNER, CD_TABLE, STATE, CHG_UPD_TO_DEL_INS, ARCH_LEVEL FROM"
                                + " ASNCDC.IBMSNAP_REGISTER WHERE SOURCE_TABLE = '" + name
                                + "' AND CD_OLD_SYNCHPOINT IS NOT NULL AND CD_NEW_SYNCHPOINT IS NOT NULL"))
                .containsExactly(List.of("ASNCDC", "CDC_DB2INST1_" + name, "A", "Y", "0801"));
        assertThat(Rows.of(
                        db2,
                        "SELECT COLNAME FROM SYSCAT.COLUMNS WHERE TABSCHEMA = 'ASNCDC' AND TABNAME ="
                                + " 'CDC_DB2INST1_" + name + "' ORDER BY COLNO"))
                .containsExactly(
                        List.of("IBMSNAP_COMMITSEQ"),
                        List.of("IBMSNAP_INTENTSEQ"),
                        List.of("IBMSNAP_OPERATION"),
                        List.of("ID"),
                        List.of("NAME"),
                        List.of("NOTE"));
        assertThat(Rows.of(db2, "SELECT DATACAPTURE FROM SYSCAT.TABLES WHERE TABNAME = '" + name + "'"))
                .containsExactly(List.of("Y"));
    }

    @Test
    void anUpdateIsOneRowWithBeforeImagesWhenRegisteredSo() throws Exception {
        db2.register(Registration.of("DB2INST1", name)
                .changeTable("CDS", "CD_" + name)
                .updatesAsRows()
                .beforeImages("X"));
        db2.execute("INSERT INTO " + table + " (ID, NAME) VALUES (1, 'old')");
        db2.execute("UPDATE " + table + " SET NAME = 'new', ID = 2", "DELETE FROM " + table);
        db2.capture().publish();
        assertThat(Rows.of(
                        db2,
                        "SELECT IBMSNAP_OPERATION, ID, XID, NAME, XNAME FROM CDS.CD_" + name
                                + " ORDER BY IBMSNAP_COMMITSEQ, IBMSNAP_INTENTSEQ"))
                .containsExactly(
                        List.of("I", "1", "null", "old", "null"),
                        List.of("U", "2", "1", "new", "old"),
                        List.of("D", "2", "2", "new", "new"));
    }

    @Test
    void unregisteredColumnsAndUpdatesOfThemCanBeLeftOut() throws Exception {
        db2.register(Registration.of("DB2INST1", name)
                .changeTable("CDS", "CD_" + name)
                .columns("NAME", "ID")
                .changesOnly());
        db2.execute("INSERT INTO " + table + " (ID, NAME) VALUES (1, NULL)");
        db2.execute("UPDATE " + table + " SET NOTE = 'unseen'", "UPDATE " + table + " SET NAME = 'seen'");
        db2.capture().publish();
        assertThat(Rows.of(
                        db2,
                        "SELECT IBMSNAP_OPERATION, NAME FROM CDS.CD_" + name
                                + " ORDER BY IBMSNAP_COMMITSEQ, IBMSNAP_INTENTSEQ"))
                .containsExactly(List.of("I", "null"), List.of("D", "null"), List.of("I", "seen"));
    }

    @Test
    void whatChangesWhileARegistrationIsInactiveIsInNoChangeTable() throws Exception {
        db2.register(Registration.of("DB2INST1", name).inactive());
        db2.execute("INSERT INTO " + table + " (ID) VALUES (1)");
        db2.capture().publish();
        db2.capture().state(table, 'A', null);
        db2.execute("INSERT INTO " + table + " (ID) VALUES (2)");
        db2.capture().publish();
        db2.capture().state(table, 'S', "ASN0068E");
        db2.execute("INSERT INTO " + table + " (ID) VALUES (3)");
        db2.capture().publish();
        db2.capture().state(table, 'A', null);
        db2.execute("INSERT INTO " + table + " (ID) VALUES (4)");
        db2.capture().publish();
        assertThat(Rows.of(db2, "SELECT ID FROM ASNCDC.CDC_DB2INST1_" + name + " ORDER BY ID"))
                .containsExactly(List.of("2"), List.of("4"));
    }

    @Test
    void changesBetweenStateAAndTheEndOfReinitAreLost() throws Exception {
        db2.capture().reinitDelay(java.time.Duration.ofMillis(300));
        try {
            db2.register(Registration.of("DB2INST1", name).withoutWaiting());
            db2.execute("INSERT INTO " + table + " (ID) VALUES (1)");
            assertThat(db2.capture().captures(table)).isFalse();
            assertThat(Rows.of(db2, "SELECT STATE FROM ASNCDC.IBMSNAP_REGISTER WHERE SOURCE_TABLE = '" + name + "'"))
                    .containsExactly(List.of("A"));
            db2.capture().awaitCaptured(io.github.cameldb2cdc.test.derby.TableName.parse(table));
        } finally {
            db2.capture().reinitDelay(java.time.Duration.ZERO);
        }
        db2.execute("INSERT INTO " + table + " (ID) VALUES (2)");
        db2.capture().publish();
        assertThat(Rows.of(db2, "SELECT ID FROM ASNCDC.CDC_DB2INST1_" + name)).containsExactly(List.of("2"));
    }

    @Test
    void aRegistrationInsertedByHandIsCapturedAfterReinitWithoutSynchpoints() throws Exception {
        db2.execute(
                "CREATE TABLE ASNCDC.HAND_" + name + " (IBMSNAP_OPERATION CHAR(1) NOT NULL, IBMSNAP_COMMITSEQ"
                        + " VARCHAR(16) FOR BIT DATA NOT NULL, IBMSNAP_INTENTSEQ VARCHAR(16) FOR BIT DATA NOT NULL,"
                        + " ID INTEGER, ELSEWHERE INTEGER)",
                "INSERT INTO ASNCDC.IBMSNAP_REGISTER (SOURCE_OWNER, SOURCE_TABLE, SOURCE_VIEW_QUAL, GLOBAL_RECORD,"
                        + " SOURCE_STRUCTURE, SOURCE_CONDENSED, SOURCE_COMPLETE, CD_OWNER, CD_TABLE,"
                        + " PHYS_CHANGE_OWNER, PHYS_CHANGE_TABLE, DISABLE_REFRESH, ARCH_LEVEL, CHG_UPD_TO_DEL_INS,"
                        + " OPTION_FLAGS, STATE) VALUES ('DB2INST1', '" + name + "', 0, 'N', 1, 'Y', 'Y', 'ASNCDC',"
                        + " 'HAND_" + name + "', 'ASNCDC', 'HAND_" + name + "', 0, '0801', 'Y', 'NNNN', 'A')");
        db2.capture().reinit();
        assertThat(Rows.of(
                        db2,
                        "SELECT 1 FROM ASNCDC.IBMSNAP_REGISTER WHERE SOURCE_TABLE = '" + name
                                + "' AND CD_OLD_SYNCHPOINT IS NULL AND CD_NEW_SYNCHPOINT IS NULL"))
                .hasSize(1);
        db2.execute("INSERT INTO " + table + " (ID) VALUES (7)");
        db2.capture().publish();
        assertThat(Rows.of(db2, "SELECT ID, ELSEWHERE FROM ASNCDC.HAND_" + name))
                .containsExactly(List.of("7", "null"));
        assertThat(Rows.of(
                        db2,
                        "SELECT 1 FROM ASNCDC.IBMSNAP_REGISTER WHERE SOURCE_TABLE = '" + name
                                + "' AND CD_OLD_SYNCHPOINT IS NULL AND CD_NEW_SYNCHPOINT IS NOT NULL"))
                .hasSize(1);
    }

    @Test
    void anUnregisteredTableIsCapturedNoMoreAndCanBeRegisteredAgain() throws Exception {
        db2.register(table);
        db2.unregister(table);
        db2.execute("INSERT INTO " + table + " (ID) VALUES (1)");
        db2.register(Registration.of("DB2INST1", name).oldSynchpoint(Registration.OldSynchpoint.NULL));
        db2.execute("INSERT INTO " + table + " (ID) VALUES (2)");
        db2.capture().publish();
        assertThat(Rows.of(db2, "SELECT ID FROM ASNCDC.CDC_DB2INST1_" + name)).containsExactly(List.of("2"));
    }

    @Test
    void aTableThatIsMissingIsNamed() {
        assertThatThrownBy(() -> db2.register("DB2INST1.NOWHERE"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("DB2INST1.NOWHERE");
    }

    @Test
    void triggersAreCompiledBeforeTheFirstWriter() throws Exception {
        db2.register(table);
        assertThat(Rows.of(db2, "SELECT STMTNAME FROM SYS.SYSSTATEMENTS WHERE TYPE = 'T' AND NOT VALID"))
                .isEmpty();
    }
}
