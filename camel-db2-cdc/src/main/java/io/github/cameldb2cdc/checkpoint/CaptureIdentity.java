package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.TableId;
import java.time.LocalDateTime;
import java.util.Objects;

/**
 * Tells a change table, and the source table it belongs to, from another one that later bears the same name.
 *
 * @param changeTable the change table
 * @param changeTableCreated when it was created, by the source's clock
 * @param sourceCreated when the source table was created, by the source's clock
 */
public record CaptureIdentity(TableId changeTable, LocalDateTime changeTableCreated, LocalDateTime sourceCreated) {

    public CaptureIdentity {
        Objects.requireNonNull(changeTable, "changeTable");
        Objects.requireNonNull(changeTableCreated, "changeTableCreated");
        Objects.requireNonNull(sourceCreated, "sourceCreated");
    }
}
