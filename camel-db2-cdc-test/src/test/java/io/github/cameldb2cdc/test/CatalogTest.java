package io.github.cameldb2cdc.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CatalogTest {
    private static EmbeddedDb2 db2;

    @BeforeAll
    static void start() {
        db2 = EmbeddedDb2.start();
        db2.execute(
                "CREATE TABLE S.T (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(40), CODE CHAR(3) FOR BIT DATA,"
                        + " AMOUNT DECIMAL(9,2) NOT NULL DEFAULT 0, SEEN TIMESTAMP, PHOTO BLOB(1M))",
                "CREATE UNIQUE INDEX S.T_NAME ON S.T (NAME DESC, ID)");
    }

    @AfterAll
    static void stop() {
        db2.close();
    }

    @Test
    void theLuwCatalogShowsTablesColumnsAndIndexes() throws Exception {
        assertThat(Rows.of(
                        db2,
                        "SELECT TYPE, STATUS, COLCOUNT, DATACAPTURE, CARD FROM SYSCAT.TABLES"
                                + " WHERE TABSCHEMA = 'S' AND TABNAME = 'T'"))
                .containsExactly(List.of("T", "N", "6", "N", "-1"));
        assertThat(Rows.of(
                        db2,
                        "SELECT COLNAME, COLNO, TYPENAME, LENGTH, SCALE, NULLS, CODEPAGE, KEYSEQ"
                                + " FROM SYSCAT.COLUMNS WHERE TABSCHEMA = 'S' AND TABNAME = 'T' ORDER BY COLNO"))
                .containsExactly(
                        List.of("ID", "0", "INTEGER", "4", "0", "N", "0", "1"),
                        List.of("NAME", "1", "VARCHAR", "40", "0", "Y", "1208", "null"),
                        List.of("CODE", "2", "CHARACTER", "3", "0", "Y", "0", "null"),
                        List.of("AMOUNT", "3", "DECIMAL", "9", "2", "N", "0", "null"),
                        List.of("SEEN", "4", "TIMESTAMP", "10", "6", "Y", "0", "null"),
                        List.of("PHOTO", "5", "BLOB", "1048576", "0", "Y", "0", "null"));
        assertThat(Rows.of(
                        db2,
                        "SELECT i.UNIQUERULE, u.COLNAME, u.COLSEQ, u.COLORDER FROM SYSCAT.INDEXES i"
                                + " JOIN SYSCAT.INDEXCOLUSE u ON u.INDSCHEMA = i.INDSCHEMA AND u.INDNAME = i.INDNAME"
                                + " WHERE i.TABSCHEMA = 'S' AND i.TABNAME = 'T' ORDER BY i.UNIQUERULE, u.COLSEQ"))
                .containsExactly(
                        List.of("P", "ID", "1", "A"), List.of("U", "NAME", "1", "D"), List.of("U", "ID", "2", "A"));
    }

    @Test
    void theZosCatalogShowsTheSame() throws Exception {
        assertThat(Rows.of(
                        db2,
                        "SELECT TYPE, COLCOUNT, DATACAPTURE FROM SYSIBM.SYSTABLES"
                                + " WHERE CREATOR = 'S' AND NAME = 'T'"))
                .containsExactly(List.of("T", "6", " "));
        assertThat(Rows.of(
                        db2,
                        "SELECT NAME, COLTYPE, LENGTH, FOREIGNKEY, KEYSEQ FROM SYSIBM.SYSCOLUMNS"
                                + " WHERE TBCREATOR = 'S' AND TBNAME = 'T' ORDER BY COLNO FETCH FIRST 3 ROWS ONLY"))
                .containsExactly(
                        List.of("ID", "INTEGER ", "4", " ", "1"),
                        List.of("NAME", "VARCHAR ", "40", "M", "0"),
                        List.of("CODE", "CHAR    ", "3", "B", "0"));
        assertThat(Rows.of(
                        db2,
                        "SELECT i.UNIQUERULE, k.COLNAME, k.ORDERING FROM SYSIBM.SYSINDEXES i"
                                + " JOIN SYSIBM.SYSKEYS k ON k.IXCREATOR = i.CREATOR AND k.IXNAME = i.NAME"
                                + " WHERE i.TBCREATOR = 'S' AND i.TBNAME = 'T' ORDER BY i.UNIQUERULE, k.COLSEQ"))
                .containsExactly(List.of("P", "ID", "A"), List.of("U", "NAME", "D"), List.of("U", "ID", "A"));
    }

    @Test
    void aNewTableIsInTheCatalogAtOnceAndDataCaptureCanBeSwitched() throws Exception {
        db2.execute("CREATE TABLE S.U (ID INTEGER)", "ALTER TABLE S.U DATA CAPTURE CHANGES");
        assertThat(Rows.of(db2, "SELECT DATACAPTURE FROM SYSCAT.TABLES WHERE TABSCHEMA = 'S' AND TABNAME = 'U'"))
                .containsExactly(List.of("Y"));
        db2.execute("ALTER TABLE S.U DATA CAPTURE NONE");
        assertThat(Rows.of(db2, "SELECT DATACAPTURE FROM SYSCAT.TABLES WHERE TABSCHEMA = 'S' AND TABNAME = 'U'"))
                .containsExactly(List.of("N"));
        db2.execute("DROP TABLE S.U");
        assertThat(Rows.of(db2, "SELECT 1 FROM SYSCAT.TABLES WHERE TABSCHEMA = 'S' AND TABNAME = 'U'"))
                .isEmpty();
    }

    @Test
    void specialRegistersAndKeywordsOfDb2AreUnderstood() throws Exception {
        assertThat(Rows.of(db2, "SELECT CURRENT SERVER FROM SYSIBM.SYSDUMMY1")).containsExactly(List.of("SAMPLE"));
        assertThat(Rows.of(db2, "SELECT CURRENT TIMESTAMP - CURRENT TIMEZONE FROM SYSIBM.SYSDUMMY1"))
                .hasSize(1);
        assertThat(Rows.of(
                        db2,
                        "SELECT IDENTITY, DEFAULT FROM SYSCAT.COLUMNS WHERE TABSCHEMA = 'S' AND TABNAME = 'T'"
                                + " AND COLNAME = 'AMOUNT'"))
                .containsExactly(List.of("N", "0"));
    }

    @Test
    void aLookAtTheClockThatWasPreparedOnceShowsTheTimeOfEachExecution() throws Exception {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-01-15T12:00:00Z"));
        Clock clock = new MovedClock(now);
        try (EmbeddedDb2 other =
                        EmbeddedDb2.builder().capturePaused().clock(clock).start();
                Connection connection = other.connect();
                PreparedStatement look = connection.prepareStatement(
                        "SELECT CURRENT TIMESTAMP, CURRENT TIMEZONE FROM SYSIBM.SYSDUMMY1")) {
            assertThat(timeOf(look)).isEqualTo(now.get());
            now.set(now.get().plusSeconds(90));
            assertThat(timeOf(look)).isEqualTo(now.get());
        }
    }

    private static Instant timeOf(PreparedStatement look) throws SQLException {
        try (ResultSet rows = look.executeQuery()) {
            rows.next();
            return rows.getTimestamp(1).toInstant();
        }
    }

    /** Shows what it is told to. */
    private static final class MovedClock extends Clock {
        private final AtomicReference<Instant> now;

        MovedClock(AtomicReference<Instant> now) {
            this.now = now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            return this;
        }

        @Override
        public Instant instant() {
            return now.get();
        }
    }
}
