package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.ColumnType;
import java.util.Optional;

/** The types that the catalog names, for tests in other packages. */
public final class CatalogTypes {

    private CatalogTypes() {}

    /** The type of a column with that name of a type in SYSCAT.COLUMNS; empty if none is read. */
    public static Optional<ColumnType> typeOf(String typeName, boolean bitData) {
        return Catalog.typeOf(typeName, 0, bitData);
    }
}
