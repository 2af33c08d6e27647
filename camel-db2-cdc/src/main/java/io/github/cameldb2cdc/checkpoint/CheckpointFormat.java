package io.github.cameldb2cdc.checkpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The text of a checkpoint: one record for its head, which is everything except the tables, and one for each table, so
 * that a store writes only the tables that changed.
 *
 * <p>A record is a JSON object in one line of ASCII and bears the version of the format. What an earlier release wrote
 * stays readable. Fields that this release does not know are ignored within its version; a newer version is refused,
 * and so is damaged text: a checkpoint that is there never counts as none.
 */
final class CheckpointFormat {

    /** Grows when an older release would misread the records; a field that it may ignore does not count. */
    static final int VERSION = 1;

    private static final String WHAT_TO_DO =
            "; restore it from a backup, or delete it to start anew as snapshotMode says.";

    private CheckpointFormat() {}

    /** The head's record. */
    static String writeHead(Checkpoint checkpoint) {
        ObjectNode record = newRecord();
        record.put("owner", checkpoint.owner());
        record.put("epoch", checkpoint.epoch());
        record.put("recordNumber", checkpoint.recordNumber());
        record.put("generation", checkpoint.generation());
        record.put("phase", checkpoint.phase().name());
        record.put("position", checkpoint.position().toString());
        writeAnchor(checkpoint.anchor(), record.putObject("anchor"));
        if (checkpoint.verdict() != null) {
            writeVerdict(checkpoint.verdict(), record.putObject("verdict"));
        }
        record.put("tableCount", checkpoint.tables().size());
        if (!checkpoint.requests().equals(SnapshotRequests.NONE)) {
            RequestsFormat.write(checkpoint.requests(), checkpoint.tables(), record.putObject("requests"));
        }
        return textOf(record);
    }

    /** The record of a table. */
    static String writeTable(TableCheckpoint table) {
        ObjectNode record = newRecord();
        TableRecordFormat.write(table, record);
        return textOf(record);
    }

    /**
     * Reads a checkpoint.
     *
     * @param name the checkpoint's name, for the message of a failure
     * @param head what {@link #writeHead} wrote
     * @param tables what {@link #writeTable} wrote for each table, in any order
     * @throws CdcException definite, if a record is damaged, missing, or of a newer version
     */
    static Checkpoint read(String name, String head, Collection<String> tables) {
        Map<TableId, TableCheckpoint> read = new HashMap<>();
        for (String table : tables) {
            TableCheckpoint checkpoint = readTable(name, table);
            read.put(checkpoint.table(), checkpoint);
        }
        return readWith(name, "its head", () -> readHead(record(name, head), read));
    }

    private static TableCheckpoint readTable(String name, String text) {
        return readWith(name, "the record of a table", () -> TableRecordFormat.read(record(name, text)));
    }

    private static <T> T readWith(String name, String what, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (DamagedRecordException e) {
            throw damaged(name, what + " cannot be read, " + e.getMessage());
        }
    }

    /**
     * @param name the checkpoint's name
     * @param what what is wrong, as the end of a sentence, without a value
     */
    static CdcException damaged(String name, String what) {
        return CdcException.definite("The checkpoint '" + name + "' is damaged: " + what + WHAT_TO_DO);
    }

    /**
     * @throws CdcException definite, if the record's version is newer than this release
     * @throws DamagedRecordException if it has none
     */
    static void checkVersion(String name, JsonRecord record) {
        long version = record.number("version");
        if (version > VERSION) {
            throw CdcException.definite("The checkpoint '" + name + "' has version " + version
                    + " of the format and this release reads up to version " + VERSION
                    + "; use the release that wrote it, or a later one.");
        }
        if (version < 1) {
            throw JsonRecord.damagedAt("version");
        }
    }

    private static ObjectNode newRecord() {
        return JsonRecord.MAPPER.createObjectNode().put("version", VERSION);
    }

    private static JsonRecord record(String name, String text) {
        JsonRecord record = JsonRecord.parse(text);
        checkVersion(name, record);
        return record;
    }

    private static String textOf(ObjectNode record) {
        try {
            return JsonRecord.MAPPER.writeValueAsString(record);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("A tree of plain values is always JSON.", e);
        }
    }

    private static void writeAnchor(Anchor anchor, ObjectNode record) {
        record.put("server", anchor.server());
        record.put("controlSchema", anchor.controlSchema());
        TableRecordFormat.putText(record, "commit", anchor.commit());
        TableRecordFormat.putText(record, "logMarker", anchor.logMarker());
        TableRecordFormat.putText(record, "time", anchor.time());
    }

    private static void writeVerdict(Verdict verdict, ObjectNode record) {
        record.put("kind", verdict.kind().name());
        if (verdict.table() != null) {
            TableRecordFormat.writeId(verdict.table(), record.putObject("table"));
        }
        record.put("sentence", verdict.sentence());
        record.put("foundAt", verdict.foundAt().toString());
    }

    private static Checkpoint readHead(JsonRecord record, Map<TableId, TableCheckpoint> tables) {
        long tableCount = record.number("tableCount");
        if (tableCount != tables.size()) {
            throw new DamagedRecordException(
                    "it names " + tableCount + " tables and there are records of " + tables.size());
        }
        return new Checkpoint(
                record.text("owner"),
                record.number("epoch"),
                record.number("recordNumber"),
                record.number("generation"),
                record.constant("phase", Phase.class),
                record.parsed("position", Position::parse),
                readAnchor(record.object("anchor")),
                readVerdict(record.objectOrNull("verdict")),
                tables,
                RequestsFormat.read(record.objectOrNull("requests"), tables));
    }

    private static Anchor readAnchor(JsonRecord record) {
        return new Anchor(
                record.text("server"),
                record.text("controlSchema"),
                record.parsedOrNull("commit", Sequence::parse),
                record.parsedOrNull("logMarker", LocalDateTime::parse),
                record.parsedOrNull("time", Instant::parse));
    }

    private static Verdict readVerdict(JsonRecord record) {
        if (record == null) {
            return null;
        }
        JsonRecord table = record.objectOrNull("table");
        return new Verdict(
                record.constant("kind", Verdict.Kind.class),
                table == null ? null : TableRecordFormat.readId(table),
                record.text("sentence"),
                record.parsed("foundAt", Instant::parse));
    }
}
