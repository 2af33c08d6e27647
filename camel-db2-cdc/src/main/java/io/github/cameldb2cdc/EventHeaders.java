package io.github.cameldb2cdc;

import io.github.cameldb2cdc.envelope.IdempotencyKey;
import io.github.cameldb2cdc.envelope.JsonEnvelope;
import io.github.cameldb2cdc.event.CommitTime;
import io.github.cameldb2cdc.event.Notification;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.SchemaChange;
import io.github.cameldb2cdc.event.Tombstone;
import java.util.List;
import org.apache.camel.Exchange;
import org.apache.camel.Message;

/**
 * Sets the headers of an event. A header whose value is not known is left out.
 *
 * <p>All are computed at once. To compute key and idempotency key only when they are read would need a map of our own
 * in the message, which the next copy of the exchange (any seda, multicast or wire tap) would read through anyway.
 */
final class EventHeaders {

    private static final String CONNECTOR = "db2";
    private static final String TOMBSTONE = "tombstone";
    private static final String NOTIFICATION = "notification";
    private static final String SCHEMA_CHANGE = "schema_change";

    private EventHeaders() {}

    /** @param envelope writes the keys */
    static void set(Message message, RowChange change, JsonEnvelope envelope) {
        setAll(message, change, change.operation().code(), IdempotencyKey.of(change), envelope);
    }

    /** The headers of the delete, except for what tells the two apart. */
    static void set(Message message, Tombstone tombstone, JsonEnvelope envelope) {
        setAll(message, tombstone.deletion(), TOMBSTONE, IdempotencyKey.of(tombstone), envelope);
    }

    /** A notification has no row: only its table, its snapshot and what it says. */
    static void set(Message message, Notification notification) {
        message.setHeader(Db2CdcConstants.OPERATION, NOTIFICATION);
        message.setHeader(Db2CdcConstants.CONNECTOR, CONNECTOR);
        message.setHeader(Db2CdcConstants.SCHEMA, notification.table().schema());
        message.setHeader(Db2CdcConstants.TABLE, notification.table().name());
        message.setHeader(Db2CdcConstants.NOTIFICATION, notification.type().name());
        message.setHeader(Db2CdcConstants.SNAPSHOT_ID, notification.snapshotId());
        message.setHeader(Db2CdcConstants.IDEMPOTENCY_KEY, IdempotencyKey.of(notification));
        message.setHeader(Exchange.MESSAGE_TIMESTAMP, notification.time().toEpochMilli());
    }

    /** A change of structure has no row: only its table and its place. */
    static void set(Message message, SchemaChange change) {
        message.setHeader(Db2CdcConstants.OPERATION, SCHEMA_CHANGE);
        message.setHeader(Db2CdcConstants.CONNECTOR, CONNECTOR);
        message.setHeader(Db2CdcConstants.SCHEMA, change.table().schema());
        message.setHeader(Db2CdcConstants.TABLE, change.table().name());
        message.setHeader(
                Db2CdcConstants.COMMIT_SEQUENCE, change.position().commit().toString());
        message.setHeader(Db2CdcConstants.IDEMPOTENCY_KEY, IdempotencyKey.of(change));
        message.setHeader(Exchange.MESSAGE_TIMESTAMP, change.time().toEpochMilli());
    }

    private static void setAll(
            Message message, RowChange change, String operation, String idempotencyKey, JsonEnvelope envelope) {
        message.setHeader(Db2CdcConstants.OPERATION, operation);
        message.setHeader(Db2CdcConstants.CONNECTOR, CONNECTOR);
        message.setHeader(Db2CdcConstants.SCHEMA, change.table().id().schema());
        message.setHeader(Db2CdcConstants.TABLE, change.table().id().name());
        message.setHeader(Db2CdcConstants.SNAPSHOT, change.isSnapshot());
        setIfKnown(message, Db2CdcConstants.SNAPSHOT_ID, change.snapshotId());
        setIfKnown(message, Db2CdcConstants.KEY, envelope.keyToText(change));
        setIfKnown(message, Db2CdcConstants.IDEMPOTENCY_KEY, idempotencyKey);
        if (change.otherKey() != null) {
            setOtherKey(message, change, envelope);
        }
        List<String> reselected = change.reselectedColumns();
        if (!reselected.isEmpty()) {
            message.setHeader(Db2CdcConstants.RESELECTED_COLUMNS, reselected);
        }
        setPlace(message, change);
        setCommit(message, change.commitTime());
    }

    private static void setOtherKey(Message message, RowChange change, JsonEnvelope envelope) {
        String name = change.operation() == Operation.DELETE ? Db2CdcConstants.NEW_KEY : Db2CdcConstants.OLD_KEY;
        message.setHeader(name, envelope.otherKeyToText(change));
    }

    private static void setPlace(Message message, RowChange change) {
        String commit = change.position().commit().toString();
        message.setHeader(Db2CdcConstants.COMMIT_SEQUENCE, commit);
        if (!change.isSnapshot()) {
            message.setHeader(Db2CdcConstants.TRANSACTION_ID, commit);
            if (change.position().intent() != null) {
                message.setHeader(
                        Db2CdcConstants.INTENT_SEQUENCE,
                        change.position().intent().toString());
            }
        }
    }

    private static void setCommit(Message message, CommitTime commit) {
        if (commit != null) {
            message.setHeader(Db2CdcConstants.COMMIT_TIME, commit.instant());
            message.setHeader(Exchange.MESSAGE_TIMESTAMP, commit.instant().toEpochMilli());
            setIfKnown(message, Db2CdcConstants.USER_ID, commit.userId());
        }
    }

    private static void setIfKnown(Message message, String name, Object value) {
        if (value != null) {
            message.setHeader(name, value);
        }
    }
}
