package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.util.List;
import java.util.Objects;

/**
 * One table of a snapshot that was asked for, and how far its rows are delivered.
 *
 * @param table the table, which takes part
 * @param condition a predicate that its rows must meet, in SQL's spelling; null for all rows
 * @param orderedBy names of the columns by which its rows are ordered: its identity, or the columns that stand in for it
 * @param keys the identities of the only rows that are wanted; empty for all that meet the condition
 * @param keysNeverChange whether somebody vouches that no update changes a key
 * @param started whether its beginning was told and acknowledged
 * @param reached the values of {@code orderedBy} of the last row that was acknowledged, with all rows before it; null
 *     before the first
 * @param stopped whether no more of its rows are wanted, which is still to be told
 */
public record RequestedTable(
        TableId table,
        String condition,
        List<String> orderedBy,
        List<RowKey> keys,
        boolean keysNeverChange,
        boolean started,
        RowKey reached,
        boolean stopped) {

    public RequestedTable {
        Objects.requireNonNull(table, "table");
        orderedBy = List.copyOf(orderedBy);
        keys = List.copyOf(keys);
        if (orderedBy.isEmpty()) {
            throw new IllegalArgumentException("The rows of " + table + " need an order.");
        }
    }

    /**
     * A table of which nothing is delivered yet.
     *
     * @param keys empty for all rows that meet the condition
     */
    public static RequestedTable of(
            TableId table, String condition, List<String> orderedBy, List<RowKey> keys, boolean keysNeverChange) {
        return new RequestedTable(table, condition, orderedBy, keys, keysNeverChange, false, null, false);
    }

    /** Whether every row of the table is wanted, so that what is not delivered does not exist. */
    public boolean isWhole() {
        return condition == null && keys.isEmpty();
    }

    public RequestedTable withStarted() {
        return new RequestedTable(table, condition, orderedBy, keys, keysNeverChange, true, reached, stopped);
    }

    public RequestedTable withReached(RowKey newReached) {
        return new RequestedTable(table, condition, orderedBy, keys, keysNeverChange, started, newReached, stopped);
    }

    public RequestedTable withStopped() {
        return new RequestedTable(table, condition, orderedBy, keys, keysNeverChange, started, reached, true);
    }

    /** Whether the columns that order its rows are the same in both. */
    boolean isOrderedAlikeIn(TableSchema one, TableSchema other) {
        return orderedBy.stream()
                .allMatch(name -> one.indexOf(name) >= 0
                        && other.indexOf(name) >= 0
                        && one.columns()
                                .get(one.indexOf(name))
                                .equals(other.columns().get(other.indexOf(name))));
    }
}
