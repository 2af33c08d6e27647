package io.github.cameldb2cdc.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;

class TableCheckpointRepositoryTest extends CheckpointRepositoryContract {

    private final Db2OnDerby db2 = new Db2OnDerby();

    /** A new one each time, so that nothing is remembered but what is in the table. */
    @Override
    CheckpointRepository repository() {
        return new TableCheckpointRepository(db2);
    }

    @AfterEach
    void allConnectionsAreClosed() {
        assertThat(db2.openConnections()).isZero();
    }
}
