package io.github.cameldb2cdc.checkpoint;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.SourceStructure;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;

/** The record of one table. */
final class TableRecordFormat {

    private TableRecordFormat() {}

    static void write(TableCheckpoint table, ObjectNode record) {
        writeId(table.table(), record.putObject("table"));
        writeCapture(table.capture(), record.putObject("capture"));
        writeColumns(table.schema().columns(), record.putArray("columns"));
        writeTexts(table.schema().identity(), record.putArray("identity"));
        writeTexts(table.schema().messageKey(), record.putArray("messageKey"));
        record.put("joinedAt", table.joinedAt().toString());
        putText(record, "oldSynchpointWhenJoined", table.oldSynchpointWhenJoined());
        record.put("load", table.load().name());
        putText(record, "snapshotId", table.snapshotId());
        writeRanges(table, record.putArray("finishedRanges"));
        putText(record, "inactiveSince", table.inactiveSince());
        if (table.structure() != null) {
            writeStructure(table.structure(), record.putObject("source"));
        }
    }

    /** Leaves the field out where there is no value. */
    static void putText(ObjectNode record, String field, Object value) {
        if (value != null) {
            record.put(field, value.toString());
        }
    }

    static void writeId(TableId id, ObjectNode record) {
        record.put("schema", id.schema()).put("name", id.name());
    }

    private static void writeCapture(CaptureIdentity capture, ObjectNode record) {
        writeId(capture.changeTable(), record.putObject("changeTable"));
        record.put("changeTableCreated", capture.changeTableCreated().toString());
        record.put("sourceCreated", capture.sourceCreated().toString());
    }

    private static void writeColumns(List<Column> columns, ArrayNode array) {
        for (Column column : columns) {
            array.addObject()
                    .put("name", column.name())
                    .put("type", column.type().name())
                    .put("length", column.length())
                    .put("scale", column.scale())
                    .put("nullable", column.nullable());
        }
    }

    private static void writeStructure(SourceStructure structure, ObjectNode record) {
        writeColumns(structure.columns(), record.putArray("columns"));
        writeTexts(structure.key(), record.putArray("key"));
        writeTexts(structure.captured(), record.putArray("captured"));
        record.put("dataCapture", structure.dataCapture());
    }

    private static void writeTexts(List<String> texts, ArrayNode array) {
        texts.forEach(array::add);
    }

    private static void writeRanges(TableCheckpoint table, ArrayNode array) {
        KeyValueFormat keys = new KeyValueFormat(table.schema());
        for (KeyRange range : table.finishedRanges()) {
            ObjectNode record = array.addObject();
            putKey(record, "after", range.after(), keys);
            putKey(record, "upTo", range.upTo(), keys);
        }
    }

    private static void putKey(ObjectNode record, String field, RowKey key, KeyValueFormat keys) {
        if (key != null) {
            record.set(field, keys.write(key));
        }
    }

    static TableCheckpoint read(JsonRecord record) {
        TableSchema schema = readSchema(record);
        return new TableCheckpoint(
                readCapture(record.object("capture")),
                schema,
                record.parsed("joinedAt", Sequence::parse),
                record.parsedOrNull("oldSynchpointWhenJoined", Sequence::parse),
                record.constant("load", LoadState.class),
                record.textOrNull("snapshotId"),
                readRanges(record, new KeyValueFormat(schema)),
                record.parsedOrNull("inactiveSince", Sequence::parse),
                readStructure(record.objectOrNull("source")));
    }

    private static SourceStructure readStructure(JsonRecord record) {
        return record == null
                ? null
                : new SourceStructure(
                        readColumns(record), record.texts("key"), record.texts("captured"), record.flag("dataCapture"));
    }

    private static List<Column> readColumns(JsonRecord record) {
        List<Column> columns = new ArrayList<>();
        for (JsonRecord column : record.objects("columns")) {
            columns.add(readColumn(column));
        }
        return columns;
    }

    static TableId readId(JsonRecord record) {
        return new TableId(record.text("schema"), record.text("name"));
    }

    private static TableSchema readSchema(JsonRecord record) {
        List<Column> columns = readColumns(record);
        try {
            return new TableSchema(
                    readId(record.object("table")), columns, record.texts("identity"), record.texts("messageKey"));
        } catch (IllegalArgumentException e) {
            throw new DamagedRecordException("a key column is not among the columns");
        }
    }

    private static Column readColumn(JsonRecord column) {
        return new Column(
                column.text("name"),
                column.constant("type", ColumnType.class),
                column.smallNumber("length"),
                column.smallNumber("scale"),
                column.flag("nullable"));
    }

    private static CaptureIdentity readCapture(JsonRecord record) {
        return new CaptureIdentity(
                readId(record.object("changeTable")),
                record.parsed("changeTableCreated", LocalDateTime::parse),
                record.parsed("sourceCreated", LocalDateTime::parse));
    }

    private static List<KeyRange> readRanges(JsonRecord record, KeyValueFormat keys) {
        List<KeyRange> ranges = new ArrayList<>();
        for (JsonRecord range : record.objects("finishedRanges")) {
            ranges.add(new KeyRange(readKey(range, "after", keys), readKey(range, "upTo", keys)));
        }
        return ranges;
    }

    private static RowKey readKey(JsonRecord range, String field, KeyValueFormat keys) {
        if (range.isNull(field)) {
            return null;
        }
        JsonNode values = range.array(field);
        return keys.read(values);
    }
}
