package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Position;
import java.util.List;
import java.util.Optional;

/**
 * A bounded part of the stream of changes.
 *
 * @param changes the events in order
 * @param end the place up to which everything was read: a new process goes on here once all events are done
 * @param lastNote what Capture noted of the last commit that it noted anything of; empty if there is none
 */
public record Batch(List<Change> changes, Position end, Optional<CommitNote> lastNote) {

    public Batch {
        changes = List.copyOf(changes);
    }
}
