package io.github.cameldb2cdc.envelope;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.JsonNode;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.TableSchema;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Writes events as JSON in Debezium's envelope, without blanks and line ends; in the format PLAIN:
 *
 * <pre>{@code
 * {"before": null,
 *  "after": {"ID": 7, "SALARY": 95000.00},
 *  "source": {"version": "0.1.0", "connector": "db2", "name": "hr", "ts_ms": 1747526400000, "snapshot": "false",
 *             "db": "SAMPLE", "sequence": null, "ts_us": 1747526400000000, "ts_ns": 1747526400000000000,
 *             "schema": "DB2INST1", "table": "EMPLOYEES",
 *             "change_lsn": "CSN:0000000000000000C34F", "commit_lsn": "CSN:0000000000000000C350"},
 *  "transaction": null,
 *  "op": "c", "ts_ms": 1747526400417, "ts_us": 1747526400417000, "ts_ns": 1747526400417000000}
 * }</pre>
 *
 * <p>{@code source.ts_*} is the commit's time, null if it is unknown, and for a row of a snapshot when it was read; the
 * outer {@code ts_*} is when the component read the row. {@code change_lsn} is null for a row of a snapshot.
 *
 * <p>In the format DEBEZIUM these differ:
 *
 * <ul>
 *   <li>{@code change_lsn} and {@code commit_lsn} are {@code 00000000:00000000:000000000000c350};
 *   <li>{@code source.ts_*} is never null: where the commit's time is unknown it is when the row was read.
 * </ul>
 *
 * <p>{@code source.snapshot} is {@code "true"} for each row of a snapshot, {@code "incremental"} for one of an incremental
 * snapshot, in both formats. Debezium marks the first and
 * the last row of a snapshot and of each table in it ({@code first}, {@code last_in_data_collection} and so on). Tables
 * are loaded here in ranges that a new process goes on with, and tables join later: no row is the first or the last one
 * for good, so none is marked.
 *
 * <p>With {@link EnvelopeStyle#includeSchema()} envelope and key are {@code {"schema":{...},"payload":{...}}}, as Kafka
 * Connect's JSON converter writes and reads them. Their schemas have no default values of columns.
 *
 * <p>What a table's rows need is prepared when its schema is first seen and kept as long as that {@link TableSchema} is
 * in use. Thread-safe.
 */
public final class JsonEnvelope {

    private static final ConcurrentMap<EnvelopeStyle, JsonEnvelope> STYLES = new ConcurrentHashMap<>();
    private static final JsonEnvelope PLAIN = of(EnvelopeStyle.PLAIN);

    private final WeakIdentityCache<TableSchema, TableWriter> tables;
    private final WeakIdentityCache<Origin, OriginWriter> origins = new WeakIdentityCache<>(OriginWriter::new);
    private final SourceFacts facts;

    private JsonEnvelope(EnvelopeStyle style) {
        tables = new WeakIdentityCache<>(table -> new TableWriter(table, style));
        facts = SourceFacts.of(style.format());
    }

    /** The envelope in a style; equal styles share one. */
    public static JsonEnvelope of(EnvelopeStyle style) {
        return STYLES.computeIfAbsent(style, JsonEnvelope::new);
    }

    /** The format PLAIN: exact numbers, ISO-8601 dates and times, base64 for bytes. */
    public static JsonEnvelope plain() {
        return PLAIN;
    }

    /** The event in UTF-8. */
    public byte[] toBytes(RowChange change) {
        return JsonBytes.of(json -> writeMessage(change, json));
    }

    /** The event as text. */
    public String toText(RowChange change) {
        return new String(toBytes(change), StandardCharsets.UTF_8);
    }

    /** The event as a tree; numbers with a fraction keep their digits and scale. */
    public JsonNode toTree(RowChange change) {
        try {
            return JsonTree.read(toBytes(change));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Writes the event in UTF-8 to a stream, which is neither flushed nor closed.
     *
     * @throws IOException if the stream fails; a part of the event may have been written
     */
    public void write(RowChange change, OutputStream out) throws IOException {
        JsonBytes.write(json -> writeMessage(change, json), out);
    }

    /** The key of the event in UTF-8, such as {@code {"ID":7}}; null for a table without a key. */
    public byte[] keyToBytes(RowChange change) {
        if (!change.table().hasKey()) {
            return null;
        }
        TableWriter table = tables.get(change.table());
        return JsonBytes.of(json -> writeKey(change, table, key -> table.writeKey(change.row(), key), json));
    }

    /** The key of the event as text; null for a table without a key. */
    public String keyToText(RowChange change) {
        byte[] key = keyToBytes(change);
        return key == null ? null : new String(key, StandardCharsets.UTF_8);
    }

    /** The {@linkplain RowChange#otherKey() other key} of a key change as text, in the form of a key; null without one. */
    public String otherKeyToText(RowChange change) {
        if (change.otherKey() == null) {
            return null;
        }
        TableWriter table = tables.get(change.table());
        return new String(
                JsonBytes.of(json -> writeKey(change, table, key -> table.writeKey(change.otherKey(), key), json)),
                StandardCharsets.UTF_8);
    }

    private void writeMessage(RowChange change, JsonGenerator json) throws IOException {
        TableWriter table = tables.get(change.table());
        if (table.schemas() == null) {
            writeEnvelope(change, table, json);
        } else {
            writeWithSchema(
                    table.schemas().envelopeOf(change.origin().name()),
                    payload -> writeEnvelope(change, table, payload),
                    json);
        }
    }

    private static void writeKey(RowChange change, TableWriter table, JsonBytes.Content key, JsonGenerator json)
            throws IOException {
        if (table.schemas() == null) {
            key.writeTo(json);
        } else {
            writeWithSchema(table.schemas().keyOf(change.origin().name()), key, json);
        }
    }

    private static void writeWithSchema(SerializedString schema, JsonBytes.Content payload, JsonGenerator json)
            throws IOException {
        json.writeStartObject();
        json.writeFieldName(FieldNames.SCHEMA);
        json.writeRawValue(schema);
        json.writeFieldName(FieldNames.PAYLOAD);
        payload.writeTo(json);
        json.writeEndObject();
    }

    private void writeEnvelope(RowChange change, TableWriter table, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeFieldName(FieldNames.BEFORE);
        table.writeRow(change.before(), json);
        json.writeFieldName(FieldNames.AFTER);
        table.writeRow(change.after(), json);
        json.writeFieldName(FieldNames.SOURCE);
        writeSource(change, table, json);
        json.writeFieldName(FieldNames.TRANSACTION);
        json.writeNull();
        json.writeFieldName(FieldNames.OPERATION);
        json.writeString(change.operation().code());
        writeMillis(change.readTime(), json);
        writeMicrosAndNanos(change.readTime(), json);
        json.writeEndObject();
    }

    private void writeSource(RowChange change, TableWriter table, JsonGenerator json) throws IOException {
        OriginWriter origin = origins.get(change.origin());
        Instant time = facts.time(change);
        json.writeStartObject();
        origin.writeConnector(json);
        writeMillis(time, json);
        json.writeFieldName(FieldNames.SNAPSHOT);
        json.writeString(FieldNames.snapshot(change));
        origin.writeDatabase(json);
        json.writeFieldName(FieldNames.SEQUENCE);
        json.writeNull();
        writeMicrosAndNanos(time, json);
        table.writeName(json);
        json.writeFieldName(FieldNames.CHANGE_SEQUENCE);
        json.writeString(facts.changeSequence(change));
        json.writeFieldName(FieldNames.COMMIT_SEQUENCE);
        json.writeString(facts.commitSequence(change));
        json.writeEndObject();
    }

    private static void writeMillis(Instant time, JsonGenerator json) throws IOException {
        json.writeFieldName(FieldNames.TIME_MILLIS);
        if (time == null) {
            json.writeNull();
        } else {
            json.writeNumber(time.toEpochMilli());
        }
    }

    private static void writeMicrosAndNanos(Instant time, JsonGenerator json) throws IOException {
        json.writeFieldName(FieldNames.TIME_MICROS);
        if (time == null) {
            json.writeNull();
            json.writeFieldName(FieldNames.TIME_NANOS);
            json.writeNull();
        } else {
            json.writeNumber(SourceFacts.micros(time));
            json.writeFieldName(FieldNames.TIME_NANOS);
            json.writeNumber(SourceFacts.nanos(time));
        }
    }
}
