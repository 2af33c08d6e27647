package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import java.time.Duration;
import java.util.Map;

/**
 * What decides how long Capture keeps changes.
 *
 * @param retention changes that are older are removed although nobody read them; null where Capture says none
 * @param subscribed by source table, the place up to which all subscribers that Capture knows have read: up to there it
 *     removes changes whatever their age; without tables that nobody subscribed to
 */
public record PruningFacts(Duration retention, Map<TableId, Sequence> subscribed) {

    public PruningFacts {
        subscribed = Map.copyOf(subscribed);
    }
}
