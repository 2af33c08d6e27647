package io.github.cameldb2cdc.event;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * The values of one row, in the order of its table's columns. The classes of the values are those that
 * {@link ColumnType} names; a value may be null.
 *
 * <p>Immutable as long as nobody writes into a {@code byte[]} value; thread-safe under the same condition.
 */
public final class Row {

    private final TableSchema table;
    private final Object[] values;

    /**
     * @param table what the values mean
     * @param values one value for each column; the array is kept, the caller gives it up
     * @throws IllegalArgumentException if the number of values is not the number of columns
     */
    public Row(TableSchema table, Object[] values) {
        this.table = Objects.requireNonNull(table, "table");
        this.values = values;
        if (values.length != table.columns().size()) {
            throw new IllegalArgumentException("A row of " + table.id() + " has "
                    + table.columns().size() + " values, not " + values.length + ".");
        }
    }

    public TableSchema table() {
        return table;
    }

    /** The value of the column with this index; may be null. */
    public Object get(int index) {
        return values[index];
    }

    /**
     * The value of the column with this name; may be null.
     *
     * @throws IllegalArgumentException if the table has no such column
     */
    public Object get(String columnName) {
        int index = table.indexOf(columnName);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "Rows of " + table.id() + " have no column " + TableId.spell(columnName) + "; they have "
                            + table.columns().stream().map(Column::name).toList() + ".");
        }
        return values[index];
    }

    /** The number of values. */
    public int size() {
        return values.length;
    }

    /** The values by column name, in the order of the columns; unmodifiable. */
    public Map<String, Object> toMap() {
        Map<String, Object> map = new LinkedHashMap<>();
        List<Column> columns = table.columns();
        for (int i = 0; i < values.length; i++) {
            map.put(columns.get(i).name(), values[i]);
        }
        return Collections.unmodifiableMap(map);
    }

    /**
     * A hash of the values, byte by byte for binary ones. Of 64 well mixed bits, so that equal hashes may be taken for
     * equal rows: those of {@link Arrays#hashCode} are equal for small numbers that differ.
     */
    public long hashOfValues() {
        long hash = values.length;
        for (Object value : values) {
            hash = mix(hash ^ hashOf(value));
        }
        return hash;
    }

    private static long hashOf(Object value) {
        if (value instanceof Number number && !(value instanceof BigDecimal)) {
            return number instanceof Long || number instanceof Integer
                    ? number.longValue()
                    : Double.doubleToLongBits(number.doubleValue());
        }
        long hash = value == null ? 1 : 2;
        if (value instanceof byte[] bytes) {
            for (byte one : bytes) {
                hash = mix(hash ^ one);
            }
        } else if (value != null) {
            String text = value.toString();
            for (int i = 0; i < text.length(); i++) {
                hash = mix(hash ^ text.charAt(i));
            }
        }
        return hash;
    }

    private static long mix(long hash) {
        long mixed = (hash + 0x9E3779B97F4A7C15L) * 0xBF58476D1CE4E5B9L;
        return mixed ^ (mixed >>> 29);
    }

    /** Names the table only: values are never printed. */
    @Override
    public String toString() {
        return "row of " + table.id();
    }
}
