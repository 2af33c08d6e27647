package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.SourceStructure;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.source.CommitNote;
import java.time.LocalDateTime;
import java.util.Optional;

/** What is known once everything before a place in the stream of events is done. */
sealed interface Progress {

    /**
     * A batch of changes is done.
     *
     * @param note what Capture noted of its last commit
     */
    record BatchDone(Optional<CommitNote> note) implements Progress {}

    /**
     * Everything before the first row of a load is done.
     *
     * @param load the number of the load in its process
     */
    record LoadBegun(int load) implements Progress {}

    /** The rows of a key range are done. */
    record RangeDone(String snapshotId, TableId table, RangeLedger ledger, RangeLedger.Entry entry)
            implements Progress {}

    /**
     * Rows of an incremental snapshot are done.
     *
     * @param requested whether a signal asked for it
     * @param ordered the table as it was when they were read, with what ordered them as its identity
     * @param reached what orders the last of them
     */
    record ChunkDone(String snapshotId, boolean requested, TableSchema ordered, RowKey reached) implements Progress {}

    /** That the snapshot of a table begins is done. */
    record RequestStarted(String snapshotId, TableId table) implements Progress {}

    /** All rows of a table that a signal asked for are done. */
    record RequestDone(String snapshotId, TableId table) implements Progress {}

    /** All rows of a table are done; of no meaning where it is loaded under another id by now. */
    record TableDone(String snapshotId, TableId table) implements Progress {}

    /** All tables of a load are done. */
    record LoadDone() implements Progress {}

    /**
     * What is known of the structure of a table from now on.
     *
     * @param sourceCreated when the source table was created; null if it does not exist
     * @param structure the source table; null if nothing is known
     * @param schema the columns and keys of its events
     */
    record StructureKnown(LocalDateTime sourceCreated, SourceStructure structure, TableSchema schema)
            implements Progress {

        /** What a checkpoint knows. */
        static StructureKnown of(TableCheckpoint table) {
            return new StructureKnown(table.capture().sourceCreated(), table.structure(), table.schema());
        }
    }
}
