package io.github.cameldb2cdc.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class FirstStepsTest {
    @Test
    void anInsertIsInTheChangeTableAfterAPublication() throws Exception {
        try (EmbeddedDb2 db2 = EmbeddedDb2.start()) {
            db2.execute("CREATE TABLE DB2INST1.EMPLOYEES (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(40))");
            db2.register("DB2INST1.EMPLOYEES");
            db2.execute("INSERT INTO DB2INST1.EMPLOYEES VALUES (1, 'Ada')");
            db2.capture().publish();
            try (Connection connection = db2.connect();
                    Statement statement = connection.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT c.*, u.* FROM ASNCDC.CDC_DB2INST1_EMPLOYEES c"
                            + " JOIN ASNCDC.IBMSNAP_UOW u ON u.IBMSNAP_COMMITSEQ = c.IBMSNAP_COMMITSEQ")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString("NAME")).isEqualTo("Ada");
                assertThat(rows.getString("IBMSNAP_AUTHID")).isEqualTo("DB2INST1");
                assertThat(rows.getString("IBMSNAP_OPERATION")).isEqualTo("I");
            }
        }
    }
}
