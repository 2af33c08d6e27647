package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Puts together what is known of a registered table: its registration, the structures of source and change table, the
 * selection.
 *
 * <p>Events have the columns that both tables have, by name: what Capture does not write cannot be delivered, and a
 * snapshot row must not carry more than a change. They have the large objects as well, which no change table has: their
 * values are {@link io.github.cameldb2cdc.event.Unavailable} unless they are read from the source table, so that the
 * columns of events are the same whatever is read. What a change table has in a column of such a type is an indicator or
 * nothing, and is never read.
 */
final class ChangeTableAssembly {

    private final Selection selection;

    ChangeTableAssembly(Selection selection) {
        this.selection = selection;
    }

    /**
     * @param knownIdentity the identity that the checkpoint has for this table, which is kept while it exists; empty if
     *     there is none
     * @throws CdcException definite, if a key column is excluded or missing, or a column cannot be read
     */
    ChangeTable assemble(
            Registration registration, TableStructure source, TableStructure changes, List<String> knownIdentity) {
        TableId id = registration.source();
        requireReadable(id, source);
        requireUnambiguous(registration, source, changes);
        List<Column> columns = source.columns().stream()
                .filter(column -> isDelivered(id, column, changes))
                .toList();
        List<String> identity = identityOf(id, source, knownIdentity);
        List<String> messageKey = selection.keyColumns().getOrDefault(id, identity);
        requireDelivered(id, identity, columns);
        requireDelivered(id, messageKey, columns);
        requireSameReading(registration, columns, changes);
        TableSchema schema = new TableSchema(id, columns, identity, messageKey);
        boolean whole = source.columns().stream()
                .filter(column -> !column.type().isLargeObject())
                .allMatch(column -> schema.indexOf(column.name()) >= 0);
        return new ChangeTable(registration, schema, beforeImages(registration, columns, changes), whole);
    }

    private void requireReadable(TableId id, TableStructure source) {
        for (String column : source.unsupported()) {
            if (selection.containsColumn(id, column)) {
                throw CdcException.definite("The column " + TableId.spell(column) + " of " + id
                        + " has a type that this component cannot read; leave it out with columnsExclude.");
            }
        }
    }

    /**
     * With a prefix X and columns V and XV the change table's XV may be the value of XV or the old value of V: nothing in
     * the register tells.
     */
    private static void requireUnambiguous(Registration registration, TableStructure source, TableStructure changes) {
        String prefix = registration.beforeImagePrefix();
        if (prefix == null || prefix.isEmpty()) {
            return;
        }
        for (Column column : source.columns()) {
            String prefixed = prefix + column.name();
            if (source.hasColumn(prefixed) && changes.hasColumn(prefixed) && changes.hasColumn(column.name())) {
                throw CdcException.definite(
                        "The column " + TableId.spell(prefixed) + " of "
                                + registration.changeTable() + " may be that column of " + registration.source()
                                + " or the old value of its column " + TableId.spell(column.name())
                                + ", since the prefix of old values is '" + prefix
                                + "'; register the table with another BEFORE_IMG_PREFIX, or without one if it has no old values.");
            }
        }
    }

    private boolean isDelivered(TableId id, Column column, TableStructure changes) {
        return (column.type().isLargeObject() || changes.hasColumn(column.name()))
                && selection.containsColumn(id, column.name());
    }

    private List<String> identityOf(TableId id, TableStructure source, List<String> knownIdentity) {
        List<String> given = selection.keyColumns().getOrDefault(id, List.of());
        for (String column : given) {
            if (!source.hasColumn(column)) {
                throw CdcException.definite("The option keyColumns names " + TableId.spell(column) + " for " + id
                        + ", which has no such column.");
            }
        }
        boolean givenIsKey = source.keys().stream().anyMatch(key -> key.hasColumns(given));
        // A nullable column does not order rows: no comparison finds the rows behind a null.
        boolean ordersRows =
                source.columns().stream().noneMatch(column -> column.nullable() && given.contains(column.name()));
        if (!given.isEmpty() && (givenIsKey || (source.keys().isEmpty() && ordersRows))) {
            return given;
        }
        // the order of its columns stays as it is remembered: progress of a load is written in it
        return source.keys().stream().anyMatch(key -> !knownIdentity.isEmpty() && key.hasColumns(knownIdentity))
                ? knownIdentity
                : source.keys().stream().findFirst().map(UniqueKey::columns).orElse(List.of());
    }

    private static void requireDelivered(TableId id, List<String> key, List<Column> columns) {
        Set<String> delivered = columns.stream()
                .filter(column -> !column.type().isLargeObject())
                .map(Column::name)
                .collect(Collectors.toSet());
        for (String column : key) {
            if (!delivered.contains(column)) {
                throw CdcException.definite("The key column " + TableId.spell(column) + " of " + id
                        + " is left out by columnsExclude, missing in its change table, or a large object; events without their key"
                        + " cannot be applied, so add it to the registration or choose other keyColumns.");
            }
        }
    }

    /** A value is read as the source has it; what the change table has must be of a kind for which that is true. */
    private static void requireSameReading(Registration registration, List<Column> columns, TableStructure changes) {
        for (Column column : columns) {
            for (Column captured : changes.columns()) {
                if (captured.name().equals(column.name())
                        && !column.type().isLargeObject()
                        && familyOf(captured.type()) != familyOf(column.type())) {
                    throw CdcException.definite("The column " + TableId.spell(column.name()) + " of "
                            + registration.source() + " is " + column.definition() + " and in its change table "
                            + registration.changeTable() + " it is " + captured.definition()
                            + ", which cannot be read as the same; alter the change table, register the table again,"
                            + " or leave the column out with columnsExclude.");
                }
            }
        }
    }

    private static Family familyOf(ColumnType type) {
        return switch (type) {
            case SMALLINT, INTEGER, BIGINT, DECIMAL, DECFLOAT, REAL, DOUBLE, BOOLEAN -> Family.NUMBER;
            case CHAR, VARCHAR, GRAPHIC, VARGRAPHIC, CLOB, DBCLOB, XML -> Family.TEXT;
            case CHAR_FOR_BIT_DATA, VARCHAR_FOR_BIT_DATA, BINARY, VARBINARY, ROWID, BLOB -> Family.BYTES;
            case DATE -> Family.DATE;
            case TIME -> Family.TIME;
            case TIMESTAMP -> Family.TIMESTAMP;
        };
    }

    private enum Family {
        NUMBER,
        TEXT,
        BYTES,
        DATE,
        TIME,
        TIMESTAMP
    }

    private static Set<String> beforeImages(Registration registration, List<Column> columns, TableStructure changes) {
        String prefix = registration.beforeImagePrefix();
        if (prefix == null || prefix.isEmpty() || registration.updatesAsDeleteInsert()) {
            return Set.of();
        }
        return columns.stream()
                .filter(column -> !column.type().isLargeObject())
                .map(Column::name)
                .filter(name -> changes.hasColumn(prefix + name))
                .collect(Collectors.toSet());
    }
}
