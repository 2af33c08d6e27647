package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.SchemaChange;
import io.github.cameldb2cdc.event.SourceStructure;
import io.github.cameldb2cdc.event.StructureChange;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.source.PresentStructure;
import io.github.cameldb2cdc.source.Registration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.List;

/**
 * What a look at the structure of one table showed.
 *
 * @param registration the table's, as it was at the look
 * @param known the structure that was known; null if none was
 * @param schemaBefore the columns and keys of its events up to now
 * @param present the structure that is there
 * @param changes what differs
 */
record StructureFinding(
        Registration registration,
        SourceStructure known,
        TableSchema schemaBefore,
        PresentStructure present,
        List<StructureChange> changes) {

    StructureFinding {
        changes = List.copyOf(changes);
    }

    /** The event that tells the changes; there is at least one. */
    SchemaChange event(Origin origin, Position position, TableSchema after, Instant now) {
        LocalDateTime source = registration.sourceAltered();
        LocalDateTime change = registration.changeTableAltered();
        LocalDateTime altered = source == null || source.isBefore(change) ? change : source;
        return new SchemaChange(origin, position, schemaBefore, after, changes, altered, now);
    }
}
