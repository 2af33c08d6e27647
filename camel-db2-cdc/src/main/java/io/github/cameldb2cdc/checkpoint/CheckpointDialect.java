package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.jdbc.SqlFailure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.Savepoint;

/** What databases say differently of the few statements on checkpoints. */
enum CheckpointDialect {
    /** Db2: a read says how it locks, so that it neither waits longer nor shorter than the caller's isolation has it. */
    DB2("BIGINT", " WITH RS", " WITH CS", " FETCH FIRST 1 ROWS ONLY"),

    /**
     * Standard SQL, for databases whose statements each see one committed state, or lock. The check behind each read
     * does without the lock that Db2 takes. BIGINT is unknown to Oracle, NUMERIC is not.
     */
    STANDARD("NUMERIC(19)", "", "", "");

    private final String bigNumber;
    private final String readStable;
    private final String readCommitted;
    private final String firstRow;

    CheckpointDialect(String bigNumber, String readStable, String readCommitted, String firstRow) {
        this.bigNumber = bigNumber;
        this.readStable = readStable;
        this.readCommitted = readCommitted;
        this.firstRow = firstRow;
    }

    String bigNumber() {
        return bigNumber;
    }

    /** The statement with {@code $RS}, {@code $CS} and {@code $1} filled in. */
    String complete(String sql) {
        return sql.replace("$RS", readStable).replace("$CS", readCommitted).replace("$1", firstRow);
    }

    /**
     * Runs an INSERT of one row.
     *
     * @return false if a row with its key exists; the transaction goes on either way
     */
    boolean insert(Connection connection, PreparedStatement insert) throws SQLException {
        // a failed statement ends the whole transaction of PostgreSQL, if nothing was saved before
        Savepoint before = this == DB2 ? null : connection.setSavepoint();
        try {
            insert.executeUpdate();
            return true;
        } catch (SQLException e) {
            if (!isDuplicateKey(e)) {
                throw e;
            }
            if (before != null) {
                connection.rollback(before);
            }
            return false;
        }
    }

    /** The only constraint that a write can meet is the primary key. */
    private boolean isDuplicateKey(SQLException failure) {
        return SqlFailure.isDuplicateKey(failure)
                || this == STANDARD
                        && (failure instanceof SQLIntegrityConstraintViolationException
                                || failure.getSQLState() != null
                                        && failure.getSQLState().startsWith("23"));
    }
}
