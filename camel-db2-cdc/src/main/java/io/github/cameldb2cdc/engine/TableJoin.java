package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.CaptureIdentity;
import io.github.cameldb2cdc.checkpoint.LoadState;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.source.ChangeTable;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.Watermark;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is remembered of a table that joins. After the first start its changes are delivered before its rows: a row of which
 * one told may be gone when they are read, and Capture may not have seen that, so such a load is framed.
 *
 * <p>It streams from the position on, and in a mode that loads its rows are to be loaded; only a table without a key that
 * joins after the first start is not, since its rows could not be told from those that were delivered as changes.
 */
final class TableJoin {

    private static final Logger LOG = LoggerFactory.getLogger(TableJoin.class);

    private TableJoin() {}

    /**
     * @param registration is active
     * @param watermark the one at which it was seen active
     * @param snapshotId the snapshot that loads its rows
     */
    static TableCheckpoint of(
            ChangeTable table,
            Registration registration,
            Watermark watermark,
            SnapshotMode mode,
            String snapshotId,
            boolean firstStart) {
        boolean keyless = table.schema().identity().isEmpty();
        if (mode.loads() && keyless && !firstStart) {
            LOG.warn(
                    "The table {} has no key and joined after the first start: its changes are delivered, the rows it"
                            + " has are not loaded, since they could not be told from changes.",
                    table.id());
        }
        boolean loads = mode.loads() && (firstStart || !keyless);
        return new TableCheckpoint(
                captureOf(registration),
                table.schema(),
                watermark.synchpoint(),
                registration.oldSynchpoint(),
                loads ? (firstStart ? LoadState.TO_LOAD : LoadState.RELOADING) : LoadState.NOT_LOADED,
                loads ? snapshotId : null,
                List.of(),
                null);
    }

    /** Which tables a registration ties; both exist. */
    static CaptureIdentity captureOf(Registration registration) {
        return new CaptureIdentity(
                registration.changeTable(), registration.changeTableCreated(), registration.sourceCreated());
    }
}
