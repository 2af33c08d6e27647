package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.TableId;
import javax.sql.DataSource;

/** Keeps checkpoints in a table of a Db2, of the one that is the source or of another one. Thread-safe. */
public class TableCheckpointRepository extends SqlCheckpointRepository {

    /** With the default table in the current schema of the connections. */
    public TableCheckpointRepository(DataSource dataSource) {
        this(dataSource, DEFAULT_TABLE);
    }

    /**
     * @param table {@code TABLE}, then in the current schema of the connections, or {@code SCHEMA.TABLE}, in SQL's
     *     spelling
     * @throws IllegalArgumentException if this is no such name
     */
    public TableCheckpointRepository(DataSource dataSource, String table) {
        super(dataSource, CheckpointTable.parse(table));
    }

    public TableCheckpointRepository(DataSource dataSource, TableId table) {
        super(dataSource, CheckpointTable.of(table));
    }

    /** The statement that creates the table, for an administrator who does not let the component do it. */
    public static String createStatement(TableId table) {
        return CheckpointTable.of(table).createStatement();
    }
}
