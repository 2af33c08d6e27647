package io.github.cameldb2cdc.envelope;

import io.github.cameldb2cdc.event.Notification;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.SchemaChange;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.Tombstone;

/**
 * A short text that is the same each time an event is delivered and differs between events: what an idempotent consumer
 * remembers.
 *
 * <pre>
 * SCHEMA:TABLE:COMMITSEQ:INTENTSEQ:op    a change; op as in the envelope, since the delete and the
 *                                        create of a key change share a place; t for a tombstone
 * SCHEMA:TABLE:sSNAPSHOT:DIGEST          a row of a snapshot; the first 128 bits of {@link KeyDigest}
 * SCHEMA:TABLE:sSNAPSHOT:STARTED         what frames a load, COMPLETED behind it
 * </pre>
 *
 * <p>It is printable ASCII without blanks, at most {@value #MAX_LENGTH} characters, which is what Camel's JDBC repository
 * keeps, and holds no value of a cell. Where schema and table do not fit into that, their beginnings and a hash of both
 * stand for them: {@code LONG_SC:LONG_TABL~0123456789ABCDEF}. A snapshot id that does not fit is replaced by its hash.
 */
public final class IdempotencyKey {

    /** The most characters a key has. */
    public static final int MAX_LENGTH = 100;

    private static final char SEPARATOR = ':';
    private static final String TOMBSTONE_CODE = "t";
    private static final char HASH_MARK = '~';
    private static final int DIGEST_BYTES = 16;
    private static final int HASH_BYTES = 8;
    private static final int HASH_LENGTH = 2 * HASH_BYTES;
    private static final int LONGEST_SNAPSHOT_ID = 36;

    private IdempotencyKey() {}

    /**
     * The key of an event; null for a row of a snapshot of a table whose rows nothing identifies.
     *
     * @throws IllegalArgumentException if the event's place is the end of a commit, which no change has
     */
    public static String of(RowChange change) {
        return change.isSnapshot()
                ? ofSnapshotRow(change)
                : ofChange(change, change.operation().code());
    }

    /** The key of the tombstone that follows a delete. */
    public static String of(Tombstone tombstone) {
        return ofChange(tombstone.deletion(), TOMBSTONE_CODE);
    }

    /** The key of a notification, which is the same when a new process goes on with the load. */
    public static String of(Notification notification) {
        return keyed(
                notification.table(),
                SEPARATOR + "s" + spellSnapshotId(notification.snapshotId()) + SEPARATOR + notification.type());
    }

    /** The key of a change of structure, which is the same when a new process sees the change again. */
    public static String of(SchemaChange change) {
        byte[] hash =
                Hash.ofTexts(change.alteredAt().toString(), change.changes().toString());
        return keyed(change.table(), SEPARATOR + "schema_change" + SEPARATOR + Hash.hex(hash, DIGEST_BYTES));
    }

    private static String ofChange(RowChange change, String code) {
        Position position = change.position();
        if (position.isEndOfCommit()) {
            throw new IllegalArgumentException("The change of " + change.table().id() + " has no place in its commit.");
        }
        return keyed(change.table().id(), SEPARATOR + position.toString() + SEPARATOR + code);
    }

    private static String ofSnapshotRow(RowChange change) {
        // what identifies the row, not the key of its events: that may be chosen freely and so be shared by rows
        RowKey identity = change.table().identityOf(change.row());
        if (identity == null) {
            return null;
        }
        String digest = Hash.hex(KeyDigest.of(change.table(), identity), DIGEST_BYTES);
        return keyed(change.table().id(), SEPARATOR + "s" + spellSnapshotId(change.snapshotId()) + SEPARATOR + digest);
    }

    private static String spellSnapshotId(String id) {
        return id.length() <= LONGEST_SNAPSHOT_ID && isPlain(id)
                ? id
                : HASH_MARK + Hash.hex(Hash.ofTexts(id), HASH_BYTES);
    }

    private static String keyed(TableId table, String rest) {
        return spellTable(table, MAX_LENGTH - rest.length()).concat(rest);
    }

    private static String spellTable(TableId table, int room) {
        String schema = table.schema();
        String name = table.name();
        boolean fits = schema.length() + 1 + name.length() <= room;
        return fits && isPlain(schema) && isPlain(name) ? schema + SEPARATOR + name : shorten(schema, name, room);
    }

    /** The table's name is cut last: it says more than the schema. */
    private static String shorten(String schema, String name, int room) {
        int letters = room - HASH_LENGTH - 2;
        int ofSchema = Math.min(schema.length(), Math.max(letters / 3, letters - name.length()));
        int ofName = Math.min(name.length(), letters - ofSchema);
        return readable(schema, ofSchema)
                + SEPARATOR
                + readable(name, ofName)
                + HASH_MARK
                + Hash.hex(Hash.ofTexts(schema, name), HASH_BYTES);
    }

    private static String readable(String name, int length) {
        StringBuilder text = new StringBuilder(length);
        for (int i = 0; i < length; i++) {
            text.append(isPlain(name.charAt(i)) ? name.charAt(i) : '_');
        }
        return text.toString();
    }

    private static boolean isPlain(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (!isPlain(name.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    /** Printable ASCII, and neither of the two marks, so that no two tables are spelled alike. */
    private static boolean isPlain(char character) {
        return character > ' ' && character < HASH_MARK && character != SEPARATOR;
    }
}
