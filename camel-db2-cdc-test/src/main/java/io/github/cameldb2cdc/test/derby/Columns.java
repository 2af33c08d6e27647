package io.github.cameldb2cdc.test.derby;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.apache.derby.catalog.TypeDescriptor;

/** Reads column descriptions from the engine's catalog, in the transaction of the connection it is given. */
public final class Columns {
    private static final String SELECT = "SELECT s.SCHEMANAME, t.TABLENAME, c.COLUMNNAME, c.COLUMNNUMBER, "
            + "c.COLUMNDATATYPE, c.COLUMNDEFAULT, c.AUTOINCREMENTINC FROM SYS.SYSCOLUMNS c "
            + "JOIN SYS.SYSTABLES t ON t.TABLEID = c.REFERENCEID JOIN SYS.SYSSCHEMAS s ON s.SCHEMAID = t.SCHEMAID ";

    private Columns() {}

    /** @return the columns of one table in their order; empty when there is no such table */
    public static List<Column> of(Connection connection, TableName table) throws SQLException {
        String sql = SELECT + "WHERE s.SCHEMANAME = ? AND t.TABLENAME = ? ORDER BY c.COLUMNNUMBER";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, table.schema());
            statement.setString(2, table.name());
            return read(statement);
        }
    }

    /** @return the columns of all tables and views that are not the engine's own, in no particular order */
    public static List<Column> all(Connection connection) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(SELECT + "WHERE t.TABLETYPE <> 'S'")) {
            return read(statement);
        }
    }

    private static List<Column> read(PreparedStatement statement) throws SQLException {
        List<Column> columns = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                columns.add(column(rows));
            }
        }
        return columns;
    }

    private static Column column(ResultSet row) throws SQLException {
        TypeDescriptor type = (TypeDescriptor) row.getObject(5);
        // a generated column keeps its expression where others keep a default
        Object fallback = row.getObject(6);
        boolean generated =
                fallback instanceof org.apache.derby.catalog.types.DefaultInfoImpl info && info.isGeneratedColumn();
        String defaultText = fallback == null ? null : fallback.toString();
        boolean decimal =
                type.getJDBCTypeId() == java.sql.Types.DECIMAL || type.getJDBCTypeId() == java.sql.Types.NUMERIC;
        return new Column(
                new TableName(row.getString(1), row.getString(2)),
                row.getString(3),
                row.getInt(4),
                type.getTypeName(),
                type.getSQLstring(),
                type.getJDBCTypeId(),
                decimal ? type.getPrecision() : type.getMaximumWidth(),
                type.getScale(),
                type.isNullable(),
                defaultText,
                generated,
                row.getObject(7) != null);
    }
}
