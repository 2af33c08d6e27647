package io.github.cameldb2cdc.source;

import java.util.Comparator;
import java.util.List;
import java.util.Set;

/**
 * A primary key, or a unique index whose columns are all not null.
 *
 * @param indexName the index's name, a dot, its schema
 * @param primary whether it is the primary key
 * @param columns the columns in the order of the index
 */
record UniqueKey(String indexName, boolean primary, List<String> columns) {

    /** The primary key first, then fewer columns, then by name. */
    static final Comparator<UniqueKey> PREFERENCE = Comparator.comparing((UniqueKey key) -> !key.primary)
            .thenComparing(key -> key.columns.size())
            .thenComparing(UniqueKey::indexName);

    UniqueKey {
        columns = List.copyOf(columns);
    }

    boolean hasColumns(List<String> names) {
        return names.size() == columns.size() && Set.copyOf(columns).equals(Set.copyOf(names));
    }
}
