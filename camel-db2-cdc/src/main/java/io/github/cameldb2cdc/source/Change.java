package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.RowChange;

/**
 * An event of a batch.
 *
 * @param event the event
 * @param resumeAfter where a new process goes on once this event is done
 * @param bytes about how large it is
 */
public record Change(RowChange event, Position resumeAfter, int bytes) {}
