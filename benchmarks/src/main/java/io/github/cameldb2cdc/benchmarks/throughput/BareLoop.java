package io.github.cameldb2cdc.benchmarks.throughput;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.LocalDateTime;

/** Reads rows as a program without this component would: one query, a typed getter for each column. */
final class BareLoop {

    private static final int FETCH_SIZE = 1_000;

    private final SourceProcess source;
    private final int events;
    private long checksum;

    BareLoop(SourceProcess source, int events) {
        this.source = source;
        this.events = events;
    }

    /** Reads the rows of the table. */
    Cost snapshot() throws SQLException {
        return measure(
                "SELECT " + Workload.COLUMNS + " FROM " + Workload.SCHEMA + "." + Workload.SNAPSHOT_TABLE
                        + " ORDER BY ID WITH CS",
                this::readSnapshotRow);
    }

    /** Reads the rows of the change table. */
    Cost stream() throws SQLException {
        return measure(
                "SELECT IBMSNAP_COMMITSEQ, IBMSNAP_INTENTSEQ, IBMSNAP_OPERATION, " + Workload.COLUMNS + " FROM "
                        + Workload.changeTable() + " ORDER BY IBMSNAP_COMMITSEQ, IBMSNAP_INTENTSEQ WITH CS",
                this::readChangeRow);
    }

    private interface RowTaker {
        int read(ResultSet rows) throws SQLException;
    }

    private Cost measure(String sql, RowTaker taker) throws SQLException {
        try (Connection connection = source.connect()) {
            connection.setAutoCommit(false);
            ThreadCosts costs = ThreadCosts.begin(thread -> thread == Thread.currentThread(), false);
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setFetchSize(FETCH_SIZE);
                try (ResultSet rows = statement.executeQuery()) {
                    while (rows.next()) {
                        checksum += taker.read(rows);
                    }
                }
            }
            Cost cost = costs.end(events);
            connection.commit();
            return cost;
        }
    }

    private int readSnapshotRow(ResultSet rows) throws SQLException {
        return readColumns(rows, 1);
    }

    private int readChangeRow(ResultSet rows) throws SQLException {
        return rows.getBytes(1).length
                + rows.getBytes(2).length
                + rows.getString(3).length()
                + readColumns(rows, 4);
    }

    private static int readColumns(ResultSet rows, int first) throws SQLException {
        return rows.getInt(first)
                + rows.getString(first + 1).length()
                + rows.getString(first + 2).length()
                + rows.getBigDecimal(first + 3).scale()
                + rows.getObject(first + 4, LocalDate.class).getYear()
                + rows.getObject(first + 5, LocalDateTime.class).getSecond()
                + rows.getString(first + 6).length();
    }

    /** Depends on every value that was read, so that none is left unread. */
    long checksum() {
        return checksum;
    }
}
