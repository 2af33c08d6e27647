package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.event.Unavailable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads the rows of a table out of a result. From a given index on it has the table's columns in order except large
 * objects, each named by {@link Db2Sql#value}, and behind them the large objects that are read. Immutable and thread-safe.
 */
public final class RowReader {

    private final TableSchema table;
    private final ColumnReader[] readers;
    private final Optional<LargeObjectColumns> largeObjects;

    /** A reader of rows without their large objects. */
    RowReader(TableSchema table) {
        this(table, Optional.empty());
    }

    RowReader(TableSchema table, Optional<LargeObjectColumns> largeObjects) {
        this.table = table;
        this.readers = table.columns().stream()
                .map(column -> column.type().isLargeObject() ? null : readerOf(table, column))
                .toArray(ColumnReader[]::new);
        this.largeObjects = largeObjects;
    }

    /** Reads the row on which the result stands. */
    Row read(ResultSet rows, int firstIndex) throws SQLException {
        Object[] values = new Object[readers.length];
        int index = firstIndex;
        for (int i = 0; i < readers.length; i++) {
            values[i] = readers[i] == null ? Unavailable.VALUE : readers[i].read(rows, index++);
        }
        if (largeObjects.isPresent()) {
            largeObjects.get().read(rows, index, values);
        }
        return new Row(table, values);
    }

    /** How many columns of the result are those of the row, without its large objects. */
    int width() {
        return readers.length - table.largeObjectIndexes().length;
    }

    /** About how many bytes the values of a row take in memory. */
    public static int sizeOf(Row row) {
        long size = 16;
        for (int i = 0; i < row.size(); i++) {
            size += ColumnReader.sizeOf(row.get(i));
        }
        return (int) Math.min(Integer.MAX_VALUE, size);
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
