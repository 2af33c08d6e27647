package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.jdbc.SqlFailure;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Pattern;

/**
 * The table that holds checkpoints: its name, its layout, and how it comes to exist. Immutable and thread-safe.
 *
 * <p>The layout fits 4 KB pages of Db2 for LUW (rows of 4,005 bytes, index keys of 1,024) and of z/OS without large
 * objects, and no column's name is a reserved word of either. All content is ASCII, so one character is one byte in
 * every code page that a database may have.
 */
final class CheckpointTable {

    private static final String PART = "(?:[\\p{L}_][\\p{L}\\p{N}_$#@]*|\"(?:[^\"\\p{Cntrl}]|\"\")+\")";
    private static final Pattern STANDARD_NAME = Pattern.compile(PART + "(?:\\." + PART + ")?");

    /** The longest text of one piece. */
    static final int PIECE_LENGTH = 3000;

    /** The longest readable name beside an entry. */
    static final int LABEL_LENGTH = 280;

    private final String name;
    private final CheckpointDialect dialect;

    private CheckpointTable(String name, CheckpointDialect dialect) {
        this.name = name;
        this.dialect = dialect;
    }

    static CheckpointTable of(TableId id) {
        return new CheckpointTable(id.toString(), CheckpointDialect.DB2);
    }

    /** @throws IllegalArgumentException if this is no name of a table, with or without a schema */
    static CheckpointTable parse(String text) {
        TableId id = TableId.parse(text, "");
        return id.schema().isEmpty() ? new CheckpointTable(TableId.spell(id.name()), CheckpointDialect.DB2) : of(id);
    }

    /**
     * A table of another database, which may fold names in its own way: the name stands in statements as it is given.
     *
     * @throws IllegalArgumentException if this is no name of a table, with or without a schema
     */
    static CheckpointTable inStandardSql(String text) {
        if (!STANDARD_NAME.matcher(text).matches()) {
            throw new IllegalArgumentException("'" + text
                    + "' is not a table's name; write TABLE or SCHEMA.TABLE, with double quotes around a part that is not"
                    + " an ordinary name.");
        }
        return new CheckpointTable(text, CheckpointDialect.STANDARD);
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
                + "), EPOCH_NUMBER " + dialect.bigNumber() + ", RECORD_NUMBER " + dialect.bigNumber()
                + ", PIECE_TEXT VARCHAR(" + PIECE_LENGTH
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
            if (!mayBeMissing(e)) {
                throw unreadable(e, transactions);
            }
            create(transactions);
        }
    }

    /** Each database has a code of its own for a table that is missing: creating it shows whether it is. */
    private boolean mayBeMissing(SQLException failure) {
        return SqlFailure.isMissingObject(failure)
                || dialect == CheckpointDialect.STANDARD
                        && SqlFailure.of(failure, "read the table " + name).kind() == FailureKind.DEFINITE;
    }

    private void create(JdbcTransactions transactions) {
        try {
            transactions.runOrThrow(connection -> execute(connection, createStatement()));
        } catch (SQLException e) {
            // it exists if another consumer was faster
            if (!SqlFailure.isExistingObject(e) && !isReadable(transactions)) {
                throw withStatements(SqlFailure.of(e, "create the table " + name + " for checkpoints"), transactions);
            }
        }
    }

    private boolean isReadable(JdbcTransactions transactions) {
        if (dialect == CheckpointDialect.DB2) {
            return false;
        }
        try {
            transactions.runOrThrow(this::read);
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    /** Names every column: a table of the same name and another layout shows here. */
    private Void read(Connection connection) throws SQLException {
        return execute(
                connection,
                dialect.complete(
                        "SELECT CHECKPOINT_NAME, ENTRY_ID, PIECE, ENTRY_LABEL, OWNER_ID, EPOCH_NUMBER, RECORD_NUMBER,"
                                + " PIECE_TEXT FROM " + name + " WHERE CHECKPOINT_NAME = ''$1$CS"));
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

    private String userOf(JdbcTransactions transactions) {
        try {
            String user = transactions.runOrThrow(
                    connection -> connection.getMetaData().getUserName());
            if (user == null || user.isBlank()) {
                return "<user>";
            }
            return dialect == CheckpointDialect.DB2 ? TableId.spell(TableId.foldToUpperCase(user.strip())) : user;
        } catch (SQLException e) {
            // the sentence is about the table: a placeholder serves as well
            return "<user>";
        }
    }

    /**
     * A statement on the table: {@code $T} in the text stands for its name, {@code $RS} and {@code $CS} for how a read
     * locks.
     */
    PreparedStatement prepare(Connection connection, String sql) throws SQLException {
        return connection.prepareStatement(dialect.complete(sql).replace("$T", name));
    }

    /** Runs an INSERT of one row; false if there is one with its key. */
    boolean insert(Connection connection, PreparedStatement insert) throws SQLException {
        return dialect.insert(connection, insert);
    }
}
