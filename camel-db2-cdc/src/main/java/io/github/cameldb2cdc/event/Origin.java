package io.github.cameldb2cdc.event;

import java.util.Objects;

/**
 * Where events come from: what all events of one consumer say of their source.
 *
 * @param name the logical name of the source, the option {@code sourceName}
 * @param database the database's name as the server gives it
 * @param version the version of this component
 */
public record Origin(String name, String database, String version) {

    public Origin {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(database, "database");
        Objects.requireNonNull(version, "version");
    }
}
