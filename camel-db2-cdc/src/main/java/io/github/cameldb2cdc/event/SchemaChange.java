package io.github.cameldb2cdc.event;

import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Objects;

/**
 * Says that the structure of a table changed. Events behind it have the structure that it names; those before it have the
 * one before.
 *
 * @param position the end of the commit up to which Capture had written when the change was seen: it was made no later
 * @param before the columns and keys that events of the table had
 * @param after the columns and keys that they have from now on; the same as before if the table was dropped
 * @param changes what differs, at least one
 * @param alteredAt when the source table or its change table was last altered, by the source's clock
 * @param time when the component saw it
 */
public record SchemaChange(
        Origin origin,
        Position position,
        TableSchema before,
        TableSchema after,
        List<StructureChange> changes,
        LocalDateTime alteredAt,
        Instant time)
        implements CdcEvent {

    public SchemaChange {
        Objects.requireNonNull(origin, "origin");
        Objects.requireNonNull(position, "position");
        Objects.requireNonNull(before, "before");
        Objects.requireNonNull(after, "after");
        Objects.requireNonNull(alteredAt, "alteredAt");
        Objects.requireNonNull(time, "time");
        changes = List.copyOf(changes);
        if (changes.isEmpty()) {
            throw new IllegalArgumentException("A change of the structure of " + before.id() + " names no difference.");
        }
    }

    /** The table concerned. */
    public TableId table() {
        return after.id();
    }

    /** Whether the table is gone. */
    public boolean isDropped() {
        return changes.stream().anyMatch(change -> change.kind() == StructureChange.Kind.TABLE_DROPPED);
    }

    @Override
    public String toString() {
        return "change of the structure of " + table() + ": " + changes;
    }
}
