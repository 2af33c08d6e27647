package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.Tombstone;
import io.github.cameldb2cdc.source.LobMode;
import io.github.cameldb2cdc.source.Platform;
import io.github.cameldb2cdc.source.Selection;
import io.github.cameldb2cdc.source.SnapshotIsolation;
import io.github.cameldb2cdc.source.StartFrom;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Map;

/**
 * What the engine is told to do; the options of the endpoint, checked.
 *
 * @param checkpointName the name of the checkpoint
 * @param sourceName the logical name of the source in events
 * @param controlSchema the schema of Capture's control tables
 * @param selection the tables, columns and keys
 * @param platform the kind of Db2; null to find out
 * @param sourceTimeZone the zone of the server's clock; null to take its present offset
 * @param snapshotMode what happens with the rows that are there
 * @param startFrom where NEVER starts without a checkpoint
 * @param onGap what happens when changes are missing
 * @param onSchemaChange what happens when a table changed in a way with which its events cannot go on as they were
 * @param addColumnIsSchemaChange whether a column that is added is such a change
 * @param schemaChangeEvents whether changes of structure are events
 * @param snapshotStrategy whether the stream waits while rows are read
 * @param snapshotWindow how the windows of chunks are known
 * @param snapshotBufferBytes how much of the rows that wait for their window is kept in memory
 * @param snapshotIsolation what the reads of a snapshot promise
 * @param snapshotParallelism how many readers a snapshot has; 1 where one transaction reads all
 * @param snapshotConditions predicates in SQL that rows must meet to be loaded, by table
 * @param snapshotLock whether writers are kept out of tables while they are loaded
 * @param captureProofWait how long a table waits for its load when nothing shows that Capture captures it
 * @param captureStallTimeout how long Capture may stand still while tables are locked
 * @param snapshotChunkSize rows of a key range
 * @param maxMessagesPerPoll events of one step
 * @param maxInFlight events from the oldest one that is not done to the newest
 * @param maxInFlightBytes bytes of these events as read from the database
 * @param manualCommit whether the route says when events are done
 * @param onFailure what happens when an exchange fails
 * @param maximumBackoff the longest pause before another try
 * @param checkpointInterval how often the checkpoint is written at most
 * @param networkTimeout how long an answer of the database may take
 * @param fetchSize rows that the driver fetches at once
 * @param tombstones whether the delete of a row with a key is followed by a {@link Tombstone}
 * @param lobMode what events carry of large objects
 * @param lobMaxBytes a large object that is longer is left out
 */
public record EngineOptions(
        String checkpointName,
        String sourceName,
        String controlSchema,
        Selection selection,
        Platform platform,
        ZoneId sourceTimeZone,
        SnapshotMode snapshotMode,
        StartFrom startFrom,
        OnGap onGap,
        OnSchemaChange onSchemaChange,
        boolean addColumnIsSchemaChange,
        boolean schemaChangeEvents,
        SnapshotStrategy snapshotStrategy,
        SnapshotWindow snapshotWindow,
        long snapshotBufferBytes,
        SnapshotIsolation snapshotIsolation,
        int snapshotParallelism,
        Map<TableId, String> snapshotConditions,
        boolean snapshotLock,
        Duration captureProofWait,
        Duration captureStallTimeout,
        int snapshotChunkSize,
        int maxMessagesPerPoll,
        int maxInFlight,
        long maxInFlightBytes,
        boolean manualCommit,
        OnFailure onFailure,
        Duration maximumBackoff,
        Duration checkpointInterval,
        Duration networkTimeout,
        int fetchSize,
        boolean tombstones,
        LobMode lobMode,
        long lobMaxBytes) {

    /** Whether one transaction reads all tables, so that there is one reader. */
    public boolean readsInOneTransaction() {
        return snapshotLock || snapshotIsolation.isOneTransaction();
    }
}
