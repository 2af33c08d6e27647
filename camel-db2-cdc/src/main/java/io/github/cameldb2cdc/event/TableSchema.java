package io.github.cameldb2cdc.event;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * What the rows of a table look like in events: the columns that Capture writes and the large objects, in the order of the
 * source table, and the columns that tell rows apart.
 *
 * <p>Immutable and thread-safe; all rows of a table share one.
 */
public final class TableSchema {

    private final TableId id;
    private final List<Column> columns;
    private final List<String> identity;
    private final List<String> messageKey;
    private final Map<String, Integer> indexByName;
    private final int[] messageKeyIndexes;
    private final int[] identityIndexes;
    private final int[] largeObjectIndexes;

    /**
     * @param id the source table
     * @param columns the columns of its rows
     * @param identity names of the columns that identify a row in the source; empty for a table without a key
     * @param messageKey names of the columns that are the key of its events; mostly the identity
     * @throws IllegalArgumentException if a key names a column that is not among the columns
     */
    public TableSchema(TableId id, List<Column> columns, List<String> identity, List<String> messageKey) {
        this.id = Objects.requireNonNull(id, "id");
        this.columns = List.copyOf(columns);
        this.identity = List.copyOf(identity);
        this.messageKey = List.copyOf(messageKey);
        this.indexByName = new HashMap<>();
        for (int i = 0; i < this.columns.size(); i++) {
            indexByName.put(this.columns.get(i).name(), i);
        }
        this.identityIndexes = indexesOf(this.identity);
        this.messageKeyIndexes = indexesOf(this.messageKey);
        this.largeObjectIndexes = IntStream.range(0, this.columns.size())
                .filter(i -> this.columns.get(i).type().isLargeObject())
                .toArray();
    }

    private int[] indexesOf(List<String> names) {
        return names.stream().mapToInt(this::requireIndex).toArray();
    }

    private int requireIndex(String name) {
        int index = indexOf(name);
        if (index < 0) {
            throw new IllegalArgumentException(
                    "The key column " + TableId.spell(name) + " of " + id + " is not among its columns.");
        }
        return index;
    }

    public TableId id() {
        return id;
    }

    /** The columns in the order of a row's values. */
    public List<Column> columns() {
        return columns;
    }

    /** Names of the columns that identify a row in the source; empty for a table without a key. */
    public List<String> identity() {
        return identity;
    }

    /**
     * The same rows told apart by other columns.
     *
     * @throws IllegalArgumentException if one of them is not among the columns
     */
    public TableSchema withIdentity(List<String> newIdentity) {
        return new TableSchema(id, columns, newIdentity, messageKey);
    }

    /** Names of the columns of {@link #messageKeyOf}; empty for a table without a key. */
    public List<String> messageKey() {
        return messageKey;
    }

    /** Whether events of this table have a key. */
    public boolean hasKey() {
        return messageKeyIndexes.length > 0;
    }

    /** Whether there are columns of which Capture writes no values. */
    public boolean hasLargeObjects() {
        return largeObjectIndexes.length > 0;
    }

    /** The indexes of the columns of which Capture writes no values, in ascending order. */
    public int[] largeObjectIndexes() {
        return largeObjectIndexes.clone();
    }

    /** The index of a column's value in a row, or -1 if there is no such column. */
    public int indexOf(String columnName) {
        return indexByName.getOrDefault(columnName, -1);
    }

    /** The key of the row's events, or null for a table without a key. */
    public RowKey messageKeyOf(Row row) {
        return keyOf(row, messageKeyIndexes);
    }

    /** What identifies the row in the source, or null for a table without a key. */
    public RowKey identityOf(Row row) {
        return keyOf(row, identityIndexes);
    }

    private static RowKey keyOf(Row row, int[] indexes) {
        if (indexes.length == 0) {
            return null;
        }
        Object[] values = new Object[indexes.length];
        for (int i = 0; i < indexes.length; i++) {
            values[i] = row.get(indexes[i]);
        }
        return new RowKey(values);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TableSchema schema
                && id.equals(schema.id)
                && columns.equals(schema.columns)
                && identity.equals(schema.identity)
                && messageKey.equals(schema.messageKey);
    }

    @Override
    public int hashCode() {
        return Objects.hash(id, columns, identity, messageKey);
    }

    @Override
    public String toString() {
        return id + " with " + columns.size() + " columns and key " + messageKey;
    }
}
