package io.github.cameldb2cdc;

import org.apache.camel.spi.Metadata;

/** Names of the headers that the consumer sets, and of those that the producer reads. */
public final class Db2CdcConstants {

    @Metadata(
            label = "consumer",
            description = "What happened to the row: c (created), u (updated), d (deleted), r (read by a snapshot);"
                    + " tombstone for the message without a body that follows a delete with tombstones=true; notification for what"
                    + " frames the rows of a table that is loaded again.",
            javaType = "String",
            enums = "c,u,d,r,tombstone,notification",
            important = true)
    public static final String OPERATION = "CamelDb2CdcOperation";

    @Metadata(label = "consumer", description = "Always db2.", javaType = "String")
    public static final String CONNECTOR = "CamelDb2CdcConnector";

    @Metadata(
            label = "consumer",
            description = "The schema of the source table, as the catalog stores it.",
            javaType = "String",
            important = true)
    public static final String SCHEMA = "CamelDb2CdcSchema";

    @Metadata(
            label = "consumer",
            description = "The name of the source table, as the catalog stores it.",
            javaType = "String",
            important = true)
    public static final String TABLE = "CamelDb2CdcTable";

    @Metadata(
            label = "consumer",
            description =
                    "The sequence of the commit (IBMSNAP_COMMITSEQ) in hexadecimal digits; for a row of a snapshot"
                            + " that of the place where streaming begins.",
            javaType = "String")
    public static final String COMMIT_SEQUENCE = "CamelDb2CdcCommitSequence";

    @Metadata(
            label = "consumer",
            description =
                    "The sequence of the change in its commit (IBMSNAP_INTENTSEQ) in hexadecimal digits; absent for"
                            + " a row of a snapshot.",
            javaType = "String")
    public static final String INTENT_SEQUENCE = "CamelDb2CdcIntentSequence";

    @Metadata(
            label = "consumer",
            description = "The key of the row as a JSON object of column names and values, fit for the key of a Kafka"
                    + " record; absent for a table without a key.",
            javaType = "String",
            important = true)
    public static final String KEY = "CamelDb2CdcKey";

    @Metadata(
            label = "consumer",
            description =
                    "For the delete of an update that changed the key, and for its tombstone: the new key, as JSON.",
            javaType = "String")
    public static final String NEW_KEY = "CamelDb2CdcNewKey";

    @Metadata(
            label = "consumer",
            description = "For the create of an update that changed the key: the old key, as JSON.",
            javaType = "String")
    public static final String OLD_KEY = "CamelDb2CdcOldKey";

    @Metadata(label = "consumer", description = "Whether a snapshot read the row.", javaType = "Boolean")
    public static final String SNAPSHOT = "CamelDb2CdcSnapshot";

    @Metadata(
            label = "consumer",
            description = "For a row of a snapshot and for a notification: the id of the snapshot.",
            javaType = "String")
    public static final String SNAPSHOT_ID = "CamelDb2CdcSnapshotId";

    @Metadata(
            label = "consumer",
            description = "For a notification: STARTED before the first row of a table that is loaded again, COMPLETED"
                    + " behind the last, ABORTED where no more of its rows come though there are more.",
            javaType = "String",
            enums = "STARTED,COMPLETED,ABORTED")
    public static final String NOTIFICATION = "CamelDb2CdcNotification";

    @Metadata(
            label = "consumer",
            description =
                    "When the source committed the change; absent for a row of a snapshot and where Capture's note"
                            + " of the commit is gone.",
            javaType = "java.time.Instant")
    public static final String COMMIT_TIME = "CamelDb2CdcCommitTime";

    @Metadata(
            label = "consumer",
            description = "The authorization id that made the change, where Capture noted it.",
            javaType = "String")
    public static final String USER_ID = "CamelDb2CdcUserId";

    @Metadata(
            label = "consumer",
            description = "Names the source's transaction, equal for all changes of one commit; absent for a row of a"
                    + " snapshot.",
            javaType = "String")
    public static final String TRANSACTION_ID = "CamelDb2CdcTransactionId";

    @Metadata(
            label = "consumer",
            description =
                    "A key of at most 100 characters that is equal whenever the same event is delivered again, for"
                            + " the idempotent consumer; absent for a snapshot row of a table without a key.",
            javaType = "String",
            important = true)
    public static final String IDEMPOTENCY_KEY = "CamelDb2CdcIdempotencyKey";

    @Metadata(
            label = "consumer",
            description =
                    "For a change with lobMode=RESELECT: the names of the large objects, whose values are those of the"
                            + " moment at which the event was read and not of its commit; absent where there are none.",
            javaType = "java.util.List")
    public static final String RESELECTED_COLUMNS = "CamelDb2CdcReselectedColumns";

    @Metadata(
            label = "consumer",
            description = "What the completion of the exchange would record, for a sink that stores it with its rows in"
                    + " one transaction of a JdbcCheckpointRepository.",
            javaType = "io.github.cameldb2cdc.checkpoint.EventCheckpoint")
    public static final String CHECKPOINT = "CamelDb2CdcCheckpoint";

    @Metadata(
            label = "consumer",
            description = "With manualCommit=true, the means by which the route says that events are done.",
            javaType = "io.github.cameldb2cdc.Db2CdcManualCommit")
    public static final String MANUAL_COMMIT = "CamelDb2CdcManualCommit";

    @Metadata(
            label = "producer",
            description =
                    "With the operations on snapshots, the id of the signal, if the body has none: a signal with an id"
                            + " that was taken over before is done once.",
            javaType = "String")
    public static final String SIGNAL_ID = "CamelDb2CdcSignalId";

    private Db2CdcConstants() {}
}
