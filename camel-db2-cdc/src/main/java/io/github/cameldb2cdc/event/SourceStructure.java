package io.github.cameldb2cdc.event;

import java.util.List;

/**
 * What is remembered of the structure of a source table, so that a later look shows what changed.
 *
 * @param columns its columns that can be read, in its order, also those that are in no event; empty if there is no such
 *     table
 * @param key the columns of its primary key, or of the unique index that stands for one; empty if it has none
 * @param captured names of the columns that its change table has as well
 * @param dataCapture whether the server logs its changes in the form that Capture reads (DATA CAPTURE CHANGES)
 */
public record SourceStructure(List<Column> columns, List<String> key, List<String> captured, boolean dataCapture) {

    public SourceStructure {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
        captured = List.copyOf(captured);
    }

    /** Whether there is such a table. */
    public boolean exists() {
        return !columns.isEmpty();
    }
}
