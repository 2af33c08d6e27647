package io.github.cameldb2cdc.event;

/**
 * What the component hands to a route as the body of an exchange. Immutable and thread-safe.
 *
 * <p>Sealed: a route can decide by type and a later release adds kinds only where an option switches them on.
 */
public sealed interface CdcEvent permits RowChange, Tombstone, Notification, SchemaChange {

    /** Where the event comes from. */
    Origin origin();

    /** The place of the event in the stream of changes; for a row of a snapshot the place where streaming begins. */
    Position position();
}
