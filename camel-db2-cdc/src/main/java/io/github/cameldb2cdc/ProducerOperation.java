package io.github.cameldb2cdc;

/** What an exchange that is sent to an endpoint asks for. */
public enum ProducerOperation {
    /** How the running consumers of the checkpoint are: a list of maps, empty if none runs in this JVM. */
    STATUS,
    /** A look at everything that a start needs, without reading a row: a {@code Preflight.Report}. */
    PREFLIGHT,
    /** How many rows a sink should have: a list with a map for each table. */
    COMPARE,
    /** The running consumer goes on although changes are missing, or a structure is another one. */
    RESUME,
    /** The running consumer loads rows of tables again while changes stream, as the signal in the body says. */
    EXECUTE_SNAPSHOT,
    /** It ends snapshots that were asked for. */
    STOP_SNAPSHOT,
    /** It lets them wait. */
    PAUSE_SNAPSHOT,
    /** It goes on with them. */
    RESUME_SNAPSHOT,
    /** The checkpoint is forgotten, so that the next start is a first one: a map of what was forgotten. */
    RESET
}
