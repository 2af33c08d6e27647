package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.SourceStructure;
import io.github.cameldb2cdc.event.StructureChange;
import io.github.cameldb2cdc.event.StructureChange.Kind;
import io.github.cameldb2cdc.source.PresentStructure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Compares the structure that a table had with the one it has. Columns are matched by name, so their order does not count,
 * and a renamed column is one that is gone and another one that is added. Immutable and thread-safe.
 */
final class SchemaComparison {

    private final Predicate<String> wanted;
    private final boolean keyIsGiven;

    /**
     * @param wanted which columns belong to the selection; others are not compared
     * @param keyIsGiven whether the key of events is an option, so that the table's own does not count
     */
    SchemaComparison(Predicate<String> wanted, boolean keyIsGiven) {
        this.wanted = wanted;
        this.keyIsGiven = keyIsGiven;
    }

    /**
     * What changed, in the order of the columns.
     *
     * @param before the structure that is remembered
     * @param createdAnew whether the table is another one
     */
    List<StructureChange> between(SourceStructure before, PresentStructure present, boolean createdAnew) {
        SourceStructure after = present.structure();
        List<StructureChange> changes = new ArrayList<>();
        if (!after.exists()) {
            if (before.exists()) {
                changes.add(StructureChange.of(Kind.TABLE_DROPPED));
            }
            return changes;
        }
        if (createdAnew || !before.exists()) {
            changes.add(StructureChange.of(Kind.TABLE_CREATED_ANEW));
        }
        if (before.exists()) {
            compareColumns(before, present, changes);
            if (!keyIsGiven && !Set.copyOf(before.key()).equals(Set.copyOf(after.key()))) {
                changes.add(StructureChange.of(Kind.KEY_CHANGED));
            }
            if (before.dataCapture() != after.dataCapture()) {
                changes.add(StructureChange.of(after.dataCapture() ? Kind.DATA_CAPTURE_ON : Kind.DATA_CAPTURE_OFF));
            }
        }
        return changes;
    }

    private void compareColumns(SourceStructure before, PresentStructure present, List<StructureChange> changes) {
        for (Column column : before.columns()) {
            // of a column that cannot be read any more the reading says so
            if (wanted.test(column.name()) && !present.unreadable().contains(column.name())) {
                Optional<Column> now = columnOf(present.structure(), column.name());
                if (now.isEmpty()) {
                    changes.add(new StructureChange(Kind.COLUMN_DROPPED, column, null));
                } else {
                    compare(column, now.get(), before, present.structure(), changes);
                }
            }
        }
        for (Column column : present.structure().columns()) {
            if (wanted.test(column.name()) && columnOf(before, column.name()).isEmpty()) {
                boolean delivered = isDelivered(column, present.structure());
                Kind kind = delivered ? Kind.COLUMN_ADDED : Kind.COLUMN_ADDED_TO_SOURCE;
                changes.add(new StructureChange(kind, null, column));
            }
        }
    }

    private static void compare(
            Column was, Column is, SourceStructure before, SourceStructure after, List<StructureChange> changes) {
        boolean widened = is.takesValuesOf(was) && (is.nullable() || !was.nullable());
        boolean same = widened && was.takesValuesOf(is) && is.nullable() == was.nullable();
        if (!same) {
            changes.add(new StructureChange(widened ? Kind.COLUMN_WIDENED : Kind.COLUMN_CHANGED, was, is));
        }
        boolean deliveredBefore = isDelivered(was, before);
        if (deliveredBefore != isDelivered(is, after)) {
            Kind kind = deliveredBefore ? Kind.COLUMN_NOT_CAPTURED : Kind.COLUMN_CAPTURED;
            changes.add(new StructureChange(kind, was, is));
        }
    }

    /** A large object is in no change table and in every event. */
    private static boolean isDelivered(Column column, SourceStructure structure) {
        return column.type().isLargeObject() || structure.captured().contains(column.name());
    }

    private static Optional<Column> columnOf(SourceStructure structure, String name) {
        return structure.columns().stream()
                .filter(column -> column.name().equals(name))
                .findFirst();
    }
}
