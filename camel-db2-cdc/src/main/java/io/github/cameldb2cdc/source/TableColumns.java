package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.TableId;
import java.util.List;

/**
 * The columns of a table, as the catalog has them.
 *
 * @param columns those whose type is known, in the order of the table; empty if there is no such table
 * @param unsupported the names of the others
 */
public record TableColumns(List<Column> columns, List<String> unsupported) {

    public TableColumns {
        columns = List.copyOf(columns);
        unsupported = List.copyOf(unsupported);
    }

    /** Reads them in a unit of work of its own. */
    public static TableColumns read(Db2Session session, Platform platform, String controlSchema, TableId table) {
        Catalog catalog = new Catalog(new Db2Sql(platform, controlSchema));
        return session.unit("read the columns of " + table, work -> {
            TableStructure structure = catalog.structureWithoutKeysOf(work, table);
            return new TableColumns(structure.columns(), structure.unsupported());
        });
    }

    /** Whether there is such a table. */
    public boolean exist() {
        return !columns.isEmpty() || !unsupported.isEmpty();
    }
}
