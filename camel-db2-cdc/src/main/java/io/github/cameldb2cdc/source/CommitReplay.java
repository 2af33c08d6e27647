package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Turns units into events, remembering of the commit they belong to what later units of it depend on.
 *
 * <p><b>Key shifts.</b> {@code UPDATE T SET ID = ID + 1} on the rows 1 and 2 is written D1 I2 D2 I3. Replayed plainly the
 * delete of 2 removes the row that the create of 2 has just made. So a delete of a key that any earlier row of the
 * commit wrote is doubtful: it is up to the source, asked for that key now, whether it happens. If the key exists the
 * delete is left out, else it is delivered. Where now differs from the end of this commit, a later commit made the
 * difference and its event is still to come; creates and updates are upserts, so the sink ends where the source does.
 */
final class CommitReplay {

    private static final int MOST_EXACT_KEYS = 100_000;

    private final Map<TableId, WrittenKeys> writtenKeys = new HashMap<>();
    private Sequence commit;
    private long rows;

    /**
     * @param unit the next unit in order
     * @param previous the place before the unit
     * @param reached the place where a new process goes on once the unit is done: its own, or the one before it as long
     *     as another unit stands at the same
     * @param drafts takes its events, none to two
     */
    void replay(Unit unit, Position previous, Position reached, Consumer<Draft> drafts) {
        enter(unit.position().commit());
        long index = rows;
        rows += unit.rows();
        Drafting drafting = new Drafting(unit, previous, reached, index, drafts);
        switch (unit.kind()) {
            case INSERT -> drafting.write(Operation.CREATE, null);
            case DELETE -> drafting.delete(reached, null);
            case UPDATE -> update(unit, drafting);
        }
    }

    private void enter(Sequence next) {
        if (!next.equals(commit)) {
            commit = next;
            rows = 0;
            writtenKeys.values().forEach(WrittenKeys::clear);
        }
    }

    private static void update(Unit unit, Drafting drafting) {
        ChangeTable table = unit.table();
        RowKey oldKey = unit.before() != null && table.schema().hasKey() && table.knowsKeyBefore()
                ? table.schema().messageKeyOf(unit.before())
                : null;
        RowKey newKey = table.schema().messageKeyOf(unit.after());
        if (oldKey != null && !oldKey.equals(newKey)) {
            drafting.delete(drafting.previous, newKey);
            drafting.write(Operation.CREATE, oldKey);
        } else {
            drafting.write(Operation.UPDATE, null);
        }
    }

    private WrittenKeys keysOf(ChangeTable table) {
        return writtenKeys.computeIfAbsent(table.id(), id -> new WrittenKeys(MOST_EXACT_KEYS));
    }

    /** Makes the events of one unit. */
    private final class Drafting {

        private final Unit unit;
        private final Position previous;
        private final Position reached;
        private final long index;
        private final Consumer<Draft> drafts;

        Drafting(Unit unit, Position previous, Position reached, long index, Consumer<Draft> drafts) {
            this.unit = unit;
            this.previous = previous;
            this.reached = reached;
            this.index = index;
            this.drafts = drafts;
        }

        void delete(Position resumeAfter, RowKey newKey) {
            Row row = unit.before();
            RowKey key = unit.table().schema().messageKeyOf(row);
            boolean doubtful = key != null && keysOf(unit.table()).mayContain(key);
            Optional<Boolean> differs = doubtful ? keysOf(unit.table()).differsFromWritten(key, row) : Optional.empty();
            drafts.accept(new Draft(
                    unit.table(),
                    Operation.DELETE,
                    row,
                    null,
                    unit.position(),
                    resumeAfter,
                    index,
                    doubtful ? key : null,
                    differs,
                    unit.bytes(),
                    newKey));
        }

        void write(Operation operation, RowKey oldKey) {
            Row row = unit.after();
            RowKey key = unit.table().schema().messageKeyOf(row);
            if (key != null) {
                keysOf(unit.table()).add(key, row);
            }
            drafts.accept(new Draft(
                    unit.table(),
                    operation,
                    operation == Operation.UPDATE ? unit.before() : null,
                    row,
                    unit.position(),
                    reached,
                    index + unit.rows() - 1,
                    null,
                    Optional.empty(),
                    unit.bytes(),
                    oldKey));
        }
    }
}
