package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.TableSchema;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the rows of a table out of a result whose columns, from a given index on, are those of the table in order, each
 * named by {@link Db2Sql#value}. Immutable and thread-safe.
 */
public final class RowReader {

    private final TableSchema table;
    private final ColumnReader[] readers;

    public RowReader(TableSchema table) {
        this.table = table;
        this.readers =
                table.columns().stream().map(column -> readerOf(table, column)).toArray(ColumnReader[]::new);
    }

    /** Reads the row on which the result stands. */
    public Row read(ResultSet rows, int firstIndex) throws SQLException {
        Object[] values = new Object[readers.length];
        for (int i = 0; i < readers.length; i++) {
            values[i] = readers[i].read(rows, firstIndex + i);
        }
        return new Row(table, values);
    }

    /** About how many bytes the values of a row take in memory. */
    public static int sizeOf(Row row) {
        int size = 16;
        for (int i = 0; i < row.size(); i++) {
            size += ColumnReader.sizeOf(row.get(i));
        }
        return size;
    }

    /** A reader for some of the table's columns, in the order of the names. */
    static ColumnReader[] readersOf(TableSchema table, Iterable<String> names) {
        List<ColumnReader> result = new ArrayList<>();
        for (String name : names) {
            Column column = table.columns().get(table.indexOf(name));
            result.add(readerOf(table, column));
        }
        return result.toArray(ColumnReader[]::new);
    }

    /** The reader for a column of the table. */
    static ColumnReader readerOf(TableSchema table, Column column) {
        boolean tellsRowsApart =
                table.identity().contains(column.name()) || table.messageKey().contains(column.name());
        return tellsRowsApart ? ColumnReader.ofKey(table.id(), column) : ColumnReader.of(column);
    }
}
