package io.github.cameldb2cdc.envelope;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.TableSchema;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.function.Function;

/**
 * Writes events as JSON in Debezium's envelope, without blanks and line ends:
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
 * <p>What a table's rows need is prepared when its schema is first seen and kept as long as that {@link TableSchema} is
 * in use. Thread-safe.
 */
public final class JsonEnvelope {

    // a number's text must not depend on the JDK: before 19 Double.toString writes needless digits.
    // The stream is the caller's, and an event that failed half-way must not be closed as if it were whole.
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .disable(StreamWriteFeature.AUTO_CLOSE_TARGET)
            .disable(StreamWriteFeature.AUTO_CLOSE_CONTENT)
            .disable(StreamWriteFeature.FLUSH_PASSED_TO_STREAM)
            .build();

    private static final JsonEnvelope PLAIN = new JsonEnvelope(PlainValues::writerFor);

    private final WeakIdentityCache<TableSchema, TableWriter> tables;
    private final WeakIdentityCache<Origin, OriginWriter> origins = new WeakIdentityCache<>(OriginWriter::new);

    private JsonEnvelope(Function<Column, ValueWriter> writerFor) {
        tables = new WeakIdentityCache<>(table -> new TableWriter(table, writerFor));
    }

    /** The format PLAIN: exact numbers, ISO-8601 dates and times, base64 for bytes. */
    public static JsonEnvelope plain() {
        return PLAIN;
    }

    /** The event in UTF-8. */
    public byte[] toBytes(RowChange change) {
        return bytesOf(json -> writeEnvelope(change, json));
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
        try (JsonGenerator json = FACTORY.createGenerator(out)) {
            writeEnvelope(change, json);
        }
    }

    /** The key of the event in UTF-8, such as {@code {"ID":7}}; null for a table without a key. */
    public byte[] keyToBytes(RowChange change) {
        if (!change.table().hasKey()) {
            return null;
        }
        TableWriter table = tables.get(change.table());
        return bytesOf(json -> table.writeKey(change.row(), json));
    }

    /** The key of the event as text; null for a table without a key. */
    public String keyToText(RowChange change) {
        byte[] key = keyToBytes(change);
        return key == null ? null : new String(key, StandardCharsets.UTF_8);
    }

    private static byte[] bytesOf(Content content) {
        SingleWrite bytes = new SingleWrite();
        try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
            content.writeTo(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    private void writeEnvelope(RowChange change, JsonGenerator json) throws IOException {
        TableWriter table = tables.get(change.table());
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
        Instant time = SourceFacts.time(change);
        json.writeStartObject();
        origin.writeConnector(json);
        writeMillis(time, json);
        json.writeFieldName(FieldNames.SNAPSHOT);
        json.writeString(change.isSnapshot() ? FieldNames.TRUE : FieldNames.FALSE);
        origin.writeDatabase(json);
        json.writeFieldName(FieldNames.SEQUENCE);
        json.writeNull();
        writeMicrosAndNanos(time, json);
        table.writeName(json);
        json.writeFieldName(FieldNames.CHANGE_SEQUENCE);
        json.writeString(SourceFacts.changeSequence(change));
        json.writeFieldName(FieldNames.COMMIT_SEQUENCE);
        json.writeString(SourceFacts.commitSequence(change));
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

    @FunctionalInterface
    private interface Content {
        void writeTo(JsonGenerator json) throws IOException;
    }
}
