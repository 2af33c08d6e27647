package io.github.cameldb2cdc.envelope;

import com.fasterxml.jackson.core.io.SerializedString;
import io.github.cameldb2cdc.event.TableId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The schemas of one table's envelopes and keys, as JSON that is made once for each logical name of a source, which is
 * part of their names. Thread-safe.
 */
final class ConnectSchemas {

    private static final ConnectType SNAPSHOT = ConnectType.STRING
            .named("io.debezium.data.Enum")
            .withParameters(Map.of(
                    "allowed", "true,first,first_in_data_collection,last_in_data_collection,last,false,incremental"))
            .withFallback("false");

    private static final ConnectType TRANSACTION = ConnectType.struct(
            "event.block",
            1,
            List.of(
                    required("id", ConnectType.STRING),
                    required("total_order", ConnectType.INT64),
                    required("data_collection_order", ConnectType.INT64)));

    private final TableId table;
    private final List<ConnectType.Field> columns;
    private final List<ConnectType.Field> key;
    private final ConnectType source;
    private final ConcurrentMap<String, SerializedString> envelopes = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, SerializedString> keys = new ConcurrentHashMap<>();

    /**
     * @param columns the fields of a row
     * @param key the fields of a key; empty for a table without one
     * @param mayLackTime whether the time in {@code source} may be null
     */
    ConnectSchemas(TableId table, List<ConnectType.Field> columns, List<ConnectType.Field> key, boolean mayLackTime) {
        this.table = table;
        this.columns = List.copyOf(columns);
        this.key = List.copyOf(key);
        this.source = sourceType(mayLackTime);
    }

    /** The schema of an envelope, as raw JSON. */
    SerializedString envelopeOf(String sourceName) {
        return envelopes.computeIfAbsent(sourceName, name -> text(envelopeType(prefix(name))));
    }

    /** The schema of a key, as raw JSON. */
    SerializedString keyOf(String sourceName) {
        return keys.computeIfAbsent(sourceName, name -> text(ConnectType.struct(prefix(name) + "Key", null, key)));
    }

    private String prefix(String sourceName) {
        return sourceName + '.' + table.schema() + '.' + table.name() + '.';
    }

    private static SerializedString text(ConnectType type) {
        return new SerializedString(new String(JsonBytes.of(type::write), StandardCharsets.UTF_8));
    }

    private ConnectType envelopeType(String prefix) {
        ConnectType row = ConnectType.struct(prefix + "Value", null, columns);
        return ConnectType.struct(
                prefix + "Envelope",
                2,
                List.of(
                        optional(FieldNames.BEFORE, row),
                        optional(FieldNames.AFTER, row),
                        required(FieldNames.SOURCE, source),
                        optional(FieldNames.TRANSACTION, TRANSACTION),
                        required(FieldNames.OPERATION, ConnectType.STRING),
                        optional(FieldNames.TIME_MILLIS, ConnectType.INT64),
                        optional(FieldNames.TIME_MICROS, ConnectType.INT64),
                        optional(FieldNames.TIME_NANOS, ConnectType.INT64)));
    }

    private static ConnectType sourceType(boolean mayLackTime) {
        return ConnectType.struct(
                "io.debezium.connector.db2.Source",
                1,
                List.of(
                        required(FieldNames.VERSION, ConnectType.STRING),
                        required(FieldNames.CONNECTOR, ConnectType.STRING),
                        required(FieldNames.NAME, ConnectType.STRING),
                        new ConnectType.Field(FieldNames.TIME_MILLIS.getValue(), ConnectType.INT64, mayLackTime),
                        optional(FieldNames.SNAPSHOT, SNAPSHOT),
                        required(FieldNames.DATABASE, ConnectType.STRING),
                        optional(FieldNames.SEQUENCE, ConnectType.STRING),
                        optional(FieldNames.TIME_MICROS, ConnectType.INT64),
                        optional(FieldNames.TIME_NANOS, ConnectType.INT64),
                        required(FieldNames.SCHEMA, ConnectType.STRING),
                        required(FieldNames.TABLE, ConnectType.STRING),
                        optional(FieldNames.CHANGE_SEQUENCE, ConnectType.STRING),
                        optional(FieldNames.COMMIT_SEQUENCE, ConnectType.STRING)));
    }

    private static ConnectType.Field required(SerializedString name, ConnectType type) {
        return required(name.getValue(), type);
    }

    private static ConnectType.Field required(String name, ConnectType type) {
        return new ConnectType.Field(name, type, false);
    }

    private static ConnectType.Field optional(SerializedString name, ConnectType type) {
        return new ConnectType.Field(name.getValue(), type, true);
    }
}
