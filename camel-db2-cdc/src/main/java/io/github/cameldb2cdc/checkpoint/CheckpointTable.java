package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.jdbc.SqlFailure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * The table that holds checkpoints: its name, its layout, and how it comes to exist. Immutable and thread-safe.
 *
 * <p>The layout fits 4 KB pages of Db2 for LUW (rows of 4,005 bytes, index keys of 1,024) and of z/OS without large
 * objects, and no column's name is a reserved word of either. All content is ASCII, so one character is one byte in
 * every code page that a database may have.
 */
final class CheckpointTable {

    /** The longest text of one piece. */
    static final int PIECE_LENGTH = 3000;

    /** The longest readable name beside an entry. */
    static final int LABEL_LENGTH = 280;

    private final String name;

    private CheckpointTable(String name) {
        this.name = name;
    }

    static CheckpointTable of(TableId id) {
        return new CheckpointTable(id.toString());
    }

    /** @throws IllegalArgumentException if this is no name of a table, with or without a schema */
    static CheckpointTable parse(String text) {
        TableId id = TableId.parse(text, "");
        return id.schema().isEmpty() ? new CheckpointTable(TableId.spell(id.name())) : of(id);
    }

    /** The name in SQL's spelling, qualified if the user qualified it. */
    @Override
    public String toString() {
        return name;
    }

    /** The statement that creates it. */
    String createStatement() {
        return "CREATE TABLE " + name + " (CHECKPOINT_NAME VARCHAR(" + CheckpointName.MOST_CHARACTERS
                + ") NOT NULL, ENTRY_ID VARCHAR(64) NOT NULL, PIECE INTEGER NOT NULL, ENTRY_LABEL VARCHAR("
                + LABEL_LENGTH + ") NOT NULL, OWNER_ID VARCHAR(" + Guard.MOST_OWNER_CHARACTERS
                + "), EPOCH_NUMBER BIGINT, RECORD_NUMBER BIGINT, PIECE_TEXT VARCHAR(" + PIECE_LENGTH
                + ") NOT NULL, PRIMARY KEY (CHECKPOINT_NAME, ENTRY_ID, PIECE))";
    }

    /**
     * Makes sure that the table is there and can be read; creates it if it is missing.
     *
     * @throws CdcException definite and with the statements for the administrator, if neither is possible
     */
    void prepare(JdbcTransactions transactions) {
        try {
            transactions.runOrThrow(this::read);
        } catch (SQLException e) {
            if (!SqlFailure.isMissingObject(e)) {
                throw unreadable(e, transactions);
            }
            create(transactions);
        }
    }

    private void create(JdbcTransactions transactions) {
        try {
            transactions.runOrThrow(connection -> execute(connection, createStatement()));
        } catch (SQLException e) {
            // it exists if another consumer was faster
            if (!SqlFailure.isExistingObject(e)) {
                throw withStatements(SqlFailure.of(e, "create the table " + name + " for checkpoints"), transactions);
            }
        }
    }

    /** Names every column: a table of the same name and another layout shows here. */
    private Void read(Connection connection) throws SQLException {
        return execute(
                connection,
                "SELECT CHECKPOINT_NAME, ENTRY_ID, PIECE, ENTRY_LABEL, OWNER_ID, EPOCH_NUMBER, RECORD_NUMBER,"
                        + " PIECE_TEXT FROM " + name + " WHERE CHECKPOINT_NAME = '' FETCH FIRST 1 ROWS ONLY WITH CS");
    }

    private static Void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
            return null;
        }
    }

    private CdcException unreadable(SQLException failure, JdbcTransactions transactions) {
        CdcException classified = SqlFailure.of(failure, "read the table " + name + " for checkpoints");
        return SqlFailure.isMissingPrivilege(failure) ? withStatements(classified, transactions) : classified;
    }

    private CdcException withStatements(CdcException failure, JdbcTransactions transactions) {
        if (failure.kind() == FailureKind.TRANSIENT) {
            return failure;
        }
        return new CdcException(
                FailureKind.DEFINITE,
                failure.getMessage() + " Let an administrator run: " + createStatement()
                        + "; GRANT SELECT, INSERT, UPDATE, DELETE ON " + name + " TO " + userOf(transactions)
                        + "; or set idempotentRepository to keep checkpoints elsewhere.",
                failure.getCause());
    }

    private static String userOf(JdbcTransactions transactions) {
        try {
            String user = transactions.runOrThrow(
                    connection -> connection.getMetaData().getUserName());
            return user == null || user.isBlank() ? "<user>" : TableId.spell(TableId.foldToUpperCase(user.strip()));
        } catch (SQLException e) {
            // the sentence is about the table: a placeholder serves as well
            return "<user>";
        }
    }

    /** A statement on the table: {@code $T} in the text stands for its name. */
    PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        return connection.prepareStatement(sql.replace("$T", name));
    }
}
