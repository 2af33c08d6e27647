package io.github.cameldb2cdc.test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class SchemaChangesTest {
    @RegisterExtension
    static final EmbeddedDb2Extension EXTENSION = EmbeddedDb2Extension.create().with(EmbeddedDb2Builder::capturePaused);

    private static final AtomicInteger NUMBER = new AtomicInteger();

    private final EmbeddedDb2 db2 = EXTENSION.get();
    private String name;
    private String table;
    private String changes;

    @BeforeEach
    void registerTable() {
        name = "C" + NUMBER.incrementAndGet();
        table = "DB2INST1." + name;
        changes = "ASNCDC.CDC_DB2INST1_" + name;
        db2.execute("CREATE TABLE " + table + " (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(40), QUANTITY INTEGER)");
        db2.register(table);
        db2.execute("INSERT INTO " + table + " VALUES (1, 'before', 1)");
    }

    @Test
    void aColumnAddedToBothTablesIsCaptured() throws Exception {
        String alteredBefore = alterTime();
        db2.schema().addColumn(table, changes, "NICKNAME VARCHAR(20)");
        db2.execute("UPDATE " + table + " SET NICKNAME = 'nick'");
        db2.capture().publish();
        assertThat(Rows.of(
                        db2,
                        "SELECT IBMSNAP_OPERATION, NAME, NICKNAME FROM " + changes
                                + " ORDER BY IBMSNAP_COMMITSEQ, IBMSNAP_INTENTSEQ"))
                .containsExactly(
                        List.of("I", "before", "null"), List.of("D", "before", "null"), List.of("I", "before", "nick"));
        assertThat(alterTime()).isNotEqualTo(alteredBefore);
    }

    @Test
    void aColumnAddedToTheSourceOnlyIsNotCaptured() throws Exception {
        db2.schema().addColumn(table, "NICKNAME VARCHAR(20)");
        db2.execute("UPDATE " + table + " SET NICKNAME = 'nick', NAME = 'after'");
        db2.capture().publish();
        assertThat(Rows.of(db2, "SELECT NAME FROM " + changes + " ORDER BY IBMSNAP_COMMITSEQ, IBMSNAP_INTENTSEQ"))
                .containsExactly(List.of("before"), List.of("before"), List.of("after"));
    }

    @Test
    void aDroppedAndARenamedColumnAreNullInLaterRows() throws Exception {
        db2.capture().publish();
        db2.schema().dropColumn(table, "QUANTITY");
        db2.schema().renameColumn(table, "NAME", "FULL_NAME");
        db2.execute("INSERT INTO " + table + " VALUES (2, 'after')");
        db2.capture().publish();
        assertThat(Rows.of(db2, "SELECT ID, NAME, QUANTITY FROM " + changes + " ORDER BY IBMSNAP_COMMITSEQ"))
                .containsExactly(List.of("1", "before", "1"), List.of("2", "null", "null"));
    }

    @Test
    void aColumnGetsAnotherTypeInPlaceOrByReplacement() throws Exception {
        db2.schema().alterColumnType(table, "NAME", "VARCHAR(80)");
        db2.schema().alterColumnType(table, "QUANTITY", "BIGINT");
        db2.execute("UPDATE " + table + " SET QUANTITY = 5");
        db2.capture().publish();
        assertThat(Rows.of(
                        db2,
                        "SELECT COLNAME, TYPENAME, LENGTH FROM SYSCAT.COLUMNS WHERE TABSCHEMA = 'DB2INST1'"
                                + " AND TABNAME = '" + name + "' ORDER BY COLNAME"))
                .containsExactly(
                        List.of("ID", "INTEGER", "4"),
                        List.of("NAME", "VARCHAR", "80"),
                        List.of("QUANTITY", "BIGINT", "8"));
        assertThat(Rows.of(db2, "SELECT QUANTITY FROM " + changes + " ORDER BY IBMSNAP_COMMITSEQ, IBMSNAP_INTENTSEQ"))
                .containsExactly(List.of("1"), List.of("1"), List.of("5"));
    }

    @Test
    void aTableCreatedAnewHasANewCreateTimeAndIsCapturedOn() throws Exception {
        String createdBefore = createTime();
        db2.schema().recreateTable(table, "CREATE TABLE " + table + " (ID INTEGER NOT NULL PRIMARY KEY)");
        db2.execute("INSERT INTO " + table + " VALUES (9)");
        db2.capture().publish();
        assertThat(createTime()).isNotEqualTo(createdBefore);
        assertThat(Rows.of(db2, "SELECT ID FROM " + changes + " WHERE ID = 9")).hasSize(1);
    }

    @Test
    void aDroppedTableKeepsItsRegistrationAndARenamedOneIsNoLongerCaptured() throws Exception {
        db2.schema().renameTable(table, name + "_NEW");
        db2.execute("INSERT INTO " + table + "_NEW VALUES (2, 'after', 1)");
        db2.capture().publish();
        assertThat(Rows.of(db2, "SELECT ID FROM " + changes + " WHERE ID = 2")).isEmpty();
        db2.schema().dropTable(table + "_NEW");
        db2.capture().publish();
        assertThat(Rows.of(db2, "SELECT STATE FROM ASNCDC.IBMSNAP_REGISTER WHERE SOURCE_TABLE = '" + name + "'"))
                .containsExactly(List.of("A"));
    }

    @Test
    void statisticsSetTheCardinality() throws Exception {
        db2.schema().runStatistics(table);
        assertThat(Rows.of(db2, "SELECT CARD FROM SYSCAT.TABLES WHERE TABNAME = '" + name + "'"))
                .containsExactly(List.of("1"));
    }

    @Test
    void publishingFailsLoudlyWhenPlainDdlTookTheTriggers() {
        db2.execute("ALTER TABLE " + table + " DROP COLUMN QUANTITY");
        assertThatThrownBy(() -> db2.capture().publish())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining(table)
                .hasMessageContaining("schema()");
        db2.unregister(table);
    }

    private String alterTime() throws Exception {
        return Rows.of(db2, "SELECT ALTER_TIME FROM SYSCAT.TABLES WHERE TABNAME = '" + name + "'")
                .get(0)
                .get(0);
    }

    private String createTime() throws Exception {
        return Rows.of(db2, "SELECT CREATE_TIME FROM SYSCAT.TABLES WHERE TABNAME = '" + name + "'")
                .get(0)
                .get(0);
    }
}
