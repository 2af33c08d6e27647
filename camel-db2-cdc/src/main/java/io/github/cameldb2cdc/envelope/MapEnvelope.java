package io.github.cameldb2cdc.envelope;

import com.fasterxml.jackson.core.io.SerializedString;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.Unavailable;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Events as maps: the fields of {@link JsonEnvelope} in their order, {@code before}, {@code after} and {@code source} as
 * maps of their own.
 *
 * <p>Values of columns are those of the row, of the classes that {@link io.github.cameldb2cdc.event.ColumnType} names;
 * times are {@link Long}; for a large object that is not available it is {@value Unavailable#TEXT}, also for a BLOB. The maps are the caller's to change; a {@code byte[]} is shared with the event and must not be
 * written into.
 */
public final class MapEnvelope {

    private MapEnvelope() {}

    /** The event as a map, in the format PLAIN. */
    public static Map<String, Object> toMap(RowChange change) {
        return toMap(change, EnvelopeFormat.PLAIN);
    }

    /** The event as a map; the format decides how {@code source} is written, see {@link JsonEnvelope}. */
    public static Map<String, Object> toMap(RowChange change, EnvelopeFormat format) {
        Map<String, Object> map = new LinkedHashMap<>();
        put(map, FieldNames.BEFORE, mapOf(change.before()));
        put(map, FieldNames.AFTER, mapOf(change.after()));
        put(map, FieldNames.SOURCE, sourceOf(change, SourceFacts.of(format)));
        put(map, FieldNames.TRANSACTION, null);
        put(map, FieldNames.OPERATION, change.operation().code());
        putMillis(map, change.readTime());
        putMicrosAndNanos(map, change.readTime());
        return map;
    }

    /** The key of the event by column name, in the order of the key; null for a table without a key. */
    public static Map<String, Object> keyToMap(RowChange change) {
        if (!change.table().hasKey()) {
            return null;
        }
        Map<String, Object> map = new LinkedHashMap<>();
        for (String column : change.table().messageKey()) {
            map.put(column, change.row().get(column));
        }
        return map;
    }

    private static Map<String, Object> mapOf(Row row) {
        if (row == null) {
            return null;
        }
        List<Column> columns = row.table().columns();
        Map<String, Object> map = new LinkedHashMap<>();
        for (int i = 0; i < columns.size(); i++) {
            Object value = row.get(i);
            map.put(columns.get(i).name(), value == Unavailable.VALUE ? Unavailable.TEXT : value);
        }
        return map;
    }

    private static Map<String, Object> sourceOf(RowChange change, SourceFacts facts) {
        Origin origin = change.origin();
        Instant time = facts.time(change);
        Map<String, Object> map = new LinkedHashMap<>();
        put(map, FieldNames.VERSION, origin.version());
        put(map, FieldNames.CONNECTOR, FieldNames.DB2.getValue());
        put(map, FieldNames.NAME, origin.name());
        putMillis(map, time);
        put(map, FieldNames.SNAPSHOT, FieldNames.snapshot(change).getValue());
        put(map, FieldNames.DATABASE, origin.database());
        put(map, FieldNames.SEQUENCE, null);
        putMicrosAndNanos(map, time);
        put(map, FieldNames.SCHEMA, change.table().id().schema());
        put(map, FieldNames.TABLE, change.table().id().name());
        put(map, FieldNames.CHANGE_SEQUENCE, facts.changeSequence(change));
        put(map, FieldNames.COMMIT_SEQUENCE, facts.commitSequence(change));
        return map;
    }

    private static void putMillis(Map<String, Object> map, Instant time) {
        put(map, FieldNames.TIME_MILLIS, time == null ? null : time.toEpochMilli());
    }

    private static void putMicrosAndNanos(Map<String, Object> map, Instant time) {
        put(map, FieldNames.TIME_MICROS, time == null ? null : SourceFacts.micros(time));
        put(map, FieldNames.TIME_NANOS, time == null ? null : SourceFacts.nanos(time));
    }

    private static void put(Map<String, Object> map, SerializedString name, Object value) {
        map.put(name.getValue(), value);
    }
}
