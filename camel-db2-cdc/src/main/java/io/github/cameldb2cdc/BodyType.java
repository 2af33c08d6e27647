package io.github.cameldb2cdc;

/** What the body of an exchange is. The type converters give the other forms of an event at any time. */
public enum BodyType {
    /** The immutable {@link io.github.cameldb2cdc.event.CdcEvent}. */
    EVENT,
    /** Its JSON envelope as a {@link String}. */
    JSON,
    /** Its envelope as a {@link java.util.Map}. */
    MAP
}
