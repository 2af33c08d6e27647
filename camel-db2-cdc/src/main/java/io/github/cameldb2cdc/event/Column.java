package io.github.cameldb2cdc.event;

import java.util.Objects;

/**
 * A column of a source table.
 *
 * @param name the name as the catalog stores it
 * @param type the type
 * @param length the length in the unit of the type (characters, bytes, digits), as the catalog has it
 * @param scale the scale of a DECIMAL, the fractional digits of a TIMESTAMP, else 0
 * @param nullable whether it may be null
 */
public record Column(String name, ColumnType type, int length, int scale, boolean nullable) {

    public Column {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(type, "type");
    }
}
