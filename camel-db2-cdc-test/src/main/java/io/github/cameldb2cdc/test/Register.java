package io.github.cameldb2cdc.test;

import io.github.cameldb2cdc.test.derby.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The statements on IBMSNAP_REGISTER and IBMSNAP_RESTART. Stateless; each call works in the caller's transaction. */
final class Register {
    private static final String KEY = " WHERE SOURCE_OWNER = ? AND SOURCE_TABLE = ? AND SOURCE_VIEW_QUAL = 0";

    private final String register;
    private final String restart;
    private final SequenceFormat format;

    Register(String controlSchema, SequenceFormat format) {
        this.register = TableName.quote(controlSchema) + ".IBMSNAP_REGISTER";
        this.restart = TableName.quote(controlSchema) + ".IBMSNAP_RESTART";
        this.format = format;
    }

    /** The registrations that have a change table, in the order of their names. */
    List<RegisterRow> rows(Connection connection) throws SQLException {
        String sql = "SELECT SOURCE_OWNER, SOURCE_TABLE, PHYS_CHANGE_OWNER, PHYS_CHANGE_TABLE, STATE, "
                + "CHG_UPD_TO_DEL_INS, CHGONLY, BEFORE_IMG_PREFIX, STOP_ON_ERROR FROM " + register
                + " WHERE GLOBAL_RECORD = 'N' AND SOURCE_VIEW_QUAL = 0 AND PHYS_CHANGE_TABLE IS NOT NULL "
                + "ORDER BY SOURCE_OWNER, SOURCE_TABLE";
        List<RegisterRow> rows = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet result = statement.executeQuery()) {
            while (result.next()) {
                rows.add(row(result));
            }
        }
        return rows;
    }

    private static RegisterRow row(ResultSet result) throws SQLException {
        String state = result.getString(5);
        return new RegisterRow(
                new TableName(result.getString(1), result.getString(2)),
                new TableName(result.getString(3), result.getString(4)),
                state == null ? 'I' : state.charAt(0),
                "Y".equals(result.getString(6)),
                "Y".equals(result.getString(7)),
                result.getString(8),
                !"N".equals(result.getString(9)));
    }

    /** SYNCHPOINT of the global row; empty before Capture has run. */
    Optional<LogSequence> synchpoint(Connection connection) throws SQLException {
        String sql = "SELECT SYNCHPOINT FROM " + register + " WHERE GLOBAL_RECORD = 'Y'";
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet result = statement.executeQuery()) {
            return result.next() ? Optional.ofNullable(result.getBytes(1)).map(LogSequence::of) : Optional.empty();
        }
    }

    /** What Capture writes when it starts for the first time: the global row and the row of IBMSNAP_RESTART. */
    void createGlobalRow(Connection connection, long number, Timestamp now) throws SQLException {
        String sql = "INSERT INTO " + register + " (SOURCE_OWNER, SOURCE_TABLE, SOURCE_VIEW_QUAL, GLOBAL_RECORD, "
                + "SOURCE_STRUCTURE, SOURCE_CONDENSED, SOURCE_COMPLETE, DISABLE_REFRESH, SYNCHPOINT, SYNCHTIME, "
                + "ARCH_LEVEL, OPTION_FLAGS, STATE) VALUES ('', '', 0, 'Y', 0, 'Y', 'Y', 0, ?, ?, '0801', 'NNNN', "
                + "CAST(NULL AS CHAR(1)))";
        byte[] sequence = format.encode(number).bytes();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setBytes(1, sequence);
            statement.setTimestamp(2, now);
            statement.executeUpdate();
        }
        String restartSql = "INSERT INTO " + restart + " (MAX_COMMITSEQ, MAX_COMMIT_TIME, MIN_INFLIGHTSEQ, "
                + "CURR_COMMIT_TIME, CAPTURE_FIRST_SEQ) VALUES (?, ?, ?, ?, ?)";
        try (PreparedStatement statement = connection.prepareStatement(restartSql)) {
            statement.setBytes(1, sequence);
            statement.setTimestamp(2, now);
            statement.setBytes(3, sequence);
            statement.setTimestamp(4, now);
            statement.setBytes(5, sequence);
            statement.executeUpdate();
        }
    }

    void moveSynchpoint(Connection connection, long number, Timestamp now) throws SQLException {
        String sql = "UPDATE " + register + " SET SYNCHPOINT = ?, SYNCHTIME = ?" + KEY;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setBytes(1, format.encode(number).bytes());
            statement.setTimestamp(2, now);
            statement.setString(3, "");
            statement.setString(4, "");
            statement.executeUpdate();
        }
    }

    /** @param lastCommit the newest commit published, or null when there was none in this interval */
    void moveRestart(Connection connection, Long lastCommit, long inFlight, Timestamp now) throws SQLException {
        String commit = lastCommit == null ? "" : "MAX_COMMITSEQ = ?, MAX_COMMIT_TIME = ?, ";
        String sql = "UPDATE " + restart + " SET " + commit + "MIN_INFLIGHTSEQ = ?, CURR_COMMIT_TIME = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            int index = 1;
            if (lastCommit != null) {
                statement.setBytes(index++, format.encode(lastCommit).bytes());
                statement.setTimestamp(index++, now);
            }
            statement.setBytes(index++, format.encode(inFlight).bytes());
            statement.setTimestamp(index, now);
            statement.executeUpdate();
        }
    }

    /** What a cold start leaves: capture begins here. */
    void resetRestart(Connection connection, long number, Timestamp now) throws SQLException {
        String sql = "UPDATE " + restart + " SET MAX_COMMITSEQ = ?, MAX_COMMIT_TIME = ?, MIN_INFLIGHTSEQ = ?, "
                + "CURR_COMMIT_TIME = ?, CAPTURE_FIRST_SEQ = ?";
        byte[] sequence = format.encode(number).bytes();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setBytes(1, sequence);
            statement.setTimestamp(2, now);
            statement.setBytes(3, sequence);
            statement.setTimestamp(4, now);
            statement.setBytes(5, sequence);
            statement.executeUpdate();
        }
    }

    void moveNewSynchpoint(Connection connection, TableName source, long number) throws SQLException {
        setSequence(connection, "CD_NEW_SYNCHPOINT", source, number);
    }

    void setOldSynchpoint(Connection connection, TableName source, long number) throws SQLException {
        setSequence(connection, "CD_OLD_SYNCHPOINT", source, number);
    }

    /** Pruning moves CD_OLD_SYNCHPOINT of one registration, unless it is null or further already. */
    void pruneOldSynchpoint(Connection connection, TableName source, LogSequence upTo) throws SQLException {
        String sql = "UPDATE " + register + " SET CD_OLD_SYNCHPOINT = ?" + KEY + " AND CD_OLD_SYNCHPOINT < ?";
        byte[] sequence = upTo.bytes();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setBytes(1, sequence);
            statement.setString(2, source.schema());
            statement.setString(3, source.name());
            statement.setBytes(4, sequence);
            statement.executeUpdate();
        }
    }

    private void setSequence(Connection connection, String column, TableName source, long number) throws SQLException {
        String sql = "UPDATE " + register + " SET " + column + " = ?" + KEY;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setBytes(1, format.encode(number).bytes());
            statement.setString(2, source.schema());
            statement.setString(3, source.name());
            statement.executeUpdate();
        }
    }

    /**
     * @param stateInfo the message id, or null
     * @return whether there is such a registration
     */
    boolean setState(Connection connection, TableName source, char state, String stateInfo) throws SQLException {
        String sql = "UPDATE " + register + " SET STATE = ?, STATE_INFO = ?" + KEY;
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, String.valueOf(state));
            statement.setString(2, stateInfo);
            statement.setString(3, source.schema());
            statement.setString(4, source.name());
            return statement.executeUpdate() > 0;
        }
    }

    void insert(Connection connection, Registration registration, TableName changeTable) throws SQLException {
        String sql = "INSERT INTO " + register + " (SOURCE_OWNER, SOURCE_TABLE, SOURCE_VIEW_QUAL, GLOBAL_RECORD, "
                + "SOURCE_STRUCTURE, SOURCE_CONDENSED, SOURCE_COMPLETE, CD_OWNER, CD_TABLE, PHYS_CHANGE_OWNER, "
                + "PHYS_CHANGE_TABLE, DISABLE_REFRESH, ARCH_LEVEL, BEFORE_IMG_PREFIX, CONFLICT_LEVEL, "
                + "CHG_UPD_TO_DEL_INS, CHGONLY, RECAPTURE, OPTION_FLAGS, STOP_ON_ERROR, STATE) "
                + "VALUES (?, ?, 0, 'N', 1, 'Y', 'Y', ?, ?, ?, ?, 0, '0801', ?, '0', ?, ?, 'Y', 'NNNN', ?, ?)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, registration.source().schema());
            statement.setString(2, registration.source().name());
            statement.setString(3, changeTable.schema());
            statement.setString(4, changeTable.name());
            statement.setString(5, changeTable.schema());
            statement.setString(6, changeTable.name());
            statement.setString(7, registration.beforeImagePrefix());
            statement.setString(8, registration.writesUpdatesAsRows() ? "N" : "Y");
            statement.setString(9, registration.skipsUnchanged() ? "Y" : "N");
            statement.setString(10, registration.stopOnError() ? "Y" : "N");
            statement.setString(11, registration.active() ? "A" : "I");
            statement.executeUpdate();
        }
    }

    void delete(Connection connection, TableName source) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement("DELETE FROM " + register + KEY)) {
            statement.setString(1, source.schema());
            statement.setString(2, source.name());
            statement.executeUpdate();
        }
    }

    /** All active registrations become inactive. */
    void deactivateAll(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "UPDATE " + register + " SET STATE = 'I' WHERE GLOBAL_RECORD = 'N' AND STATE = 'A'")) {
            statement.executeUpdate();
        }
    }
}
