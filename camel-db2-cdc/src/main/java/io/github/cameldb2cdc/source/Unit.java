package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;

/**
 * What happened to one row of the source: a row of a change table, or the pair that stands for an update. A unit stands
 * at its last row.
 */
final class Unit {

    /** What a unit says. */
    enum Kind {
        INSERT,
        DELETE,
        UPDATE
    }

    private final ChangeTable table;
    private final Kind kind;
    private final Row before;
    private final Row after;
    private final Position position;
    private final int rows;
    private final int bytes;

    private Unit(ChangeTable table, Kind kind, Row before, Row after, Position position, int rows, int bytes) {
        this.table = table;
        this.kind = kind;
        this.before = before;
        this.after = after;
        this.position = position;
        this.rows = rows;
        this.bytes = bytes;
    }

    /**
     * A unit of one row.
     *
     * @throws CdcException definite, if the row's operation is not known
     */
    static Unit of(ChangeTable table, ChangeRow row) {
        return switch (row.operation()) {
            case 'I' -> new Unit(table, Kind.INSERT, null, row.row(), row.position(), 1, row.bytes());
            case 'D' -> new Unit(table, Kind.DELETE, row.row(), null, row.position(), 1, row.bytes());
            case 'U' -> new Unit(table, Kind.UPDATE, row.before(), row.row(), row.position(), 1, row.bytes());
            default ->
                throw CdcException.definite("The change table "
                        + table.registration().changeTable() + " has a row with the operation '" + row.operation()
                        + "' at "
                        + row.position()
                        + "; known are I, D and U, so nothing is read until it is explained or removed.");
        };
    }

    /** The update that a deleted row and the inserted row behind it stand for. */
    static Unit pair(ChangeTable table, ChangeRow deleted, ChangeRow inserted) {
        int bytes = deleted.bytes() + inserted.bytes();
        return new Unit(table, Kind.UPDATE, deleted.row(), inserted.row(), inserted.position(), 2, bytes);
    }

    ChangeTable table() {
        return table;
    }

    Kind kind() {
        return kind;
    }

    /** The old row; null for an insert, and for an update whose old row Capture did not write. */
    Row before() {
        return before;
    }

    /** The new row; null for a delete. */
    Row after() {
        return after;
    }

    Position position() {
        return position;
    }

    /** How many rows of the change table it is. */
    int rows() {
        return rows;
    }

    int bytes() {
        return bytes;
    }
}
