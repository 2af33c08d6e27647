package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import java.time.LocalDateTime;
import java.util.Objects;

/**
 * A source table's row in Capture's register, with what the catalog says of the source table and of the change table.
 *
 * @param source the source table
 * @param changeTable the change table
 * @param state whether Capture writes changes
 * @param stateInfo the message that explains a stopped registration; null if there is none
 * @param oldSynchpoint changes up to here are gone from the change table; null where Capture keeps none
 * @param newSynchpoint the newest change that Capture says it has written; null where it keeps none
 * @param beforeImagePrefix what stands before a column's name where the change table has its old value; null if it has
 *     none
 * @param updatesAsDeleteInsert whether an update is a {@code D} row followed by an {@code I} row
 * @param sourceCreated when the source table was created; null if it does not exist
 * @param sourceAltered when it was last altered; null if it does not exist
 * @param changeTableCreated when the change table was created; null if it does not exist
 * @param changeTableAltered when it was last altered; null if it does not exist
 * @param dataCapture whether the server logs the source table's changes in the form that Capture reads; also true if it
 *     does not exist
 */
public record Registration(
        TableId source,
        TableId changeTable,
        CaptureState state,
        String stateInfo,
        Sequence oldSynchpoint,
        Sequence newSynchpoint,
        String beforeImagePrefix,
        boolean updatesAsDeleteInsert,
        LocalDateTime sourceCreated,
        LocalDateTime sourceAltered,
        LocalDateTime changeTableCreated,
        LocalDateTime changeTableAltered,
        boolean dataCapture) {

    public Registration {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(changeTable, "changeTable");
        Objects.requireNonNull(state, "state");
    }

    public boolean isActive() {
        return state == CaptureState.ACTIVE;
    }

    /** Whether the source table and the change table exist. */
    public boolean hasBothTables() {
        return sourceCreated != null && changeTableCreated != null;
    }

    /** Whether nothing shows that columns or keys are others than when the other was read. */
    public boolean sameStructureAs(Registration other) {
        return changeTable.equals(other.changeTable)
                && updatesAsDeleteInsert == other.updatesAsDeleteInsert
                && dataCapture == other.dataCapture
                && Objects.equals(beforeImagePrefix, other.beforeImagePrefix)
                && Objects.equals(sourceCreated, other.sourceCreated)
                && Objects.equals(sourceAltered, other.sourceAltered)
                && Objects.equals(changeTableCreated, other.changeTableCreated)
                && Objects.equals(changeTableAltered, other.changeTableAltered);
    }
}
