package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.Position;
import java.util.Objects;

/**
 * What the completion of one event's exchange would record, for a sink that stores it with its rows in one transaction:
 * see {@link SqlCheckpointRepository#store(java.sql.Connection, EventCheckpoint)}. Made when the event is delivered, anew
 * in each round. An immutable value.
 *
 * <p>Events are ordered by (row, part). The row comes from the data, the position before it does not: a reader that cuts
 * its batches elsewhere after a restart finds another one. So the order is that of the rows.
 *
 * @param name the checkpoint's name
 * @param owner the consumer that delivered the event
 * @param epoch its epoch
 * @param generation the history line of the position
 * @param round the delivery's round
 * @param position where a new process goes on behind, once this event is done; null for an event that moves nothing,
 *     such as a row of a snapshot
 * @param row the place of the event in the stream; null if the position is
 * @param part 0 if all of the row is done with this event; else how many events of the row are done with it, as for the
 *     delete of a changed key, before its create
 */
public record EventCheckpoint(
        String name, String owner, long epoch, long generation, int round, Position position, Position row, int part) {

    public EventCheckpoint {
        Objects.requireNonNull(name, "name");
        Objects.requireNonNull(owner, "owner");
        if ((position == null) != (row == null) || part < 0) {
            throw new IllegalArgumentException("An event moves the position of a row, or nothing.");
        }
    }

    /** Whether the event has a place in the order of events, so that it shows whether it was applied before. */
    public boolean isOrdered() {
        return position != null;
    }
}
