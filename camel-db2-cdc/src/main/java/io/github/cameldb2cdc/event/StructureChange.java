package io.github.cameldb2cdc.event;

import java.util.Objects;

/**
 * One difference between the structure that a table had and the one it has.
 *
 * @param kind what changed
 * @param before the column as it was; null if the table did not have it, or if no column is concerned
 * @param after the column as it is; null if the table does not have it, or if no column is concerned
 */
public record StructureChange(Kind kind, Column before, Column after) {

    /** What can change. */
    public enum Kind {
        /** The table has a column more, and events carry it. */
        COLUMN_ADDED(true),
        /** The table has a column more, and its change table does not have it: events go on without it. */
        COLUMN_ADDED_TO_SOURCE(true),
        /** A column that the table had is in its change table as well now, and events carry it. */
        COLUMN_CAPTURED(true),
        /** A column takes more values than before, of the same family of types, or null. */
        COLUMN_WIDENED(true),
        /** A column has another type, takes fewer values, or takes null no longer. */
        COLUMN_CHANGED(false),
        /** A column is gone; one that was renamed is gone, and another one is added. */
        COLUMN_DROPPED(false),
        /** A column is no longer in the change table. */
        COLUMN_NOT_CAPTURED(false),
        /** The columns that tell rows apart are others. */
        KEY_CHANGED(false),
        /** The table is another one of the same name. */
        TABLE_CREATED_ANEW(false),
        /** There is no table of that name any more. */
        TABLE_DROPPED(false),
        /** DATA CAPTURE was switched off: Capture sees no changes any more. */
        DATA_CAPTURE_OFF(false),
        /** DATA CAPTURE is on again: Capture did not see the changes in between. */
        DATA_CAPTURE_ON(false);

        private final boolean compatible;

        Kind(boolean compatible) {
            this.compatible = compatible;
        }

        /** Whether whoever read the events before can go on reading them, and none are missing. */
        public boolean isCompatible() {
            return compatible;
        }
    }

    public StructureChange {
        Objects.requireNonNull(kind, "kind");
    }

    /** A difference that concerns no single column. */
    public static StructureChange of(Kind kind) {
        return new StructureChange(kind, null, null);
    }

    /** The name of the column concerned; null if there is none. */
    public String column() {
        Column column = after == null ? before : after;
        return column == null ? null : column.name();
    }

    /** The difference in words, without the table's name. */
    @Override
    public String toString() {
        String name = column() == null ? "" : "the column " + TableId.spell(column());
        return switch (kind) {
            case COLUMN_ADDED -> name + " " + after.definition() + " was added";
            case COLUMN_ADDED_TO_SOURCE -> name + " " + after.definition() + " was added, and not to the change table";
            case COLUMN_CAPTURED -> name + " " + after.definition() + " was added to the change table";
            case COLUMN_WIDENED -> name + " was widened from " + before.definition() + " to " + after.definition();
            case COLUMN_CHANGED -> name + " was changed from " + before.definition() + " to " + after.definition();
            case COLUMN_DROPPED -> name + " " + before.definition() + " was dropped or renamed";
            case COLUMN_NOT_CAPTURED -> name + " " + before.definition() + " is no longer in the change table";
            case KEY_CHANGED -> "its key was changed";
            case TABLE_CREATED_ANEW -> "the table was created anew";
            case TABLE_DROPPED -> "the table was dropped or renamed";
            case DATA_CAPTURE_OFF -> "DATA CAPTURE was switched off";
            case DATA_CAPTURE_ON -> "DATA CAPTURE was off and is on again";
        };
    }
}
