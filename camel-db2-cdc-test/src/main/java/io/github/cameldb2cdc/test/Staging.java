package io.github.cameldb2cdc.test;

import io.github.cameldb2cdc.test.catalog.DataCapture;
import io.github.cameldb2cdc.test.derby.Column;
import io.github.cameldb2cdc.test.derby.Columns;
import io.github.cameldb2cdc.test.derby.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Makes source tables write their changes to the log. Stateless; each call works in the caller's transaction. */
final class Staging {
    private Staging() {}

    /** Adds stage and triggers; does nothing when the table has them. */
    static StagedSource add(Connection connection, TableName source, Registration.OldSynchpoint oldSynchpoint)
            throws SQLException {
        Optional<Sources.Entry> known = Sources.find(connection, source);
        if (known.isPresent()) {
            return known.get().staged();
        }
        List<Column> columns = requireColumns(connection, source);
        StagedSource staged = Sources.add(connection, source, oldSynchpoint);
        run(connection, staged.createTable(columns));
        compileTriggers(connection, staged, columns);
        DataCapture.set(connection, source.schema(), source.name(), true);
        return staged;
    }

    /** Removes stage and triggers; the changes that wait in it are lost. */
    static void remove(Connection connection, StagedSource staged) throws SQLException {
        dropTriggers(connection, staged);
        run(connection, List.of(staged.dropTable()));
        Sources.remove(connection, staged);
    }

    /** Drops the triggers that are there. */
    static void dropTriggers(Connection connection, StagedSource staged) throws SQLException {
        Set<String> present = triggers(connection);
        List<String> names = staged.triggerNames();
        List<String> drops = staged.dropTriggers();
        for (int index = 0; index < names.size(); index++) {
            if (present.contains(names.get(index))) {
                run(connection, List.of(drops.get(index)));
            }
        }
    }

    /** Creates the triggers for the columns the table has now, after adding to the stage what is new. */
    static void createTriggers(Connection connection, StagedSource staged) throws SQLException {
        List<Column> columns = requireColumns(connection, staged.source());
        Map<String, Column> images = new HashMap<>();
        for (Column column : Columns.of(connection, stageTable(staged))) {
            images.put(column.name(), column);
        }
        for (Column column : columns) {
            Column image = images.get(StagedSource.AFTER + column.name());
            if (!column.large() && image == null) {
                run(connection, staged.addColumn(column));
            } else if (image != null && isLonger(column, image)) {
                run(connection, staged.lengthenColumn(column));
            }
        }
        compileTriggers(connection, staged, columns);
    }

    /** Of the lengths that change only a longer text or binary value does not fit into what is there. */
    private static boolean isLonger(Column column, Column image) {
        boolean varies = column.jdbcType() == Types.VARCHAR || column.jdbcType() == Types.VARBINARY;
        return varies && column.jdbcType() == image.jdbcType() && column.length() > image.length();
    }

    private static void compileTriggers(Connection connection, StagedSource staged, List<Column> columns)
            throws SQLException {
        run(connection, staged.createTriggers(columns));
        try (PreparedStatement statement = connection.prepareStatement("CALL DB2KIT.COMPILE_TRIGGERS(?, ?)")) {
            statement.setString(1, staged.source().schema());
            statement.setString(2, staged.source().name());
            statement.execute();
        }
    }

    /** The sources among the given ones that have lost a trigger. */
    static List<StagedSource> withoutTriggers(Connection connection, List<StagedSource> sources) throws SQLException {
        Set<String> present = triggers(connection);
        return sources.stream()
                .filter(source -> !present.containsAll(source.triggerNames()))
                .toList();
    }

    /** The position of the newest staged change, 0 when there is none. */
    static long lastPosition(Connection connection, StagedSource staged) throws SQLException {
        try (PreparedStatement statement =
                        connection.prepareStatement("SELECT COALESCE(MAX(LOG_POSITION), 0) FROM " + staged.table());
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return rows.getLong(1);
        }
    }

    static List<Column> requireColumns(Connection connection, TableName table) throws SQLException {
        List<Column> columns = Columns.of(connection, table);
        if (columns.isEmpty()) {
            throw new IllegalArgumentException("There is no table " + table + "; create it first");
        }
        return columns;
    }

    static void run(Connection connection, List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }

    private static TableName stageTable(StagedSource staged) {
        return TableName.parse(staged.table());
    }

    private static Set<String> triggers(Connection connection) throws SQLException {
        List<String> names = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(
                        "SELECT TRIGGERNAME FROM SYS.SYSTRIGGERS WHERE TRIGGERNAME LIKE 'STAGE\\_%' ESCAPE '\\'");
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                names.add(rows.getString(1));
            }
        }
        return Set.copyOf(names);
    }
}
