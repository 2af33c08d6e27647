package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.event.Unavailable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

/**
 * Reads the old values of an update row out of the before-image columns. A column without one keeps its new value if it
 * cannot have changed the row's key, so the old row is only known where every column has a before image, or the missing
 * ones are no key columns: those are then null.
 */
final class BeforeImageReader {

    private final TableSchema table;
    private final ColumnReader[] readers;

    private BeforeImageReader(TableSchema table, ColumnReader[] readers) {
        this.table = table;
        this.readers = readers;
    }

    static BeforeImageReader of(ChangeTable table) {
        List<Column> columns = table.schema().columns();
        Set<String> registered = table.columnsWithBeforeImage();
        ColumnReader[] readers = columns.stream()
                .map(column -> registered.contains(column.name()) ? RowReader.readerOf(table.schema(), column) : null)
                .toArray(ColumnReader[]::new);
        return new BeforeImageReader(table.schema(), registered.isEmpty() ? new ColumnReader[0] : readers);
    }

    /**
     * @param firstIndex where the before images begin in the result
     * @param after the new row
     * @return the old row; null if the change table has no before images
     */
    Row read(ResultSet rows, int firstIndex, Row after) throws SQLException {
        if (readers.length == 0) {
            return null;
        }
        Object[] values = new Object[readers.length];
        int index = firstIndex;
        for (int i = 0; i < readers.length; i++) {
            values[i] = readers[i] == null ? unregistered(i, after) : readers[i].read(rows, index++);
        }
        return new Row(table, values);
    }

    private Object unregistered(int column, Row after) {
        if (table.columns().get(column).type().isLargeObject()) {
            return Unavailable.VALUE;
        }
        return table.messageKey().contains(table.columns().get(column).name()) ? after.get(column) : null;
    }
}
