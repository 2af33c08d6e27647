package io.github.cameldb2cdc.test;

import io.github.cameldb2cdc.test.derby.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/** Deletes published rows, in the transaction of the connection; the caller commits. */
final class Pruning {
    private final Connection connection;
    private final Register register;
    private final String unitOfWorkTable;

    Pruning(Connection connection, Register register, ControlTables tables) {
        this.connection = connection;
        this.register = register;
        this.unitOfWorkTable = TableName.quote(tables.controlSchema()) + ".IBMSNAP_UOW";
    }

    /** Up to and including a sequence; CD_OLD_SYNCHPOINT follows where it is not null. */
    void run(LogSequence upTo) throws SQLException {
        for (RegisterRow row : register.rows(connection)) {
            delete(row.changeTable().sql(), "<=", upTo);
            register.pruneOldSynchpoint(connection, row.source(), upTo);
        }
        delete(unitOfWorkTable, "<=", upTo);
    }

    /** Everything after a sequence, staged changes included. */
    void deleteBeyond(LogSequence sequence, List<StagedSource> staged) throws SQLException {
        for (RegisterRow row : register.rows(connection)) {
            delete(row.changeTable().sql(), ">", sequence);
        }
        delete(unitOfWorkTable, ">", sequence);
        deleteStaged(staged);
    }

    /** Everything, staged changes included. */
    void deleteAll(List<StagedSource> staged) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (RegisterRow row : register.rows(connection)) {
                statement.executeUpdate("DELETE FROM " + row.changeTable().sql());
            }
            statement.executeUpdate("DELETE FROM " + unitOfWorkTable);
        }
        deleteStaged(staged);
    }

    private void deleteStaged(List<StagedSource> staged) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (StagedSource source : staged) {
                statement.executeUpdate("DELETE FROM " + source.table());
            }
        }
    }

    private void delete(String table, String comparison, LogSequence sequence) throws SQLException {
        String sql = "DELETE FROM " + table + " WHERE IBMSNAP_COMMITSEQ " + comparison + " ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setBytes(1, sequence.bytes());
            statement.executeUpdate();
        }
    }
}
