package io.github.cameldb2cdc.snapshot;

import io.github.cameldb2cdc.checkpoint.KeyRange;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.source.StructureWatch;
import java.util.List;

/**
 * A table to be read by {@link SnapshotReaders}.
 *
 * @param table the table
 * @param structure notices that it was altered since; asked in each unit of work that reads it
 * @param condition a predicate that its rows must meet, in SQL's spelling; null for all rows
 * @param finishedRanges ranges that are not read, in the database's order
 */
public record TableScan(TableSchema table, StructureWatch structure, String condition, List<KeyRange> finishedRanges) {

    public TableScan {
        finishedRanges = List.copyOf(finishedRanges);
    }
}
