package io.github.cameldb2cdc.test.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class Db2DialectTest {
    private static final Clock WINTER = Clock.fixed(Instant.parse("2026-01-15T12:00:00Z"), ZoneOffset.UTC);

    private final Db2Dialect dialect = new Db2Dialect("SAMPLE", ZoneId.of("Europe/Berlin"), WINTER);

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT * FROM T",
                "SELECT * FROM SYSIBM.SYSDUMMY1",
                "SELECT * FROM SYSIBM.SYSCOLAUTH",
                "SELECT 'SYSCAT.TABLES', 'CURRENT SERVER' FROM T",
                "SELECT \"SYSCAT.TABLES\" FROM T -- SYSCAT.TABLES WITH UR FOR READ ONLY",
                "/* SYSCAT.TABLES LIMIT 3 */ SELECT 1 FROM T",
                "SELECT A FROM T ORDER BY A OFFSET 3 ROWS FETCH FIRST 5 ROWS ONLY FOR READ ONLY WITH UR",
                "SELECT LIMIT FROM T",
                "UPDATE S.T SET TIMESTAMP = CURRENT TIMESTAMP",
                "LOCK TABLE T IN SHARE MODE",
                "CREATE TABLE T (BINARY INT, GRAPHIC INT, VOLATILE INT, B BINARY LARGE OBJECT, TS TIMESTAMP)",
                "CREATE TABLE S.T (A INT NOT NULL PRIMARY KEY, B CHAR(3) FOR BIT DATA)"
            })
    void aStatementThatDerbyUnderstandsComesBackAsTheSameInstance(String sql) {
        assertThat(dialect.rewrite(sql)).isSameAs(sql);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "select tabname from syscat.tables t | select tabname from DB2SYSCAT.tables t",
                "SELECT * FROM \"SYSCAT\".\"TABLES\" | SELECT * FROM \"DB2SYSCAT\".\"TABLES\"",
                "SELECT 1 FROM SYSIBM.SYSTABLES, sysibm . syscolumns"
                        + " | SELECT 1 FROM DB2SYSIBM.SYSTABLES, DB2SYSIBM . syscolumns",
                "SELECT 'x', COLNAME /* SYSCAT. */ FROM SYSCAT.COLUMNS"
                        + " | SELECT 'x', COLNAME /* SYSCAT. */ FROM DB2SYSCAT.COLUMNS"
            })
    void catalogViewsMoveToSchemasThatCanBeCreated(String db2, String derby) {
        assertThat(dialect.rewrite(db2)).isEqualTo(derby);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "VALUES CURRENT SERVER | VALUES CAST('SAMPLE' AS VARCHAR(128))",
                "VALUES current_server | VALUES CAST('SAMPLE' AS VARCHAR(128))",
                "VALUES CURRENT TIMEZONE | VALUES CAST(10000 AS DECIMAL(6,0))",
                "VALUES CURRENT_TIMEZONE | VALUES CAST(10000 AS DECIMAL(6,0))",
                "VALUES CURRENT TIMESTAMP - CURRENT TIMEZONE"
                        + " | VALUES {fn TIMESTAMPADD(SQL_TSI_SECOND, -3600, CURRENT_TIMESTAMP)}",
                "VALUES CURRENT TIMESTAMP(12) | VALUES CURRENT TIMESTAMP",
                "SELECT CURRENT TIMESTAMP, CURRENT TIMEZONE FROM T"
                        + " | SELECT DB2KIT.NOW(), CAST(10000 AS DECIMAL(6,0)) FROM T"
            })
    void specialRegistersBecomeConstants(String db2, String derby) {
        assertThat(dialect.rewrite(db2)).isEqualTo(derby);
    }

    @ParameterizedTest
    @CsvSource({"Asia/Kolkata,53000", "America/St_Johns,-33000", "UTC,0", "America/New_York,-50000"})
    void theTimeZoneIsHoursMinutesAndSecondsWithTheSignOfTheOffset(String zone, int expected) {
        Db2Dialect there = new Db2Dialect("X", ZoneId.of(zone), WINTER);
        assertThat(there.rewrite("VALUES CURRENT TIMEZONE")).isEqualTo("VALUES CAST(" + expected + " AS DECIMAL(6,0))");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT CHAR(\"D\", ISO), CHAR(T, iso) FROM S.X | SELECT CHAR(\"D\"), CHAR(T) FROM S.X",
                "SELECT CHAR(TS), ISO FROM S.X | SELECT CHAR(TS), ISO FROM S.X",
                "CREATE TABLE T (A CHAR(5), ISO INT) | CREATE TABLE T (A CHAR(5), ISO INT)"
            })
    void theTextOfADateHasOneForm(String db2, String derby) {
        assertThat(dialect.rewrite(db2)).isEqualTo(derby);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "SELECT A FROM T WITH UR FOR READ ONLY | SELECT A FROM T   FOR READ ONLY WITH UR",
                "SELECT A FROM T FOR READ ONLY WITH CS FETCH FIRST 5 ROWS ONLY"
                        + " | SELECT A FROM T    FETCH FIRST 5 ROWS ONLY FOR READ ONLY WITH CS",
                "SELECT A FROM T FOR FETCH ONLY WITH UR | SELECT A FROM T FOR READ ONLY WITH UR",
                "SELECT A FROM T WITH CS WAIT FOR OUTCOME | SELECT A FROM T WITH CS",
                "SELECT A FROM T WITH RS USE AND KEEP UPDATE LOCKS | SELECT A FROM T WITH RS",
                "SELECT A FROM T USE CURRENTLY COMMITTED | SELECT A FROM T",
                "SELECT A FROM T OPTIMIZE FOR 1 ROW | SELECT A FROM T",
                "SELECT A FROM T OPTIMIZE FOR 100 ROWS WITH UR | SELECT A FROM T  WITH UR",
                "SELECT A FROM T LIMIT 10 | SELECT A FROM T FETCH FIRST 10 ROWS ONLY",
                "SELECT A FROM T LIMIT ? WITH UR | SELECT A FROM T FETCH FIRST ? ROWS ONLY WITH UR",
                "SELECT A FROM T LIMIT 10 OFFSET 5 | SELECT A FROM T OFFSET 5 ROWS FETCH FIRST 10 ROWS ONLY",
                "SELECT A FROM (SELECT A FROM T LIMIT 2) X WITH UR FOR FETCH ONLY"
                        + " | SELECT A FROM (SELECT A FROM T FETCH FIRST 2 ROWS ONLY) X   FOR READ ONLY WITH UR",
                "SET CURRENT LOCK TIMEOUT 5 | CALL SYSCS_UTIL.SYSCS_SET_STATISTICS_TIMING(0)",
                "SET CURRENT LOCK TIMEOUT = WAIT 5 | CALL SYSCS_UTIL.SYSCS_SET_STATISTICS_TIMING(0)"
            })
    void clausesBehindAQueryAreThoseOfDerbyInItsOrder(String db2, String derby) {
        assertThat(dialect.rewrite(db2).strip()).isEqualTo(derby);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "CREATE TABLE T (A INT) IN USERSPACE1 INDEX IN IX ORGANIZE BY ROW | CREATE TABLE T (A INT)",
                "CREATE TABLE T (A INT) DATA CAPTURE CHANGES IN DB.TS | CREATE TABLE T (A INT)",
                "CREATE TABLE T (A INT) DATA CAPTURE CHANGES INCLUDE VARCHAR COLUMNS VOLATILE CARDINALITY"
                        + " | CREATE TABLE T (A INT)",
                "CREATE TABLE T (A CLOB(1M) NOT LOGGED INLINE LENGTH 100, B INT) | CREATE TABLE T (A CLOB(1M)  , B INT)",
                "CREATE TABLE T (A GRAPHIC(5), B VARGRAPHIC(10), C DBCLOB(1M))"
                        + " | CREATE TABLE T (A CHAR(5), B VARCHAR(10), C CLOB(1M))",
                "CREATE TABLE T (A BINARY(5) NOT NULL, B VARBINARY(10), C BINARY)"
                        + " | CREATE TABLE T (A CHAR(5) FOR BIT DATA NOT NULL, B VARCHAR(10) FOR BIT DATA,"
                        + " C CHAR(1) FOR BIT DATA)",
                "CREATE TABLE T (A TIMESTAMP(12), B TIMESTAMP (0) NOT NULL) | CREATE TABLE T (A TIMESTAMP, B TIMESTAMP NOT NULL)",
                "CREATE TABLE T (A DECFLOAT, B DECFLOAT(34), C VARCHAR(10 OCTETS))"
                        + " | CREATE TABLE T (A DOUBLE, B DOUBLE, C VARCHAR(10 ))",
                "ALTER TABLE S.T DATA CAPTURE CHANGES | DELETE FROM S.T WHERE 1=0",
                "alter table T data capture none | DELETE FROM T WHERE 1=0",
                "ALTER TABLE S.T VOLATILE CARDINALITY | DELETE FROM S.T WHERE 1=0",
                "ALTER TABLE T NOT VOLATILE | DELETE FROM T WHERE 1=0",
                "ALTER TABLE \"s t\" DATA CAPTURE CHANGES INCLUDE LONGVAR COLUMNS | DELETE FROM \"s t\" WHERE 1=0",
                "ALTER TABLE T ADD COLUMN C VARBINARY(4) DATA CAPTURE CHANGES"
                        + " | ALTER TABLE T ADD COLUMN C VARCHAR(4) FOR BIT DATA",
                "ALTER TABLE T ADD C DECFLOAT | ALTER TABLE T ADD C DOUBLE",
                "CREATE INDEX I ON T (A) ALLOW REVERSE SCANS PCTFREE 10 | CREATE INDEX I ON T (A)",
                "SELECT CAST(A AS VARBINARY(10)) FROM T | SELECT CAST(A AS VARCHAR(10) FOR BIT DATA) FROM T"
            })
    void definitionsUseWhatDerbyHas(String db2, String derby) {
        assertThat(dialect.rewrite(db2).strip()).isEqualTo(derby);
    }

    @Test
    void skippingLockedRowsIsRefused() {
        assertThatThrownBy(() -> dialect.rewrite("SELECT A FROM T SKIP LOCKED DATA"))
                .isInstanceOf(RefusedSqlException.class)
                .hasMessageContaining("-199");
    }

    @Test
    void aStatementIsRewrittenOnceAndThenTakenFromTheCache() {
        String first = dialect.rewrite("SELECT * FROM SYSCAT.TABLES");
        assertThat(dialect.rewrite("SELECT * FROM SYSCAT.TABLES")).isSameAs(first);
    }

    @Test
    void unclosedLiteralsAndCommentsAreLeftToTheServer() {
        assertThat(dialect.rewrite("SELECT 'SYSCAT.T FROM X")).isEqualTo("SELECT 'SYSCAT.T FROM X");
        assertThat(dialect.rewrite("SELECT /* SYSCAT.T FROM X")).isEqualTo("SELECT /* SYSCAT.T FROM X");
    }
}
