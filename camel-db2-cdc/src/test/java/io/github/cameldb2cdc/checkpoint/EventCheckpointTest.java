package io.github.cameldb2cdc.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Position;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.sql.DataSource;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a sink is answered that stores the checkpoint with its rows, on a PostgreSQL. */
class EventCheckpointTest {

    private static final String NAME = "HR";

    private final DataSource database = TargetDatabase.postgres();
    private final JdbcCheckpointRepository repository = new JdbcCheckpointRepository(database);
    private Checkpoint stored;

    @BeforeEach
    void anOwnerHasBegun() {
        stored = SampleCheckpoints.first("owner").withPosition(at(0));
        repository.store(NAME, null, stored);
    }

    @Test
    void anEventIsStoredOnceAndThenAlreadyThere() throws SQLException {
        assertThat(store(whole(1))).isEqualTo(StoreAnswer.STORED);
        assertThat(store(whole(2))).isEqualTo(StoreAnswer.STORED);

        assertThat(store(whole(1))).isEqualTo(StoreAnswer.ALREADY);
        assertThat(store(whole(2))).isEqualTo(StoreAnswer.ALREADY);
        assertThat(repository.load(NAME).orElseThrow().position()).isEqualTo(at(2));
    }

    @Test
    void theDeleteAndTheCreateOfAChangedKeyAreStoredEachOnce() throws SQLException {
        assertThat(store(part(at(1), 2, 1))).isEqualTo(StoreAnswer.STORED);
        assertThat(repository.load(NAME).orElseThrow().position()).isEqualTo(at(1));
        assertThat(store(part(at(1), 2, 1))).isEqualTo(StoreAnswer.ALREADY);

        assertThat(store(whole(2))).isEqualTo(StoreAnswer.STORED);
        assertThat(store(part(at(1), 2, 1))).isEqualTo(StoreAnswer.ALREADY);
        assertThat(store(whole(2))).isEqualTo(StoreAnswer.ALREADY);
        assertThat(repository.load(NAME).orElseThrow().position()).isEqualTo(at(2));
    }

    /** A batch may end between the two runs' events at another place, which moves the resume point and no event. */
    @Test
    void aDeleteIsAlreadyThereWhereverTheReaderCutItsBatches() throws SQLException {
        Position endOfBatch = Position.endOf(at(1).commit());
        assertThat(store(part(at(1), 2, 1))).isEqualTo(StoreAnswer.STORED);
        assertThat(store(part(endOfBatch, 2, 1))).isEqualTo(StoreAnswer.ALREADY);
    }

    @Test
    void aCreateWhoseDeleteWasLeftOutThisTimeIsStored() throws SQLException {
        assertThat(store(part(at(1), 2, 1))).isEqualTo(StoreAnswer.STORED);
        assertThat(store(whole(2))).isEqualTo(StoreAnswer.STORED);
    }

    @Test
    void aRolledBackEventIsStoredTheNextTime() throws SQLException {
        try (Connection connection = transaction()) {
            assertThat(repository.store(connection, whole(1))).isEqualTo(StoreAnswer.STORED);
            connection.rollback();
        }
        assertThat(store(whole(1))).isEqualTo(StoreAnswer.STORED);
    }

    @Test
    void anEventWithoutPlaceInTheOrderIsAlwaysStoredAndMovesNothing() throws SQLException {
        EventCheckpoint snapshotRow = new EventCheckpoint(NAME, "owner", 1, 0, 1, null, null, 0);
        assertThat(store(snapshotRow)).isEqualTo(StoreAnswer.STORED);
        assertThat(store(snapshotRow)).isEqualTo(StoreAnswer.STORED);
        assertThat(repository.load(NAME)).contains(stored);
    }

    @Test
    void whoLostTheCheckpointIsFenced() throws SQLException {
        repository.store(NAME, stored, stored.claimedBy("other"));

        assertThat(store(whole(1))).isEqualTo(StoreAnswer.FENCED);
        assertThat(store(new EventCheckpoint(NAME, "owner", 1, 0, 1, null, null, 0)))
                .isEqualTo(StoreAnswer.FENCED);
        assertThat(repository.load(NAME).orElseThrow().position()).isEqualTo(at(0));
    }

    @Test
    void theEnginesOwnWriteOfAnOlderPositionMovesNothingBack() throws SQLException {
        store(whole(5));
        Checkpoint older = stored.next().withPosition(at(3));
        repository.store(NAME, stored, older);

        assertThat(repository.load(NAME).orElseThrow().position()).isEqualTo(at(5));
        assertThat(store(whole(5))).isEqualTo(StoreAnswer.ALREADY);

        Checkpoint newer = older.next().withPosition(at(7));
        repository.store(NAME, older, newer);
        assertThat(repository.load(NAME)).contains(newer);
    }

    @Test
    void theNextOwnerGoesOnBehindWhatTheSinkStored() throws SQLException {
        store(whole(5));
        store(part(at(5), 6, 1));
        Checkpoint loaded = repository.load(NAME).orElseThrow();
        Checkpoint claimed = loaded.claimedBy("other");
        repository.store(NAME, loaded, claimed);

        assertThat(repository.load(NAME)).contains(claimed);
        assertThat(storeAs(claimed, at(5), 6, 1)).isEqualTo(StoreAnswer.ALREADY);
        assertThat(storeAs(claimed, at(6), 6, 0)).isEqualTo(StoreAnswer.STORED);
    }

    @Test
    void aNewGenerationForgetsWhereTheSinkWas() throws SQLException {
        store(whole(5));
        Checkpoint restarted =
                new Checkpoint("owner", 1, 2, 1, Phase.STREAMING, at(1), stored.anchor(), null, stored.tables());
        repository.store(NAME, stored, restarted);

        assertThat(repository.load(NAME)).contains(restarted);
        assertThat(storeAs(restarted, at(2), 2, 0)).isEqualTo(StoreAnswer.STORED);
        assertThat(repository.load(NAME).orElseThrow().position()).isEqualTo(at(2));
    }

    @Test
    void whoTakesTheCheckpointOverWaitsForATransactionThatIsUnderWay() throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor();
        try (Connection connection = transaction()) {
            assertThat(repository.store(connection, whole(1))).isEqualTo(StoreAnswer.STORED);
            Future<?> claim = other.submit(() -> repository.store(NAME, stored, stored.claimedBy("other")));
            assertThatThrownBy(() -> claim.get(300, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);

            connection.commit();
            claim.get(60, TimeUnit.SECONDS);
        } finally {
            other.shutdownNow();
        }
        assertThat(repository.load(NAME).orElseThrow().position()).isEqualTo(at(1));
        assertThat(store(whole(2))).isEqualTo(StoreAnswer.FENCED);
    }

    @Test
    void aConnectionThatCommitsByItselfIsRefused() throws SQLException {
        try (Connection connection = database.getConnection()) {
            assertThatThrownBy(() -> repository.store(connection, whole(1)))
                    .isInstanceOf(CdcException.class)
                    .hasMessageContaining("autocommit");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "2 0 00 - 0", "1 0 zz - 0", "1 0 00 - x"})
    void aDamagedPlaceIsNoPlace(String text) {
        assertThatThrownBy(() -> SinkPlace.parse(NAME, text))
                .isInstanceOf(CdcException.class)
                .hasMessageContaining("damaged");
    }

    private StoreAnswer store(EventCheckpoint event) throws SQLException {
        try (Connection connection = transaction()) {
            StoreAnswer answer = repository.store(connection, event);
            connection.commit();
            return answer;
        }
    }

    private StoreAnswer storeAs(Checkpoint owner, Position position, int row, int part) throws SQLException {
        return store(new EventCheckpoint(
                NAME, owner.owner(), owner.epoch(), owner.generation(), 1, position, at(row), part));
    }

    private Connection transaction() throws SQLException {
        Connection connection = database.getConnection();
        connection.setAutoCommit(false);
        return connection;
    }

    private static EventCheckpoint whole(int row) {
        return new EventCheckpoint(NAME, "owner", 1, 0, 1, at(row), at(row), 0);
    }

    private static EventCheckpoint part(Position before, int row, int part) {
        return new EventCheckpoint(NAME, "owner", 1, 0, 1, before, at(row), part);
    }

    private static Position at(int row) {
        return Position.parse(String.format("%020X:%020X", row, row));
    }
}
