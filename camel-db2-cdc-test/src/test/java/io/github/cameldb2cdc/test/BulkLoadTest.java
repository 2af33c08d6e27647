package io.github.cameldb2cdc.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(EmbeddedDb2Extension.class)
class BulkLoadTest {
    @Test
    void itSpreadsEventsEvenlyOverTransactions(EmbeddedDb2 db2) throws Exception {
        db2.execute("CREATE TABLE DB2INST1.B (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(10), PRICE DECIMAL(9,2),"
                + " CODE CHAR(4) FOR BIT DATA, SEEN TIMESTAMP, DAY_SEEN DATE, RATIO DOUBLE)");
        db2.register("DB2INST1.B");
        LogSequence synchpoint = db2.bulk()
                .table("DB2INST1.B")
                .events(10_001)
                .transactions(10)
                .seed(7)
                .run();
        assertThat(Rows.of(db2, "SELECT COUNT(*), MIN(ID), MAX(ID) FROM ASNCDC.CDC_DB2INST1_B"))
                .containsExactly(List.of("10001", "1", "10001"));
        assertThat(Rows.of(
                        db2,
                        "SELECT COUNT(*) FROM ASNCDC.CDC_DB2INST1_B c JOIN ASNCDC.IBMSNAP_UOW u"
                                + " ON u.IBMSNAP_COMMITSEQ = c.IBMSNAP_COMMITSEQ GROUP BY c.IBMSNAP_COMMITSEQ"))
                .hasSize(10)
                .allMatch(row -> Integer.parseInt(row.get(0)) >= 1_000);
        assertThat(Rows.of(
                        db2,
                        "SELECT 1 FROM ASNCDC.CDC_DB2INST1_B WHERE IBMSNAP_COMMITSEQ > X'" + synchpoint
                                + "' OR IBMSNAP_INTENTSEQ >= IBMSNAP_COMMITSEQ"))
                .isEmpty();
        db2.execute("INSERT INTO DB2INST1.B (ID) VALUES (20000)");
        db2.capture().publish();
        assertThat(Rows.of(db2, "SELECT ID FROM ASNCDC.CDC_DB2INST1_B WHERE IBMSNAP_COMMITSEQ > X'" + synchpoint + "'"))
                .containsExactly(List.of("20000"));
    }
}
