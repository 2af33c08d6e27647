package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;

/** Sees what is read from change tables before events are made of it. For the reader's thread. */
@FunctionalInterface
public interface ChangeObserver {

    /** Sees nothing. */
    ChangeObserver NONE = (table, before, after, position) -> {};

    /**
     * Sees one change of one row, in the order of positions, also one that becomes no event. A change that was seen and not
     * handed on is seen again.
     *
     * @param before the old row; null for an insert, and for an update whose old row Capture did not write
     * @param after the new row; null for a delete
     */
    void see(ChangeTable table, Row before, Row after, Position position);
}
