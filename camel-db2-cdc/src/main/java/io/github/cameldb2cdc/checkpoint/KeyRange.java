package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.RowKey;

/**
 * The rows of a table whose key lies between two keys, in the database's order.
 *
 * @param after the rows begin behind this key; null for the table's first row
 * @param upTo the rows end with this key; null for the table's last row
 */
public record KeyRange(RowKey after, RowKey upTo) {

    /** All rows of a table. */
    public static final KeyRange ALL = new KeyRange(null, null);
}
