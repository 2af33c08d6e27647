package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * The way from one watermark to the next: the units of all tables between two places, merged by position.
 *
 * <p>A unit is given out only if no table can still have an earlier one. A table whose page is full may have rows
 * behind the last one that was read, so the smallest of those places is the frontier; without a full page it is the
 * watermark. Only tables without a unit to give are read again, and at least one of them stands at the frontier, so
 * each round of pages gives at least one unit or finds the end of a table.
 */
final class Sweep {

    private static final int FEWEST_ROWS_OF_PAGE = 64;
    private static final Comparator<TableCursor> BY_POSITION = Comparator.comparing(
                    (TableCursor cursor) -> cursor.current().position())
            .thenComparing(TableCursor::ordinal);

    private final ChangeSource source;
    private final Sequence upTo;
    private final int rowsOfPage;
    private final long bytesOfPage;
    private final List<TableCursor> unfinished = new ArrayList<>();
    private final PriorityQueue<TableCursor> ready = new PriorityQueue<>(BY_POSITION);
    private Position frontier;

    /**
     * Asks which tables have rows.
     *
     * @param after the place behind which units are wanted: the end of a commit
     * @param upTo the watermark
     */
    Sweep(ChangeSource source, ReadLimits limits, List<ChangeTable> tables, Sequence after, Sequence upTo) {
        this.source = source;
        this.upTo = upTo;
        Map<TableId, Sequence> withRows = source.whoHasRows(tables, after, upTo);
        for (int i = 0; i < tables.size(); i++) {
            if (withRows.containsKey(tables.get(i).id())) {
                unfinished.add(new TableCursor(tables.get(i), i, Position.endOf(after)));
            }
        }
        int share = Math.max(1, unfinished.size());
        // A power of two, so that the number of texts, and so of prepared statements, stays small.
        this.rowsOfPage = Math.max(FEWEST_ROWS_OF_PAGE, Integer.highestOneBit(Math.max(1, limits.rows() / share)));
        this.bytesOfPage = Math.max(1, limits.bytes() / share);
    }

    /** The watermark up to which this sweep reads. */
    Sequence upTo() {
        return upTo;
    }

    /** The next unit; null if the sweep is at its end. */
    Unit next() {
        TableCursor first = first();
        if (first == null) {
            return null;
        }
        ready.poll();
        Unit unit = first.current();
        first.advance();
        if (first.current() != null) {
            ready.add(first);
        }
        return unit;
    }

    /** Whether the next unit, if there is one, belongs to another commit. */
    boolean isBehind(Sequence commit) {
        TableCursor first = first();
        return first == null || !first.current().position().commit().equals(commit);
    }

    /** The table whose unit comes next; null if the sweep is at its end. */
    private TableCursor first() {
        while (true) {
            TableCursor first = ready.peek();
            if (first != null && isBeforeFrontier(first)) {
                return first;
            }
            if (unfinished.isEmpty()) {
                return null;
            }
            readPages();
        }
    }

    /** Whether another table has a unit at the same place as the one given out last. */
    boolean hasAnotherAt(Position position) {
        TableCursor first = ready.peek();
        return first != null && first.current().position().equals(position);
    }

    private boolean isBeforeFrontier(TableCursor cursor) {
        int order = frontier == null ? -1 : cursor.current().position().compareTo(frontier);
        return order < 0 || (order == 0 && unfinished.stream().noneMatch(this::mayHaveUnitAtFrontier));
    }

    /** A row that waits for the next one may turn out to be a unit at its own place, beside those of other tables. */
    private boolean mayHaveUnitAtFrontier(TableCursor cursor) {
        return cursor.isWaiting() && cursor.readUpTo().equals(frontier);
    }

    private void readPages() {
        for (TableCursor cursor : unfinished) {
            if (cursor.needsPage()) {
                cursor.add(source.page(cursor.table(), cursor.readUpTo(), upTo, rowsOfPage, bytesOfPage));
                if (cursor.current() != null) {
                    ready.add(cursor);
                }
            }
        }
        unfinished.removeIf(cursor -> !cursor.isFull());
        frontier = unfinished.stream()
                .map(TableCursor::readUpTo)
                .min(Comparator.naturalOrder())
                .orElse(null);
    }
}
