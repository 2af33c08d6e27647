package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.util.Objects;
import java.util.Set;

/**
 * A registered table as it is read: its registration, and what its rows look like.
 *
 * @param registration the registration
 * @param schema the columns of events, which are columns of the change table, and the keys
 * @param columnsWithBeforeImage names of the columns whose old value the change table has in a column of its own
 * @param hasWholeRows whether the events carry every column of the source except large objects, so that two images of
 *     one key that differ show two rows
 */
public record ChangeTable(
        Registration registration, TableSchema schema, Set<String> columnsWithBeforeImage, boolean hasWholeRows) {

    public ChangeTable {
        Objects.requireNonNull(registration, "registration");
        Objects.requireNonNull(schema, "schema");
        columnsWithBeforeImage = Set.copyOf(columnsWithBeforeImage);
    }

    /** The source table. */
    public TableId id() {
        return schema.id();
    }

    /** Whether an update row tells what identified the row in the source before. */
    public boolean knowsIdentityBefore() {
        return registration.updatesAsDeleteInsert() || columnsWithBeforeImage.containsAll(schema.identity());
    }

    /** Whether an update row tells the key that the row had before. */
    public boolean knowsKeyBefore() {
        return registration.updatesAsDeleteInsert() || columnsWithBeforeImage.containsAll(schema.messageKey());
    }
}
