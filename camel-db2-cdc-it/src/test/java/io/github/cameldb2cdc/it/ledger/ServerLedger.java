package io.github.cameldb2cdc.it.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.cameldb2cdc.it.RouteRun;
import io.github.cameldb2cdc.it.container.Db2Container;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** What the server does with SQL. */
abstract class ServerLedger extends Ledger {

    @Test
    @Proves(Assumption.BYTE_ORDER)
    void bitDataIsOrderedAsUnsignedBytes() throws Exception {
        String table = schema + ".A";
        db2().execute("CREATE TABLE " + table + " (S VARCHAR(16) FOR BIT DATA NOT NULL PRIMARY KEY)");
        List<String> ordered = List.of(
                "00".repeat(16),
                "20".repeat(16),
                "7f".repeat(16),
                "80" + "00".repeat(15),
                "80" + "00".repeat(14) + "01",
                "ff".repeat(16));
        try (Connection connection = db2().connect();
                PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table + " VALUES (?)")) {
            for (int i : List.of(3, 0, 5, 1, 4, 2)) {
                insert.setBytes(1, HexFormat.of().parseHex(ordered.get(i)));
                insert.executeUpdate();
            }
        }
        assertThat(sql().rows("SELECT S FROM " + table + " ORDER BY S"))
                .extracting(row -> row.get(0))
                .isEqualTo(ordered);
        for (int i = 0; i < ordered.size(); i++) {
            byte[] bound = HexFormat.of().parseHex(ordered.get(i));
            assertThat(sql().count("SELECT COUNT(*) FROM " + table + " WHERE S > ?", bound))
                    .isEqualTo(ordered.size() - i - 1);
            assertThat(sql().count("SELECT COUNT(*) FROM " + table + " WHERE S = ?", bound))
                    .isEqualTo(1);
        }
    }

    @Test
    @Proves(Assumption.CURRENTLY_COMMITTED_SKIPS)
    void aReadPassesOverWhatIsNotCommitted() throws Exception {
        realDb2("its engine waits for the row");
        created("A");
        sql().inTransaction(writer -> {
            try (Statement statement = writer.createStatement()) {
                statement.execute("INSERT INTO " + schema + ".A VALUES (1, 'x')");
            }
            assertThat(sql().count("SELECT COUNT(*) FROM " + schema + ".A WITH CS"))
                    .isZero();
        });
    }

    @Test
    @Proves(Assumption.WAIT_FOR_OUTCOME_IS_TAKEN)
    void theClauseOfSnapshotsIsTaken() throws Exception {
        created("A");
        for (String isolation : List.of("CS", "RS", "RR")) {
            assertThat(sql().rows("SELECT ID FROM " + schema + ".A ORDER BY ID FETCH FIRST 5 ROWS ONLY WITH "
                            + isolation + " WAIT FOR OUTCOME"))
                    .isEmpty();
        }
    }

    @Test
    @Proves(Assumption.CATALOG_TIMES)
    void theTimesOfTheCatalogMoveWithTheTable() throws Exception {
        created("A");
        List<Timestamp> first = times();
        db2().execute("ALTER TABLE " + schema + ".A ADD COLUMN MORE INTEGER");
        List<Timestamp> altered = times();
        assertThat(altered.get(0)).isEqualTo(first.get(0));
        assertThat(altered.get(1)).isAfter(first.get(1));
        db2().execute("DROP TABLE " + schema + ".A");
        created("A");
        assertThat(times().get(0)).isAfter(first.get(0));
    }

    private List<Timestamp> times() throws SQLException {
        return sql()
                .rows("SELECT CREATE_TIME, ALTER_TIME FROM SYSCAT.TABLES WHERE TABSCHEMA = ? AND TABNAME = 'A'", schema)
                .get(0)
                .stream()
                .map(Timestamp::valueOf)
                .toList();
    }

    @Test
    @Proves(Assumption.SQL_CODES)
    void errorsHaveTheCodesThatAreLookedAt() throws Exception {
        created("A");
        db2().execute("INSERT INTO " + schema + ".A VALUES (1, 'x')");
        assertThat(codeOf("SELECT * FROM " + schema + ".MISSING")).isEqualTo(-204);
        assertThat(codeOf("SELECT MISSING FROM " + schema + ".A")).isEqualTo(-206);
        assertThat(codeOf("CREATE TABLE " + schema + ".A (ID INTEGER)")).isEqualTo(-601);
        assertThat(codeOf("INSERT INTO " + schema + ".A VALUES (1, 'y')")).isEqualTo(-803);
    }

    private int codeOf(String sql) throws SQLException {
        try (Connection connection = db2().connect();
                Statement statement = connection.createStatement()) {
            return catchThrowableOfType(SQLException.class, () -> statement.execute(sql))
                    .getErrorCode();
        }
    }

    @Test
    @Proves(Assumption.LEAST_PRIVILEGES)
    void thePrivilegesThatArePrintedAreEnough() {
        Db2Container real = realDb2("it knows no privileges");
        String table = registered("A");
        real.execute("INSERT INTO " + table + " VALUES (1, 'x')");
        real.capture().catchUp();
        try (RouteRun run = RouteRun.start(
                real.userWithLeastPrivileges("u" + schema.toLowerCase(Locale.ROOT), table),
                real.controlSchema(),
                schema,
                "",
                event -> {})) {
            run.awaitEvents(1);
            real.execute("UPDATE " + table + " SET V = 'y'");
            run.awaitEvents(2);
            assertThat(run.lines()).containsExactly("r A {ID=1, V=x}", "u A {ID=1, V=x} {ID=1, V=y}");
        }
    }
}
