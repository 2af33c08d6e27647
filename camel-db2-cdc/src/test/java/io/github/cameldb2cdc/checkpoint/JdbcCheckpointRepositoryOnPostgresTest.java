package io.github.cameldb2cdc.checkpoint;

import javax.sql.DataSource;

class JdbcCheckpointRepositoryOnPostgresTest extends CheckpointRepositoryContract {

    private final DataSource database = TargetDatabase.postgres();

    /** A new one each time, so that nothing is remembered but what is in the table. */
    @Override
    CheckpointRepository repository() {
        return new JdbcCheckpointRepository(database);
    }
}
