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

/**
 * Rows that clients insert into IBMSNAP_SIGNAL with SIGNAL_STATE P. Capture meets them in the log as it does any change:
 * each becomes R and gets the sequence of the commit that inserted it. Works in the transaction of the connection.
 */
final class Signals {
    private final Connection connection;
    private final SequenceFormat format;
    private final TableName table;
    private final String pruneControl;

    Signals(Connection connection, ControlTables tables) {
        this.connection = connection;
        this.format = tables.format();
        this.table = tables.signalTable();
        this.pruneControl = TableName.quote(tables.controlSchema()) + ".IBMSNAP_PRUNCNTL";
    }

    /**
     * A signal that was received.
     *
     * @param time SIGNAL_TIME
     * @param type CMD or USER
     * @param subtype such as STOP, or null
     * @param input SIGNAL_INPUT_IN, or null
     * @param number the commit that inserted it
     */
    record Signal(Timestamp time, String type, String subtype, String input, long number) {
        boolean command(String name) {
            return "CMD".equals(type) && name.equals(subtype);
        }
    }

    /** Receives the signals of these commits, before their staged rows are removed. */
    List<Signal> receive(List<Publication.Commit> commits) throws SQLException {
        List<Signal> signals = new ArrayList<>();
        for (Publication.Commit commit : commits) {
            for (StagedTransaction.Part part : commit.transaction().parts()) {
                if (part.source().source().equals(table)) {
                    signals.addAll(read(part.source(), commit));
                }
            }
        }
        for (Signal signal : signals) {
            acknowledge(signal);
        }
        return signals;
    }

    /** The source table that CAPSTART means with a MAP_ID; its subscription gets the sequence of the signal. */
    Optional<TableName> subscribed(Signal signal) throws SQLException {
        try (PreparedStatement update = connection.prepareStatement(
                        "UPDATE " + pruneControl + " SET SYNCHPOINT = ?, SYNCHTIME = ? WHERE MAP_ID = ?");
                PreparedStatement select = connection.prepareStatement(
                        "SELECT SOURCE_OWNER, SOURCE_TABLE FROM " + pruneControl + " WHERE MAP_ID = ?")) {
            update.setBytes(1, format.encode(signal.number()).bytes());
            update.setTimestamp(2, signal.time());
            update.setString(3, signal.input());
            update.executeUpdate();
            select.setString(1, signal.input());
            try (ResultSet rows = select.executeQuery()) {
                return rows.next()
                        ? Optional.of(new TableName(rows.getString(1), rows.getString(2)))
                        : Optional.empty();
            }
        }
    }

    private List<Signal> read(StagedSource staged, Publication.Commit commit) throws SQLException {
        String sql = "SELECT A_SIGNAL_TIME, A_SIGNAL_TYPE, A_SIGNAL_SUBTYPE, A_SIGNAL_INPUT_IN FROM " + staged.table()
                + " WHERE TRANSACTION_ID = ? AND OPERATION = 'I' AND A_SIGNAL_STATE = 'P' ORDER BY LOG_POSITION";
        List<Signal> signals = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, commit.transaction().id());
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    signals.add(new Signal(
                            rows.getTimestamp(1),
                            rows.getString(2),
                            rows.getString(3),
                            rows.getString(4),
                            commit.number()));
                }
            }
        }
        return signals;
    }

    private void acknowledge(Signal signal) throws SQLException {
        String sql = "UPDATE " + table.sql() + " SET SIGNAL_STATE = 'R', SIGNAL_LSN = ? "
                + "WHERE SIGNAL_TIME = ? AND SIGNAL_TYPE = ? AND SIGNAL_STATE = 'P'";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setBytes(1, format.encode(signal.number()).bytes());
            statement.setTimestamp(2, signal.time());
            statement.setString(3, signal.type());
            statement.executeUpdate();
        }
    }
}
