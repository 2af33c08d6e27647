package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.TableId;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the structure of tables. */
final class Catalog {

    private static final int FETCH_SIZE = 200;
    private static final int OLD_TIMESTAMP_BYTES = 10;
    private static final int OLD_TIMESTAMP_SCALE = 6;
    private static final int SINGLE_PRECISION_BYTES = 4;

    private final Db2Sql sql;

    Catalog(Db2Sql sql) {
        this.sql = sql;
    }

    /** The structure of a table, read inside the session's unit of work. Has no columns if there is no such table. */
    TableStructure structureOf(Db2Session session, TableId table) throws SQLException {
        TableStructure withoutKeys = structureWithoutKeysOf(session, table);
        List<Column> columns = withoutKeys.columns();
        return new TableStructure(columns, withoutKeys.unsupported(), keysOf(session, table, columns));
    }

    /** As {@link #structureOf}, for a table whose keys are of no interest: saves a question. */
    TableStructure structureWithoutKeysOf(Db2Session session, TableId table) throws SQLException {
        List<Column> columns = new ArrayList<>();
        List<String> unsupported = new ArrayList<>();
        session.query(sql.columns(), FETCH_SIZE, statement -> bind(statement, table), rows -> {
            while (rows.next()) {
                readColumn(rows, columns, unsupported);
            }
            return null;
        });
        return new TableStructure(columns, unsupported, List.of());
    }

    private static void bind(PreparedStatement statement, TableId table) throws SQLException {
        statement.setString(1, table.schema());
        statement.setString(2, table.name());
    }

    private static void readColumn(ResultSet rows, List<Column> columns, List<String> unsupported) throws SQLException {
        String name = rows.getString(1);
        int length = rows.getInt(3);
        boolean bitData = rows.getInt(6) == 1;
        String typeName = rows.getString(2).strip();
        Optional<ColumnType> type = typeOf(typeName, length, bitData);
        if (type.isPresent()) {
            boolean nullable = "Y".equals(rows.getString(5));
            columns.add(new Column(name, type.get(), length, scaleOf(typeName, length, rows.getInt(4)), nullable));
        } else {
            unsupported.add(name);
        }
    }

    /** On z/OS a timestamp of ten bytes that says no scale has six digits: it is older than other precisions there. */
    static int scaleOf(String typeName, int length, int scale) {
        boolean old = typeName.equals("TIMESTMP") && length == OLD_TIMESTAMP_BYTES && scale == 0;
        return old ? OLD_TIMESTAMP_SCALE : scale;
    }

    /** The type by its name in SYSCAT.COLUMNS.TYPENAME or SYSIBM.SYSCOLUMNS.COLTYPE. */
    static Optional<ColumnType> typeOf(String typeName, int length, boolean bitData) {
        ColumnType type =
                switch (typeName) {
                    case "SMALLINT" -> ColumnType.SMALLINT;
                    case "INTEGER" -> ColumnType.INTEGER;
                    case "BIGINT" -> ColumnType.BIGINT;
                    case "DECIMAL" -> ColumnType.DECIMAL;
                    case "DECFLOAT" -> ColumnType.DECFLOAT;
                    case "REAL" -> ColumnType.REAL;
                    case "DOUBLE" -> ColumnType.DOUBLE;
                    case "FLOAT" -> length == SINGLE_PRECISION_BYTES ? ColumnType.REAL : ColumnType.DOUBLE;
                    case "CHARACTER", "CHAR" -> bitData ? ColumnType.CHAR_FOR_BIT_DATA : ColumnType.CHAR;
                    case "VARCHAR", "LONG VARCHAR", "LONGVAR" ->
                        bitData ? ColumnType.VARCHAR_FOR_BIT_DATA : ColumnType.VARCHAR;
                    case "GRAPHIC" -> ColumnType.GRAPHIC;
                    case "VARGRAPHIC", "LONG VARGRAPHIC", "VARG", "LONGVARG" -> ColumnType.VARGRAPHIC;
                    case "BINARY" -> ColumnType.BINARY;
                    case "VARBINARY", "VARBIN" -> ColumnType.VARBINARY;
                    case "CLOB" -> ColumnType.CLOB;
                    case "DBCLOB" -> ColumnType.DBCLOB;
                    case "BLOB" -> ColumnType.BLOB;
                    case "XML" -> ColumnType.XML;
                    case "DATE" -> ColumnType.DATE;
                    case "TIME" -> ColumnType.TIME;
                    case "TIMESTAMP", "TIMESTMP" -> ColumnType.TIMESTAMP;
                    case "BOOLEAN" -> ColumnType.BOOLEAN;
                    case "ROWID" -> ColumnType.ROWID;
                    default -> null;
                };
        return Optional.ofNullable(type);
    }

    private List<UniqueKey> keysOf(Db2Session session, TableId table, List<Column> columns) throws SQLException {
        Map<String, List<String>> columnsByIndex = new LinkedHashMap<>();
        Set<String> primary = new HashSet<>();
        session.query(sql.uniqueIndexColumns(), FETCH_SIZE, statement -> bind(statement, table), rows -> {
            while (rows.next()) {
                // two indexes of a table may have one name in two schemas
                String index = rows.getString(1) + '.' + rows.getString(2);
                if ("P".equals(rows.getString(3).strip())) {
                    primary.add(index);
                }
                columnsByIndex.computeIfAbsent(index, name -> new ArrayList<>()).add(rows.getString(4));
            }
            return null;
        });
        Set<String> notNull = new HashSet<>();
        columns.stream().filter(column -> !column.nullable()).forEach(column -> notNull.add(column.name()));
        List<UniqueKey> keys = new ArrayList<>();
        columnsByIndex.forEach((index, names) -> {
            if (notNull.containsAll(names)) {
                keys.add(new UniqueKey(index, primary.contains(index), names));
            }
        });
        return keys;
    }
}
