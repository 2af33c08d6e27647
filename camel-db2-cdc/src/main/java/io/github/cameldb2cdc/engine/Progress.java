package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.CommitNote;
import java.util.Optional;

/** What is known once everything before a place in the stream of events is done. */
sealed interface Progress {

    /**
     * A batch of changes is done.
     *
     * @param note what Capture noted of its last commit
     */
    record BatchDone(Optional<CommitNote> note) implements Progress {}

    /** The rows of a key range are done. */
    record RangeDone(TableId table, RangeLedger ledger, RangeLedger.Entry entry) implements Progress {}

    /** All rows of a table are done. */
    record TableDone(TableId table) implements Progress {}

    /** All tables of a load are done. */
    record LoadDone() implements Progress {}
}
