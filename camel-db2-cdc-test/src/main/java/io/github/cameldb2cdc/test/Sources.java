package io.github.cameldb2cdc.test;

import io.github.cameldb2cdc.test.derby.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The kit's own list of tables whose changes are staged. Stateless; each call works in the caller's transaction. */
final class Sources {
    private static final String SELECT =
            "SELECT STAGE_NUMBER, SOURCE_OWNER, SOURCE_TABLE, CAPTURE_FROM, OLD_SYNCHPOINT FROM DB2KIT.SOURCE";

    private Sources() {}

    /**
     * One entry of the list.
     *
     * @param staged table and stage
     * @param captureFrom the log position after which Capture takes changes, or null while it takes none
     * @param oldSynchpoint the choice of the registration
     */
    record Entry(StagedSource staged, Long captureFrom, Registration.OldSynchpoint oldSynchpoint) {}

    static List<Entry> all(Connection connection) throws SQLException {
        List<Entry> entries = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(SELECT + " ORDER BY STAGE_NUMBER");
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                entries.add(entry(rows));
            }
        }
        return entries;
    }

    static Optional<Entry> find(Connection connection, TableName source) throws SQLException {
        String sql = SELECT + " WHERE SOURCE_OWNER = ? AND SOURCE_TABLE = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, source.schema());
            statement.setString(2, source.name());
            try (ResultSet rows = statement.executeQuery()) {
                return rows.next() ? Optional.of(entry(rows)) : Optional.empty();
            }
        }
    }

    private static Entry entry(ResultSet row) throws SQLException {
        long captureFrom = row.getLong(4);
        Long position = row.wasNull() ? null : captureFrom;
        return new Entry(
                new StagedSource(new TableName(row.getString(2), row.getString(3)), row.getInt(1)),
                position,
                Registration.OldSynchpoint.valueOf(row.getString(5).trim()));
    }

    static StagedSource add(Connection connection, TableName source, Registration.OldSynchpoint oldSynchpoint)
            throws SQLException {
        StagedSource staged = new StagedSource(source, nextNumber(connection));
        String sql = "INSERT INTO DB2KIT.SOURCE (STAGE_NUMBER, SOURCE_OWNER, SOURCE_TABLE, OLD_SYNCHPOINT) "
                + "VALUES (?, ?, ?, ?)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, staged.number());
            statement.setString(2, source.schema());
            statement.setString(3, source.name());
            statement.setString(4, oldSynchpoint.name());
            statement.executeUpdate();
        }
        return staged;
    }

    private static int nextNumber(Connection connection) throws SQLException {
        try (PreparedStatement statement =
                        connection.prepareStatement("SELECT COALESCE(MAX(STAGE_NUMBER), 0) + 1 FROM DB2KIT.SOURCE");
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getInt(1);
        }
    }

    /** @param position null when the table is captured no longer */
    static void setCaptureFrom(Connection connection, StagedSource staged, Long position) throws SQLException {
        String sql = "UPDATE DB2KIT.SOURCE SET CAPTURE_FROM = ? WHERE STAGE_NUMBER = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            if (position == null) {
                statement.setNull(1, Types.BIGINT);
            } else {
                statement.setLong(1, position);
            }
            statement.setInt(2, staged.number());
            statement.executeUpdate();
        }
    }

    static void rename(Connection connection, StagedSource staged, TableName name) throws SQLException {
        String sql = "UPDATE DB2KIT.SOURCE SET SOURCE_OWNER = ?, SOURCE_TABLE = ? WHERE STAGE_NUMBER = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, name.schema());
            statement.setString(2, name.name());
            statement.setInt(3, staged.number());
            statement.executeUpdate();
        }
    }

    static void remove(Connection connection, StagedSource staged) throws SQLException {
        try (PreparedStatement statement =
                connection.prepareStatement("DELETE FROM DB2KIT.SOURCE WHERE STAGE_NUMBER = ?")) {
            statement.setInt(1, staged.number());
            statement.executeUpdate();
        }
    }
}
