package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Column;
import java.util.List;

/**
 * A table as the catalog describes it.
 *
 * @param columns the columns in the order of the table
 * @param unsupported names of columns whose type cannot be read
 * @param keys the keys, the preferred one first
 */
record TableStructure(List<Column> columns, List<String> unsupported, List<UniqueKey> keys) {

    TableStructure {
        columns = List.copyOf(columns);
        unsupported = List.copyOf(unsupported);
        keys = keys.stream().sorted(UniqueKey.PREFERENCE).toList();
    }

    boolean hasColumn(String name) {
        return columns.stream().anyMatch(column -> column.name().equals(name));
    }
}
