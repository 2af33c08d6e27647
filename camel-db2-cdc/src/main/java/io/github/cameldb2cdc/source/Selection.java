package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which tables and columns are wanted, and which keys.
 *
 * @param schemas the schemas of the tables, as the catalog stores them
 * @param tables the tables named one by one; they must exist and be registered. Empty: every registered table
 * @param includes patterns of which one must match {@code SCHEMA.TABLE} as a whole; empty: no condition
 * @param excludes patterns of which none may match {@code SCHEMA.TABLE} as a whole
 * @param excludedColumns columns that are left out, by table
 * @param keyColumns key columns that are given instead of the catalog's, by table
 * @param signalTable the table whose new rows are signals; it is read and never selected. Null for none
 */
public record Selection(
        List<String> schemas,
        List<TableId> tables,
        List<Pattern> includes,
        List<Pattern> excludes,
        Map<TableId, Set<String>> excludedColumns,
        Map<TableId, List<String>> keyColumns,
        TableId signalTable) {

    public Selection {
        schemas = List.copyOf(schemas);
        tables = List.copyOf(tables);
        includes = List.copyOf(includes);
        excludes = List.copyOf(excludes);
        excludedColumns = Map.copyOf(excludedColumns);
        keyColumns = Map.copyOf(keyColumns);
    }

    /** Whether the table belongs to the selection. */
    public boolean contains(TableId table) {
        if (table.equals(signalTable)
                || !schemas.contains(table.schema())
                || (!tables.isEmpty() && !tables.contains(table))) {
            return false;
        }
        String name = table.schema() + '.' + table.name();
        return (includes.isEmpty() || includes.stream().anyMatch(pattern -> matches(pattern, name)))
                && excludes.stream().noneMatch(pattern -> matches(pattern, name));
    }

    /** The schemas of all tables that are read. */
    public List<String> registeredSchemas() {
        if (signalTable == null || schemas.contains(signalTable.schema())) {
            return schemas;
        }
        List<String> all = new ArrayList<>(schemas);
        all.add(signalTable.schema());
        return List.copyOf(all);
    }

    private static boolean matches(Pattern pattern, String name) {
        return pattern.matcher(name).matches();
    }

    /** Whether events carry the column. */
    public boolean containsColumn(TableId table, String column) {
        return !excludedColumns.getOrDefault(table, Set.of()).contains(column);
    }
}
