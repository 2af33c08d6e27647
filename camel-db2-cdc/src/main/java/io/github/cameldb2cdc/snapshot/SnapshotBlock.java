package io.github.cameldb2cdc.snapshot;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Row;
import java.util.List;

/**
 * What a reader hands over at once.
 *
 * @param rows rows in the order of the identity; may be none
 * @param bytes about how large they are
 * @param end whether a range or the table ends behind these rows
 * @param failure why the reader stopped; null if it did not
 */
public record SnapshotBlock(List<Row> rows, long bytes, End end, CdcException failure) {

    /** What ends behind a block. */
    public enum End {
        /** Nothing: more rows of the range follow. */
        NOTHING,
        /** The range ends with the last row. */
        RANGE,
        /** The range ends, and it was the table's last. */
        TABLE
    }

    public SnapshotBlock {
        rows = List.copyOf(rows);
    }

    static SnapshotBlock failed(CdcException failure) {
        return new SnapshotBlock(List.of(), 0, End.NOTHING, failure);
    }
}
