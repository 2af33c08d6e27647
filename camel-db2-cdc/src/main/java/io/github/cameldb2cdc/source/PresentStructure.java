package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.SourceStructure;
import java.util.List;
import java.util.Optional;

/**
 * The structure of a registered table as it is.
 *
 * @param structure what is to be remembered of it
 * @param changeColumns the columns of its change table
 * @param unreadable names of columns of the source table whose type this component cannot read
 */
public record PresentStructure(SourceStructure structure, List<Column> changeColumns, List<String> unreadable) {

    public PresentStructure {
        changeColumns = List.copyOf(changeColumns);
        unreadable = List.copyOf(unreadable);
    }

    static PresentStructure of(
            Registration registration, TableStructure source, TableStructure changes, List<String> knownKey) {
        List<String> captured = source.columns().stream()
                .map(Column::name)
                .filter(changes::hasColumn)
                .toList();
        List<String> key = source.keys().stream().anyMatch(unique -> unique.hasColumns(knownKey))
                ? knownKey
                : source.keys().stream().findFirst().map(UniqueKey::columns).orElse(List.of());
        SourceStructure structure = new SourceStructure(source.columns(), key, captured, registration.dataCapture());
        return new PresentStructure(structure, changes.columns(), source.unsupported());
    }

    /** The change table's column of that name. */
    public Optional<Column> changeColumn(String name) {
        return changeColumns.stream()
                .filter(column -> column.name().equals(name))
                .findFirst();
    }
}
