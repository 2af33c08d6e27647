package io.github.cameldb2cdc.snapshot;

import io.github.cameldb2cdc.checkpoint.KeyRange;
import io.github.cameldb2cdc.event.Row;
import java.util.List;

/**
 * What the readers hand over at once: rows of one range, in order.
 *
 * @param scan the table
 * @param range the range of the rows
 * @param place the range's place
 * @param rows the rows; may be none
 * @param endsRange whether these are the range's last rows
 * @param endsTable whether every range of the table was handed over with this block
 */
public record SnapshotBlock(
        TableScan scan, KeyRange range, RangePlace place, List<Row> rows, boolean endsRange, boolean endsTable) {

    public SnapshotBlock {
        rows = List.copyOf(rows);
    }
}
