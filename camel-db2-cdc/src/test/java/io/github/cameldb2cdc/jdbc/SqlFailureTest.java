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
        "-904, 57011", "-911, 40001", "-913, 57033", "-952, 57014", "-964, 57011", "-1224, 55032", "-1035, 57019",
        "-30081, 08001", "-30108, 08506", "-4498, 08506", "-4499, 58009", "-4222, 08001", "-4470, 08003", "-668, 57016",
        "0, 08006", "0, 55032", "-99999, 40507"
    })
    void whatMayPassIsTransient(int code, String state) {
        assertThat(kindOf(code, state)).isEqualTo(FailureKind.TRANSIENT);
    }

    @ParameterizedTest
    @CsvSource({
        "-204, 42704", "-206, 42703", "-551, 42501", "-552, 42502", "-311, 22501", "-805, 51002", "-4214, 28000",
        "-30082, 08001", "-4461, 42815", "-4472, 42968", "0, 42501", "0, 28000", "-803, 23505", "-99999, 99999",
        "0, 55000"
    })
    void whatNeedsSomebodyIsDefinite(int code, String state) {
        assertThat(kindOf(code, state)).isEqualTo(FailureKind.DEFINITE);
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

    private static FailureKind kindOf(int code, String state) {
        return SqlFailure.of(new SQLException("text", state, code), "do it").kind();
    }
}
