package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.StoredSignal;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.ChangeTable;
import java.util.List;
import java.util.Set;

/** The table whose new rows are signals: as with Debezium its first three columns are id, type and data, however they are named. */
final class SignalTable {

    private static final int COLUMNS = 3;
    private static final Set<ColumnType> TEXTS =
            Set.of(ColumnType.CHAR, ColumnType.VARCHAR, ColumnType.GRAPHIC, ColumnType.VARGRAPHIC);

    private SignalTable() {}

    /**
     * The table, which must have the columns of signals.
     *
     * @throws CdcException definite, if it has not
     */
    static ChangeTable required(ChangeTable table) {
        List<Column> columns = table.schema().columns();
        boolean fits = columns.size() >= COLUMNS
                && columns.stream().limit(COLUMNS).allMatch(column -> TEXTS.contains(column.type()));
        if (!fits) {
            throw CdcException.definite("The signal table " + table.id()
                    + " must be registered with three columns of text for id, type and data, such as VARCHAR(42),"
                    + " VARCHAR(32) and VARCHAR(2048); it has "
                    + columns.stream().map(Column::definition).toList() + ".");
        }
        return table;
    }

    static CdcException notRegistered(TableId table) {
        return CdcException.definite("The signal table " + table
                + " is not registered for capture in these control tables, so its rows would not be seen; register it, or"
                + " leave the option signalTable out.");
    }

    /** @param row a new row of the table */
    static StoredSignal signalOf(RowChange row) {
        Row after = row.after();
        return new StoredSignal(textOf(after, 0), textOf(after, 1), textOf(after, 2));
    }

    private static String textOf(Row row, int index) {
        Object value = row.get(index);
        return value == null ? null : value.toString().strip();
    }
}
