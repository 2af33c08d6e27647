package io.github.cameldb2cdc.source;

import java.util.List;

/**
 * Rows of one change table in order.
 *
 * @param rows the rows
 * @param full whether the cursor was not read to its end, for whatever reason, so that more rows may follow
 */
public record Page(List<ChangeRow> rows, boolean full) {

    public Page {
        rows = List.copyOf(rows);
    }
}
