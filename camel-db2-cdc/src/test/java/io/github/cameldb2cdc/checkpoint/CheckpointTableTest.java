package io.github.cameldb2cdc.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import io.github.cameldb2cdc.event.TableId;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CheckpointTableTest {

    private static final String CREATE = "CREATE TABLE DB2_CDC_CHECKPOINT (CHECKPOINT_NAME VARCHAR(200) NOT NULL,"
            + " ENTRY_ID VARCHAR(64) NOT NULL, PIECE INTEGER NOT NULL, ENTRY_LABEL VARCHAR(280) NOT NULL,"
            + " OWNER_ID VARCHAR(100), EPOCH_NUMBER BIGINT, RECORD_NUMBER BIGINT, PIECE_TEXT VARCHAR(3000) NOT NULL,"
            + " PRIMARY KEY (CHECKPOINT_NAME, ENTRY_ID, PIECE))";

    private final Db2OnDerby db2 = new Db2OnDerby();

    @AfterEach
    void allConnectionsAreClosed() {
        assertThat(db2.openConnections()).isZero();
    }

    @Test
    void theLayoutOfTheFirstReleaseStays() {
        assertThat(CheckpointTable.parse("DB2_CDC_CHECKPOINT").createStatement())
                .isEqualTo(CREATE);
    }

    @Test
    void aRowFitsAPageOf4KilobytesAndAKeyItsIndex() {
        int row = 200 + 64 + 4 + 280 + 100 + 8 + 8 + 3000;
        int overheadOfColumnsAndRow = 8 * 3 + 2;

        assertThat(row + overheadOfColumnsAndRow).isLessThanOrEqualTo(4005);
        assertThat(200 + 64 + 4 + 3 * 3).isLessThanOrEqualTo(1024);
    }

    @Test
    void namesAreReadInTheSpellingOfSql() {
        assertThat(new TableCheckpointRepository(db2).getTable()).isEqualTo("DB2_CDC_CHECKPOINT");
        assertThat(new TableCheckpointRepository(db2, "my.table").getTable()).isEqualTo("MY.TABLE");
        assertThat(new TableCheckpointRepository(db2, "\"a b\"").getTable()).isEqualTo("\"a b\"");
        assertThat(new TableCheckpointRepository(db2, new TableId("S", "t\"x")).getTable())
                .isEqualTo("S.\"t\"\"x\"");
        assertThatThrownBy(() -> new TableCheckpointRepository(db2, "A.B.C"))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void checkpointsOfTwoTablesAreApart() {
        Checkpoint checkpoint = SampleCheckpoints.first("a");
        new TableCheckpointRepository(db2, "APP.\"t 1\"").store("N", null, checkpoint);

        assertThat(new TableCheckpointRepository(db2, "APP.\"t 2\"").load("N")).isEmpty();
        assertThat(new TableCheckpointRepository(db2, new TableId("APP", "t 1")).load("N"))
                .contains(checkpoint);
    }

    @Test
    void aTableThatMayNotBeCreatedIsADefiniteFailureWithTheStatementsAndTheAlternative() {
        db2.deny("CREATE", -552, "42502");

        CdcException failure = failureOfLoad();

        assertThat(failure.kind()).isEqualTo(FailureKind.DEFINITE);
        assertThat(failure)
                .hasMessage("Could not create the table DB2_CDC_CHECKPOINT for checkpoints: SQLCODE -552,"
                        + " SQLSTATE 42502; grant the user the missing privilege. Let an administrator run: " + CREATE
                        + "; GRANT SELECT, INSERT, UPDATE, DELETE ON DB2_CDC_CHECKPOINT TO APP; or set"
                        + " idempotentRepository to keep checkpoints elsewhere.");
    }

    @Test
    void aTableThatMayNotBeReadIsADefiniteFailureWithTheStatements() {
        new TableCheckpointRepository(db2).load("N");
        db2.deny("SELECT", -551, "42501");

        assertThat(failureOfLoad())
                .hasMessageStartingWith("Could not read the table DB2_CDC_CHECKPOINT for checkpoints: SQLCODE -551")
                .hasMessageContaining("GRANT SELECT, INSERT, UPDATE, DELETE");
    }

    @Test
    void aRepairedPrivilegeNeedsNoRestart() {
        TableCheckpointRepository repository = new TableCheckpointRepository(db2);
        db2.deny("CREATE", -552, "42502");
        assertThatThrownBy(() -> repository.load("N")).isInstanceOf(CdcException.class);

        db2.deny(null, 0, null);

        assertThat(repository.load("N")).isEmpty();
    }

    @Test
    void aCreateThatFailsForAWhileIsTransient() {
        db2.deny("CREATE", -964, "57011");

        assertThat(failureOfLoad().kind()).isEqualTo(FailureKind.TRANSIENT);
        assertThat(failureOfLoad()).hasMessageNotContaining("GRANT");
    }

    @Test
    void aTableOfAnotherLayoutIsADefiniteFailure() throws SQLException {
        db2.execute("CREATE TABLE DB2_CDC_CHECKPOINT (CHECKPOINT_NAME VARCHAR(10))");

        assertThat(failureOfLoad().kind()).isEqualTo(FailureKind.DEFINITE);
        assertThat(failureOfLoad()).hasMessageContaining("SQLCODE -206");
    }

    @Test
    void aRemovedHeadIsDamageAndNoFreshStart() throws SQLException {
        new TableCheckpointRepository(db2).store("N", null, SampleCheckpoints.first("a", SampleCheckpoints.table("T")));
        db2.execute("DELETE FROM DB2_CDC_CHECKPOINT WHERE ENTRY_ID = 'HEAD'");

        assertThat(failureOfLoad()).hasMessageContaining("is damaged: its head is missing");
    }

    @Test
    void aRemovedPieceIsDamage() throws SQLException {
        new TableCheckpointRepository(db2)
                .store("N", null, SampleCheckpoints.first("a", SampleCheckpoints.wideTable(200)));
        db2.execute("DELETE FROM DB2_CDC_CHECKPOINT WHERE PIECE = 3");

        assertThat(failureOfLoad()).hasMessageContaining("is damaged: the record of a table cannot be read");
    }

    @Test
    void aGuardThatDoesNotBelongToTheHeadIsDamage() throws SQLException {
        new TableCheckpointRepository(db2).store("N", null, SampleCheckpoints.first("a"));
        db2.execute("UPDATE DB2_CDC_CHECKPOINT SET EPOCH_NUMBER = 7");

        assertThat(failureOfLoad()).hasMessageContaining("is damaged: owner, epoch or record number differ");
    }

    @Test
    void onlyTablesThatChangedAreWritten() throws SQLException {
        TableCheckpoint same = SampleCheckpoints.table("SAME");
        Checkpoint one = SampleCheckpoints.first("a", same, SampleCheckpoints.table("OTHER"));
        Checkpoint two = SampleCheckpoints.after(one, same, SampleCheckpoints.loading("OTHER", "s", 1));
        TableCheckpointRepository repository = new TableCheckpointRepository(db2);
        repository.store("N", null, one);
        db2.execute("UPDATE DB2_CDC_CHECKPOINT SET OWNER_ID = 'untouched' WHERE ENTRY_ID <> 'HEAD'");

        repository.store("N", one, two);

        assertThat(db2.count("DB2_CDC_CHECKPOINT WHERE OWNER_ID = 'untouched' AND ENTRY_LABEL = 'DB2INST1.SAME'"))
                .isEqualTo(1);
        assertThat(db2.count("DB2_CDC_CHECKPOINT WHERE OWNER_ID = 'untouched'")).isEqualTo(1);
        assertThat(db2.count("DB2_CDC_CHECKPOINT")).isEqualTo(3);
    }

    private CdcException failureOfLoad() {
        return catchThrowableOfType(CdcException.class, () -> new TableCheckpointRepository(db2).load("N"));
    }
}
