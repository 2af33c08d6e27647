package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.event.Unavailable;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Adds to creates and updates the large objects that their rows have now.
 *
 * <p><b>Steps.</b> The source is asked for the keys of a table in the order of the events, up to {@value #KEYS_AT_ONCE} in
 * one statement, each key once. What it answers is kept for the events of this part of a batch only, so that a row that
 * changes again is read again later.
 *
 * <p><b>What a value means.</b> It is what the row had when it was read, at or behind the change. Where another change came
 * in between, its event follows and carries the value again. A row that is gone has {@link Unavailable}; its delete
 * follows. Rows before a change never have the values of their time, since nobody keeps them.
 *
 * <p><b>Bound.</b> At most the given number of bytes, and the values of one row, are held: as many keys are
 * asked as fit by the size of the rows before, an answer that is more is dropped and fewer keys are asked, and what does
 * not fit is left to the next part. For one thread.
 */
final class Reselection {

    private static final int KEYS_AT_ONCE = 64;

    private final ChangeSource source;
    private final LargeObjects largeObjects;
    private final long mostBytes;
    private long bytesOfRow = 1;

    Reselection(ChangeSource source, LargeObjects largeObjects, long mostBytes) {
        this.source = source;
        this.largeObjects = largeObjects;
        this.mostBytes = mostBytes;
    }

    /** Takes events from the head of a queue, one at least if there is one, and gives them back with their values. */
    List<Draft> complete(Deque<Draft> waiting) {
        Answers answers = new Answers();
        List<Draft> complete = new ArrayList<>();
        while (!waiting.isEmpty()) {
            Draft draft = waiting.peek();
            Optional<LargeObjectColumns> columns = columnsOf(draft);
            if (columns.isPresent() && !answers.has(draft) && !ask(draft.table(), columns.get(), waiting, answers)) {
                break;
            }
            complete.add(columns.isPresent() ? answers.complete(draft, columns.get()) : draft);
            waiting.poll();
        }
        return complete;
    }

    private Optional<LargeObjectColumns> columnsOf(Draft draft) {
        return draft.operation() == Operation.DELETE
                ? Optional.empty()
                : largeObjects.columnsOf(draft.table().schema());
    }

    /**
     * Asks for the keys of the next events of a table, for as many as will probably fit.
     *
     * @return false if their values do not fit beside those of earlier events
     */
    private boolean ask(ChangeTable table, LargeObjectColumns columns, Deque<Draft> waiting, Answers answers) {
        while (true) {
            long room = mostBytes - answers.bytes;
            if (answers.bytes > 0 && room < bytesOfRow) {
                return false;
            }
            int most = (int) Math.max(1, Math.min(KEYS_AT_ONCE, room / bytesOfRow));
            List<RowKey> keys = nextKeys(table, waiting, answers, most);
            Optional<Map<RowKey, Object[]>> answer = source.largeObjects(table, columns, keys, room);
            if (answer.isPresent()) {
                long before = answers.bytes;
                answers.add(table, columns, keys, answer.get());
                bytesOfRow = 1 + (answers.bytes - before) / keys.size();
                return true;
            }
            // more than one key was asked: half as many are the next guess
            bytesOfRow = Math.max(bytesOfRow + 1, 1 + 2 * room / keys.size());
        }
    }

    private static List<RowKey> nextKeys(ChangeTable table, Deque<Draft> waiting, Answers answers, int most) {
        Set<RowKey> keys = new LinkedHashSet<>();
        for (Draft draft : waiting) {
            boolean isOfTable = draft.table() == table && draft.operation() != Operation.DELETE;
            if (isOfTable && !answers.has(draft)) {
                keys.add(keyOf(draft));
            }
            if (keys.size() == most) {
                break;
            }
        }
        return List.copyOf(keys);
    }

    private static RowKey keyOf(Draft draft) {
        return draft.table().schema().identityOf(draft.after());
    }

    /** The values that were read for one part of a batch; null for a row that is gone. */
    private static final class Answers {

        private final Map<TableId, Map<RowKey, Object[]>> values = new HashMap<>();
        private long bytes;

        void add(ChangeTable table, LargeObjectColumns columns, List<RowKey> asked, Map<RowKey, Object[]> found) {
            Map<RowKey, Object[]> ofTable = values.computeIfAbsent(table.id(), id -> new HashMap<>());
            for (RowKey key : asked) {
                Object[] row = found.get(key);
                ofTable.put(key, row);
                bytes += row == null ? 0 : columns.sizeOf(row);
            }
        }

        boolean has(Draft draft) {
            return values.getOrDefault(draft.table().id(), Map.of()).containsKey(keyOf(draft));
        }

        Draft complete(Draft draft, LargeObjectColumns columns) {
            Object[] found = values.get(draft.table().id()).get(keyOf(draft));
            if (found == null) {
                return draft;
            }
            TableSchema schema = draft.table().schema();
            Object[] row = new Object[draft.after().size()];
            for (int i = 0; i < row.length; i++) {
                row[i] = draft.after().get(i);
            }
            columns.copy(found, row);
            return draft.withAfter(new Row(schema, row), columns.sizeOf(found));
        }
    }
}
