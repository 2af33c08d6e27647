package io.github.cameldb2cdc.event;

import java.util.Arrays;

/**
 * The values of a row's key columns, compared by value (binary ones byte by byte), for use in sets and maps.
 *
 * <p>Only equality is offered: keys are ordered by the database, never here. Immutable and thread-safe.
 */
public final class RowKey {

    private final Object[] values;
    private final int hash;

    /** @param values the values in the order of the key's columns; the array is kept, the caller gives it up */
    public RowKey(Object[] values) {
        this.values = values;
        this.hash = Arrays.deepHashCode(values);
    }

    /** The number of values. */
    public int size() {
        return values.length;
    }

    /** The value of the key column with this index; null only where a message key has a nullable column. */
    public Object get(int index) {
        return values[index];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowKey key && hash == key.hash && Arrays.deepEquals(values, key.values);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** Says how many columns the key has: values are never printed. */
    @Override
    public String toString() {
        return "key of " + values.length + " columns";
    }
}
