package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;

/**
 * A row of a change table.
 *
 * @param position its place
 * @param operation IBMSNAP_OPERATION: {@code I}, {@code D} or {@code U}
 * @param row the values of the ordinary columns: the new row, for {@code D} the old one
 * @param before for {@code U} the old row from the before-image columns; null where there are none
 * @param bytes about how large it is
 */
public record ChangeRow(Position position, char operation, Row row, Row before, int bytes) {}
