package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowKey;
import java.util.Optional;

/**
 * An event before it is known who committed it and, for a doubtful delete, whether it happens at all.
 *
 * @param table the table
 * @param operation what happened
 * @param before the old row
 * @param after the new row
 * @param position the place of its unit
 * @param resumeAfter where a new process goes on once this event is done: for the first of two events of one unit the
 *     place before the unit
 * @param transactionIndex how many rows the commit has before it
 * @param doubtfulKey for a delete of a key that the commit wrote before, that key; else null
 * @param imageDiffers for such a delete, whether the deleted row is another one than the one written; empty if that is
 *     not known
 * @param bytes about how large it is
 * @param otherKey for the delete and the create of a key change the key of the other; else null
 */
record Draft(
        ChangeTable table,
        Operation operation,
        Row before,
        Row after,
        Position position,
        Position resumeAfter,
        long transactionIndex,
        RowKey doubtfulKey,
        Optional<Boolean> imageDiffers,
        int bytes,
        RowKey otherKey) {

    /** The same with another new row, which is larger. */
    Draft withAfter(Row row, int moreBytes) {
        return new Draft(
                table,
                operation,
                before,
                row,
                position,
                resumeAfter,
                transactionIndex,
                doubtfulKey,
                imageDiffers,
                (int) Math.min(Integer.MAX_VALUE, (long) bytes + moreBytes),
                otherKey);
    }

    boolean isDoubtful() {
        return doubtfulKey != null;
    }
}
