package io.github.cameldb2cdc.test.catalog;

import io.github.cameldb2cdc.test.derby.Column;
import io.github.cameldb2cdc.test.derby.Columns;
import io.github.cameldb2cdc.test.derby.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.derby.catalog.IndexDescriptor;

/** Reads the engine's catalog: all tables and views but its own and the kit's. */
final class EngineCatalog {
    private static final String NOT_INTERNAL =
            "s.SCHEMANAME NOT LIKE 'SYS%' AND s.SCHEMANAME NOT IN ('DB2KIT', 'DB2SYSCAT', 'DB2SYSIBM')";
    private static final String TABLES =
            "SELECT t.TABLEID, s.SCHEMANAME, t.TABLENAME, t.TABLETYPE FROM SYS.SYSTABLES t "
                    + "JOIN SYS.SYSSCHEMAS s ON s.SCHEMAID = t.SCHEMAID WHERE t.TABLETYPE IN ('T', 'V') AND "
                    + NOT_INTERNAL;
    private static final String INDEXES = "SELECT c.TABLEID, s.SCHEMANAME, c.CONGLOMERATENAME, c.DESCRIPTOR, "
            + "c.CONGLOMERATEID FROM SYS.SYSCONGLOMERATES c JOIN SYS.SYSSCHEMAS s ON s.SCHEMAID = c.SCHEMAID "
            + "WHERE c.ISINDEX AND " + NOT_INTERNAL;
    private static final String CONSTRAINTS = "SELECT k.CONGLOMERATEID, c.TYPE FROM SYS.SYSKEYS k "
            + "JOIN SYS.SYSCONSTRAINTS c ON c.CONSTRAINTID = k.CONSTRAINTID "
            + "UNION ALL SELECT f.CONGLOMERATEID, 'F' FROM SYS.SYSFOREIGNKEYS f";

    private final Connection connection;

    EngineCatalog(Connection connection) {
        this.connection = connection;
    }

    List<CatalogEntry> read() throws SQLException {
        Map<TableName, List<Column>> columns = columns();
        Map<String, List<RawIndex>> indexes = indexes();
        Set<TableName> captured = names("SELECT TABLE_OWNER, TABLE_NAME FROM DB2KIT.DATA_CAPTURE");
        Map<TableName, Long> cards = cards();
        List<CatalogEntry> entries = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(TABLES);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                String id = rows.getString(1);
                TableName name = new TableName(rows.getString(2), rows.getString(3));
                List<Column> own = columns.getOrDefault(name, List.of());
                List<CatalogEntry.Index> ownIndexes = indexes.getOrDefault(id, List.of()).stream()
                        .map(index -> index.resolve(own))
                        .sorted(Comparator.comparing(CatalogEntry.Index::name))
                        .toList();
                entries.add(new CatalogEntry(
                        id,
                        name,
                        "V".equals(rows.getString(4)),
                        own,
                        ownIndexes,
                        captured.contains(name),
                        cards.getOrDefault(name, -1L)));
            }
        }
        return entries;
    }

    private Map<TableName, List<Column>> columns() throws SQLException {
        Map<TableName, List<Column>> columns = new HashMap<>();
        for (Column column : Columns.all(connection)) {
            columns.computeIfAbsent(column.table(), table -> new ArrayList<>()).add(column);
        }
        columns.values().forEach(list -> list.sort(Comparator.comparingInt(Column::position)));
        return columns;
    }

    private record RawIndex(String schema, String name, char uniqueRule, IndexDescriptor descriptor) {
        CatalogEntry.Index resolve(List<Column> columns) {
            int[] positions = descriptor.baseColumnPositions();
            List<CatalogEntry.Key> keys = new ArrayList<>();
            for (int index = 0; index < positions.length; index++) {
                int number = positions[index];
                boolean ascending = descriptor.isAscending(index + 1);
                columns.stream()
                        .filter(column -> column.position() == number)
                        .findFirst()
                        .ifPresent(column -> keys.add(new CatalogEntry.Key(column.name(), number, ascending)));
            }
            return new CatalogEntry.Index(schema, name, uniqueRule, List.copyOf(keys));
        }
    }

    private Map<String, List<RawIndex>> indexes() throws SQLException {
        Map<String, String> constraints = constraints();
        Map<String, List<RawIndex>> indexes = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(INDEXES);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                IndexDescriptor descriptor = (IndexDescriptor) rows.getObject(4);
                String constraint = constraints.getOrDefault(rows.getString(5), "");
                // Db2 makes no index for a foreign key
                if (!constraint.equals("F")) {
                    boolean unique = descriptor.isUnique() || constraint.equals("U");
                    char rule = constraint.equals("P") ? 'P' : unique ? 'U' : 'D';
                    indexes.computeIfAbsent(rows.getString(1), id -> new ArrayList<>())
                            .add(new RawIndex(rows.getString(2), rows.getString(3), rule, descriptor));
                }
            }
        }
        return indexes;
    }

    private Map<String, String> constraints() throws SQLException {
        Map<String, String> types = new HashMap<>();
        try (PreparedStatement statement = connection.prepareStatement(CONSTRAINTS);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                types.put(rows.getString(1), rows.getString(2).trim());
            }
        }
        return types;
    }

    private Set<TableName> names(String sql) throws SQLException {
        Set<TableName> names = new HashSet<>();
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                names.add(new TableName(rows.getString(1), rows.getString(2)));
            }
        }
        return names;
    }

    private Map<TableName, Long> cards() throws SQLException {
        Map<TableName, Long> cards = new HashMap<>();
        try (PreparedStatement statement =
                        connection.prepareStatement("SELECT TABLE_OWNER, TABLE_NAME, CARD FROM DB2KIT.STATISTICS");
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                cards.put(new TableName(rows.getString(1), rows.getString(2)), rows.getLong(3));
            }
        }
        return cards;
    }
}
