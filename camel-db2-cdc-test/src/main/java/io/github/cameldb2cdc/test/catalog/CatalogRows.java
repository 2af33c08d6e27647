package io.github.cameldb2cdc.test.catalog;

import io.github.cameldb2cdc.test.derby.Column;
import io.github.cameldb2cdc.test.derby.TableName;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Writes the rows of one table into the catalogs of LUW and z/OS, in the transaction of the connection. */
final class CatalogRows {
    private final Connection connection;

    CatalogRows(Connection connection) {
        this.connection = connection;
    }

    void deleteAll() throws SQLException {
        for (String table : new String[] {
            "DB2SYSCAT.INDEXCOLUSE", "DB2SYSCAT.INDEXES", "DB2SYSCAT.COLUMNS", "DB2SYSCAT.TABLES",
            "DB2SYSIBM.SYSKEYS", "DB2SYSIBM.SYSINDEXES", "DB2SYSIBM.SYSCOLUMNS", "DB2SYSIBM.SYSTABLES"
        }) {
            update("DELETE FROM " + table);
        }
    }

    void delete(TableName table) throws SQLException {
        for (String sql : new String[] {
            "DELETE FROM DB2SYSCAT.INDEXCOLUSE WHERE EXISTS (SELECT 1 FROM DB2SYSCAT.INDEXES i WHERE i.INDSCHEMA = "
                    + "DB2SYSCAT.INDEXCOLUSE.INDSCHEMA AND i.INDNAME = DB2SYSCAT.INDEXCOLUSE.INDNAME "
                    + "AND i.TABSCHEMA = ? AND i.TABNAME = ?)",
            "DELETE FROM DB2SYSCAT.INDEXES WHERE TABSCHEMA = ? AND TABNAME = ?",
            "DELETE FROM DB2SYSCAT.COLUMNS WHERE TABSCHEMA = ? AND TABNAME = ?",
            "DELETE FROM DB2SYSCAT.TABLES WHERE TABSCHEMA = ? AND TABNAME = ?",
            "DELETE FROM DB2SYSIBM.SYSKEYS WHERE EXISTS (SELECT 1 FROM DB2SYSIBM.SYSINDEXES i WHERE i.CREATOR = "
                    + "DB2SYSIBM.SYSKEYS.IXCREATOR AND i.NAME = DB2SYSIBM.SYSKEYS.IXNAME "
                    + "AND i.TBCREATOR = ? AND i.TBNAME = ?)",
            "DELETE FROM DB2SYSIBM.SYSINDEXES WHERE TBCREATOR = ? AND TBNAME = ?",
            "DELETE FROM DB2SYSIBM.SYSCOLUMNS WHERE TBCREATOR = ? AND TBNAME = ?",
            "DELETE FROM DB2SYSIBM.SYSTABLES WHERE CREATOR = ? AND NAME = ?"
        }) {
            update(sql, table.schema(), table.name());
        }
    }

    void insert(CatalogEntry entry, int number, Timestamp created, Timestamp altered) throws SQLException {
        insertTable(entry, number, created, altered);
        for (Column column : entry.columns()) {
            insertColumn(entry, column);
        }
        for (CatalogEntry.Index index : entry.indexes()) {
            insertIndex(entry, index);
        }
    }

    private void insertTable(CatalogEntry entry, int number, Timestamp created, Timestamp altered) throws SQLException {
        TableName name = entry.name();
        String type = entry.view() ? "V" : "T";
        int columns = entry.columns().size();
        update(
                "INSERT INTO DB2SYSCAT.TABLES VALUES (?, ?, ?, ?, 'N', ?, ?, ?, CAST(NULL AS TIMESTAMP), ?, ?, 2, ?, "
                        + "-1, -1, -1, 'USERSPACE1', ?, ?, ' ', 'R', CAST(NULL AS VARCHAR(254)))",
                name.schema(),
                name.name(),
                name.schema(),
                type,
                created,
                altered,
                altered,
                columns,
                number,
                entry.card(),
                entry.keyColumns(),
                entry.dataCapture() ? "Y" : "N");
        update(
                "INSERT INTO DB2SYSIBM.SYSTABLES VALUES (?, ?, ?, 'DSNDB04', 'TS000001', 4, ?, ?, ?, ?, ?, -1, "
                        + "'X', ?, ?, ?, '')",
                name.schema(),
                name.name(),
                type,
                number,
                columns,
                entry.keyColumns(),
                (int) Math.min(entry.card(), Integer.MAX_VALUE),
                (double) entry.card(),
                entry.dataCapture() ? "Y" : " ",
                created,
                altered);
    }

    private void insertColumn(CatalogEntry entry, Column column) throws SQLException {
        TableName name = entry.name();
        Db2Type type = Db2Type.of(column);
        int keyPosition = entry.keyPosition(column);
        String defaultText = column.defaultText();
        update(
                "INSERT INTO DB2SYSCAT.COLUMNS VALUES (?, ?, ?, ?, 'SYSIBM', ?, ?, ?, CAST(? AS VARCHAR(2000)), ?, ?, "
                        + "CAST(? AS SMALLINT), ' ', ?, ?, CAST(NULL AS VARCHAR(254)))",
                name.schema(),
                name.name(),
                column.name(),
                column.position() - 1,
                type.name(),
                type.length(),
                type.scale(),
                defaultText,
                column.nullable() ? "Y" : "N",
                type.codePage(),
                keyPosition == 0 ? null : keyPosition,
                column.identity() ? "Y" : "N",
                column.generated() ? "A" : column.identity() ? "D" : " ");
        update(
                "INSERT INTO DB2SYSIBM.SYSCOLUMNS VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'N', 'SYSIBM', ?, '')",
                name.schema(),
                name.name(),
                column.name(),
                column.position(),
                type.zosName(),
                // LOBs keep the length of their anchor here and their own in LENGTH2
                column.large() ? 4 : Math.min(type.length(), Short.MAX_VALUE),
                column.large() ? type.length() : 0,
                type.scale(),
                column.nullable() ? "Y" : "N",
                column.identity() ? "J" : defaultText == null ? column.nullable() ? "Y" : "N" : "1",
                defaultText == null ? "" : defaultText,
                keyPosition,
                type.bitData() ? "B" : type.text() ? "M" : " ",
                type.zosName());
    }

    private void insertIndex(CatalogEntry entry, CatalogEntry.Index index) throws SQLException {
        TableName table = entry.name();
        int columns = index.keys().size();
        String names = index.keys().stream()
                .map(key -> (key.ascending() ? "+" : "-") + key.column())
                .collect(Collectors.joining());
        String rule = String.valueOf(index.uniqueRule());
        update(
                "INSERT INTO DB2SYSCAT.INDEXES VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'REG ')",
                index.schema(),
                index.name(),
                table.schema(),
                table.schema(),
                table.name(),
                names,
                rule,
                columns,
                index.uniqueRule() == 'D' ? -1 : columns);
        update(
                "INSERT INTO DB2SYSIBM.SYSINDEXES VALUES (?, ?, ?, ?, ?, ?)",
                index.schema(),
                index.name(),
                table.schema(),
                table.name(),
                rule,
                columns);
        for (int position : IntStream.range(0, columns).toArray()) {
            CatalogEntry.Key key = index.keys().get(position);
            String order = key.ascending() ? "A" : "D";
            update(
                    "INSERT INTO DB2SYSCAT.INDEXCOLUSE VALUES (?, ?, ?, ?, ?)",
                    index.schema(),
                    index.name(),
                    key.column(),
                    position + 1,
                    order);
            update(
                    "INSERT INTO DB2SYSIBM.SYSKEYS VALUES (?, ?, ?, ?, ?, ?)",
                    index.schema(),
                    index.name(),
                    key.column(),
                    key.number(),
                    position + 1,
                    order);
        }
    }

    private void update(String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int index = 0; index < values.length; index++) {
                if (values[index] == null) {
                    statement.setNull(
                            index + 1, statement.getParameterMetaData().getParameterType(index + 1));
                } else {
                    statement.setObject(index + 1, values[index]);
                }
            }
            statement.executeUpdate();
        }
    }
}
