package io.github.cameldb2cdc.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLTransientConnectionException;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SqlFailureTest {

    private static final String CELL_VALUE = "Ada Lovelace";

    @ParameterizedTest
    @CsvSource({
        "-911, 40001, deadlock or a lock timeout",
        "-913, 57033, deadlock or a lock timeout",
        "-1224, 55032, start or activate the database",
        "-1032, 57019, start or activate the database",
        "-1035, 57019, start or activate the database",
        "-923, 57015, start or activate the database",
        "-924, 58006, start or activate the database",
        "-30081, 08001, networkTimeout",
        "-4499, 08001, networkTimeout",
        "-4499, 58009, networkTimeout",
        "-4470, 08003, networkTimeout",
        "-30108, 08506, moved to another server",
        "-4498, 08506, moved to another server",
        "-4222, 08001, correct the JDBC URL",
        "-1040, 57030, MAXAPPLS",
        "-1226, 57030, MAX_CONNECTIONS",
        "-20157, 08004, unquiesce it",
        "-1776, , primary server of the HADR pair",
        "-952, 57014, was cancelled",
        "-964, 57011, give the log more room",
        "-904, 57011, look up the reason code",
        "-668, 57016, REORG",
        "-290, 55039, LIST TABLESPACES",
        "-291, 55039, LIST TABLESPACES",
        "-289, 57011, enlarge it",
        "-968, 57011, make room",
        "0, 08006, no connection",
        "0, 55032, ended the connection",
        "-99999, 58009, given up",
        "-99999, 40507, rolled back",
        "-99999, 57011, administrator"
    })
    void whatMayPassIsTriedAgainAndSaysWhatToDoIfItLasts(int code, String state, String advice) {
        CdcException failure = failureOf(code, state);

        assertThat(failure.kind()).isEqualTo(FailureKind.TRANSIENT);
        assertThat(failure).hasMessageContaining("it is tried again").hasMessageContaining(advice);
    }

    @ParameterizedTest
    @CsvSource({
        "-204, 42704, register its table anew",
        "-206, 42703, a column does not exist",
        "-205, 42703, a column does not exist",
        "-551, 42501, missing privilege",
        "-552, 42502, missing privilege",
        "-567, 42501, missing privilege",
        "-1092, , missing authority",
        "-1060, 08004, CONNECT",
        "-4214, 28000, password",
        "-30082, 08001, password",
        "-1046, 28000, password",
        "-922, 42505, password",
        "-311, 22501, longer than the column",
        "-805, 51002, bind the packages",
        "-818, 51003, bind the packages",
        "-518, 07003, not prepared any more",
        "-4461, 42815, correct the JDBC URL",
        "-4472, 42968, licence",
        "-1013, 42705, database is not known",
        "-30061, 08004, database is not known",
        "-1773, , primary server of the HADR pair",
        "-1034, 58031, RESTART DATABASE",
        "-1015, 55025, RESTART DATABASE",
        "-1477, 55019, create it anew",
        "-1585, 54048, temporary table space",
        "0, 42501, missing privilege",
        "0, 42704, register its table anew",
        "0, 28000, password",
        "0, 42505, password",
        "-803, 23505, see Db2's description",
        "-99999, 99999, see Db2's description",
        "-99999, , see Db2's description",
        "0, 55000, see Db2's description"
    })
    void whatNeedsSomebodyIsDefiniteAndSaysWhatToDo(int code, String state, String advice) {
        CdcException failure = failureOf(code, state);

        assertThat(failure.kind()).isEqualTo(FailureKind.DEFINITE);
        assertThat(failure).hasMessageContaining(advice).hasMessageEndingWith(".");
        assertThat(failure.getMessage()).doesNotContain("tried again");
    }

    @Test
    void namesAndReasonCodesAreRepeatedWhereTheTokensAreNothingElse() {
        assertThat(of("42704", -204, "SQLERRMC=S.CDT, DRIVER=4.35.11"))
                .hasMessageContaining("42704 (S.CDT); the object");
        assertThat(of("42501", -551, "SQLERRMC=READER;SELECT;S.T, DRIVER=4.35.11"))
                .hasMessageContaining("42501 (READER, SELECT, S.T); grant");
        assertThat(of("57016", -668, "SQLERRMC=7;S.T, DRIVER=4.35.11"))
                .hasMessageContaining("57016 (7, S.T); the table");
        assertThat(of("22001", -433, "SQLERRMC=" + CELL_VALUE + ", DRIVER=4.35.11"))
                .hasMessageEndingWith("SQLCODE -433, SQLSTATE 22001; see Db2's description of this SQLCODE.");
    }

    private static CdcException of(String state, int code, String text) {
        return SqlFailure.of(new SQLException("DB2 SQL Error: SQLCODE=" + code + ", " + text, state, code), "do it");
    }

    @Test
    void theSentenceSaysWhatWasTriedWhatDb2SaidAndWhatToDo() {
        CdcException failure = SqlFailure.of(new SQLException("text", "42501", -551), "read ASNCDC.IBMSNAP_REGISTER");

        assertThat(failure)
                .hasMessage("Could not read ASNCDC.IBMSNAP_REGISTER: SQLCODE -551, SQLSTATE 42501;"
                        + " grant the user the missing privilege.");
    }

    @Test
    void aPoolThatHadNoConnectionInTimeIsTransient() {
        CdcException failure = SqlFailure.of(new SQLTransientConnectionException("pool"), "read the register");

        assertThat(failure.kind()).isEqualTo(FailureKind.TRANSIENT);
        assertThat(failure).hasMessageContaining("no connection was available in time");
    }

    @Test
    void aWrongPasswordBehindThePoolsExceptionIsDefinite() {
        SQLException pool = new SQLTransientConnectionException("pool", "08001");
        pool.setNextException(new SQLNonTransientConnectionException("password", "08001", -30082));

        CdcException failure = SqlFailure.of(pool, "connect");

        assertThat(failure.kind()).isEqualTo(FailureKind.DEFINITE);
        assertThat(failure).hasMessageContaining("SQLCODE -30082");
    }

    @Test
    void theTellingExceptionIsFoundBehindCausesAndInCircles() {
        SQLException inner = new SQLException("inner", "40001", -911);
        SQLException batch = new SQLException("batch", "58999", -4229, inner);
        inner.setNextException(batch);

        assertThat(SqlFailure.of(batch, "write").kind()).isEqualTo(FailureKind.TRANSIENT);
    }

    @Test
    void whatFailedInABatchIsNamedNotTheBatch() {
        SQLException batch = new SQLException("batch", null, -4229);
        batch.setNextException(new SQLException("one", "23505", -803));

        assertThat(SqlFailure.of(batch, "write")).hasMessageContaining("SQLCODE -803");
        assertThat(SqlFailure.isDuplicateKey(batch)).isTrue();
    }

    @Test
    void codesOfObjectsRowsAndPrivilegesAreRecognised() {
        assertThat(SqlFailure.isMissingObject(new SQLException("", "42704", -204)))
                .isTrue();
        assertThat(SqlFailure.isMissingObject(new SQLException("", "42704", -601)))
                .as("the code wins over the state")
                .isFalse();
        assertThat(SqlFailure.isExistingObject(new SQLException("", "42710", -601)))
                .isTrue();
        assertThat(SqlFailure.isDuplicateKey(new SQLException("", "23505"))).isTrue();
        assertThat(SqlFailure.isMissingPrivilege(new SQLException("", "42502", -552)))
                .isTrue();
        assertThat(SqlFailure.isMissingPrivilege(new SQLException("", "40001", -911)))
                .isFalse();
    }

    @Test
    void theDriversTextIsRepeatedNowhereForItCanQuoteValues() {
        SQLException tooLong = new SQLException("SQLERRMC=" + CELL_VALUE, "22001", -433);
        tooLong.setNextException(new SQLException(CELL_VALUE));

        String everything = Stream.iterate(
                        (Throwable) SqlFailure.of(tooLong, "write the row"), Objects::nonNull, Throwable::getCause)
                .map(Throwable::toString)
                .collect(Collectors.joining());

        assertThat(everything).contains("SQLCODE -433").doesNotContain(CELL_VALUE);
    }

    @Test
    void theDriversStackTraceStays() {
        SQLException fromDriver = new SQLException("text", "22001", -433);

        assertThat(SqlFailure.of(fromDriver, "write").getCause().getStackTrace())
                .isEqualTo(fromDriver.getStackTrace());
    }

    private static CdcException failureOf(int code, String state) {
        return SqlFailure.of(new SQLException("text", state, code), "do it");
    }
}
