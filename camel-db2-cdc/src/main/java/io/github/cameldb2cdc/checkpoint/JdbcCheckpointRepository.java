package io.github.cameldb2cdc.checkpoint;

import javax.sql.DataSource;

/**
 * Keeps checkpoints in a table of a target database: PostgreSQL, H2, Oracle and others that know standard SQL and have
 * each statement see committed rows. Thread-safe.
 *
 * <p>For a Db2 the {@link TableCheckpointRepository} is the better one. The statement that creates the table is standard
 * SQL; where a database has it otherwise, the table is created by hand with the same columns.
 */
public class JdbcCheckpointRepository extends SqlCheckpointRepository {

    /** With the default table in the current schema of the connections. */
    public JdbcCheckpointRepository(DataSource dataSource) {
        this(dataSource, DEFAULT_TABLE);
    }

    /**
     * @param table {@code TABLE} or {@code SCHEMA.TABLE} as it stands in statements of this database, with double quotes
     *     around a part that is not an ordinary name
     * @throws IllegalArgumentException if this is no such name
     */
    public JdbcCheckpointRepository(DataSource dataSource, String table) {
        super(dataSource, CheckpointTable.inStandardSql(table));
    }
}
