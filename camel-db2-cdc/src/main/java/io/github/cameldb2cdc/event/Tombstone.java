package io.github.cameldb2cdc.event;

import java.util.Objects;

/**
 * Follows a delete: an event of the same key that says nothing else, after which a log that is compacted by key forgets
 * the row. Delivered only where an option switches it on, as a message without a body.
 *
 * @param deletion the delete, of a table with a key
 */
public record Tombstone(RowChange deletion) implements CdcEvent {

    /** @throws IllegalArgumentException if the change is no delete, or its table has no key */
    public Tombstone {
        Objects.requireNonNull(deletion, "deletion");
        if (deletion.operation() != Operation.DELETE || !deletion.table().hasKey()) {
            throw new IllegalArgumentException("Only the delete of a row with a key is followed by a tombstone.");
        }
    }

    @Override
    public Origin origin() {
        return deletion.origin();
    }

    /** The place of the delete. */
    @Override
    public Position position() {
        return deletion.position();
    }

    /** The key of the deleted row. */
    public RowKey key() {
        return deletion.key();
    }

    /** Names table and position only: values are never printed. */
    @Override
    public String toString() {
        return "tombstone of " + deletion.table().id() + " at " + deletion.position();
    }
}
