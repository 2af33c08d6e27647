package io.github.cameldb2cdc.checkpoint;

import javax.sql.DataSource;

class JdbcCheckpointRepositoryOnH2Test extends CheckpointRepositoryContract {

    private final DataSource database = TargetDatabase.h2("REGULAR");

    /** A new one each time, so that nothing is remembered but what is in the table. */
    @Override
    CheckpointRepository repository() {
        return new JdbcCheckpointRepository(database);
    }
}
