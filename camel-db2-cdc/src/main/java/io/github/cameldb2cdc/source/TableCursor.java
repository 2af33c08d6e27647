package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Position;
import java.util.ArrayList;
import java.util.List;

/**
 * One change table during a sweep: the rows that were read and wait, and where reading goes on.
 *
 * <p>Where updates are pairs, a {@code D} at the end of a full page waits until its next row is known: only then is it
 * clear whether it is a unit of its own.
 */
final class TableCursor {

    private final ChangeTable table;
    private final int ordinal;
    private Position readUpTo;
    private boolean full = true;
    private List<ChangeRow> rows = List.of();
    private int next;
    private Unit current;

    /**
     * @param ordinal the table's place among the tables, which breaks ties
     * @param start where reading begins
     */
    TableCursor(ChangeTable table, int ordinal, Position start) {
        this.table = table;
        this.ordinal = ordinal;
        this.readUpTo = start;
    }

    ChangeTable table() {
        return table;
    }

    int ordinal() {
        return ordinal;
    }

    /** The place of the last row that was read: what comes behind it is not known yet, if {@link #isFull()}. */
    Position readUpTo() {
        return readUpTo;
    }

    /** Whether more rows may follow. */
    boolean isFull() {
        return full;
    }

    /** Whether the next unit cannot be told without another page. */
    boolean needsPage() {
        return current == null && full;
    }

    /** Whether a row was read of which it is not known yet what unit it belongs to. */
    boolean isWaiting() {
        return current == null && next < rows.size();
    }

    /** The next unit; null if there is none, or if it cannot be told yet. */
    Unit current() {
        return current;
    }

    void add(Page page) {
        List<ChangeRow> waiting = new ArrayList<>(rows.subList(next, rows.size()));
        waiting.addAll(page.rows());
        rows = waiting;
        next = 0;
        full = page.full();
        if (!page.rows().isEmpty()) {
            readUpTo = rows.get(rows.size() - 1).position();
        }
        current = unitAtNext();
    }

    /** Goes on behind the current unit. */
    void advance() {
        next += current.rows();
        current = unitAtNext();
    }

    private Unit unitAtNext() {
        if (next == rows.size()) {
            return null;
        }
        ChangeRow row = rows.get(next);
        if (row.operation() != 'D' || !table.registration().updatesAsDeleteInsert()) {
            return Unit.of(table, row);
        }
        if (next + 1 == rows.size()) {
            return full ? null : Unit.of(table, row);
        }
        ChangeRow following = rows.get(next + 1);
        boolean isPair = following.operation() == 'I'
                && following.position().commit().equals(row.position().commit());
        return isPair ? Unit.pair(table, row, following) : Unit.of(table, row);
    }
}
