package io.github.cameldb2cdc.checkpoint;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What signals asked for, in the record of a checkpoint's head. */
final class RequestsFormat {

    private RequestsFormat() {}

    static void write(SnapshotRequests requests, Map<TableId, TableCheckpoint> tables, ObjectNode record) {
        record.put("paused", requests.paused());
        ArrayNode open = record.putArray("open");
        for (SnapshotRequest request : requests.open()) {
            ObjectNode one = open.addObject();
            one.put("signalId", request.signalId());
            one.put("snapshotId", request.snapshotId());
            one.put("blocking", request.blocking());
            ArrayNode array = one.putArray("tables");
            request.tables().forEach(table -> write(table, schemaOf(table.table(), tables), array.addObject()));
        }
        ArrayNode taken = record.putArray("taken");
        requests.taken().forEach(taken::add);
        ArrayNode waiting = record.putArray("waiting");
        for (StoredSignal signal : requests.waiting()) {
            ObjectNode one = waiting.addObject();
            TableRecordFormat.putText(one, "id", signal.id());
            TableRecordFormat.putText(one, "type", signal.type());
            TableRecordFormat.putText(one, "data", signal.data());
        }
        TableRecordFormat.putText(record, "signalPosition", requests.signalPosition());
    }

    private static void write(RequestedTable table, TableSchema schema, ObjectNode record) {
        TableRecordFormat.writeId(table.table(), record.putObject("table"));
        TableRecordFormat.putText(record, "condition", table.condition());
        ArrayNode orderedBy = record.putArray("orderedBy");
        table.orderedBy().forEach(orderedBy::add);
        KeyValueFormat format = new KeyValueFormat(schema.withIdentity(table.orderedBy()));
        ArrayNode keys = record.putArray("keys");
        table.keys().forEach(key -> keys.add(format.write(key)));
        record.put("keysNeverChange", table.keysNeverChange());
        record.put("started", table.started());
        record.put("stopped", table.stopped());
        if (table.reached() != null) {
            record.set("reached", format.write(table.reached()));
        }
    }

    private static TableSchema schemaOf(TableId table, Map<TableId, TableCheckpoint> tables) {
        TableCheckpoint known = tables.get(table);
        if (known == null) {
            throw new DamagedRecordException("a snapshot is asked for of a table that does not take part");
        }
        return known.schema();
    }

    /** @param record null if nothing was asked for */
    static SnapshotRequests read(JsonRecord record, Map<TableId, TableCheckpoint> tables) {
        if (record == null) {
            return SnapshotRequests.NONE;
        }
        List<SnapshotRequest> open = new ArrayList<>();
        for (JsonRecord request : record.objects("open")) {
            List<RequestedTable> requested = new ArrayList<>();
            for (JsonRecord table : request.objects("tables")) {
                requested.add(readTable(table, tables));
            }
            open.add(readRequest(request, requested));
        }
        return new SnapshotRequests(
                record.flag("paused"),
                open,
                record.texts("taken"),
                record.objects("waiting").stream()
                        .map(signal -> new StoredSignal(
                                signal.textOrNull("id"), signal.textOrNull("type"), signal.textOrNull("data")))
                        .toList(),
                record.parsedOrNull("signalPosition", Position::parse));
    }

    private static SnapshotRequest readRequest(JsonRecord request, List<RequestedTable> tables) {
        if (tables.isEmpty()) {
            throw new DamagedRecordException("a snapshot has no tables");
        }
        return new SnapshotRequest(
                request.text("signalId"), request.text("snapshotId"), request.flag("blocking"), tables);
    }

    private static RequestedTable readTable(JsonRecord record, Map<TableId, TableCheckpoint> tables) {
        TableId table = TableRecordFormat.readId(record.object("table"));
        List<String> orderedBy = record.texts("orderedBy");
        KeyValueFormat format = new KeyValueFormat(ordered(schemaOf(table, tables), orderedBy));
        List<RowKey> keys = new ArrayList<>();
        record.array("keys").forEach(key -> keys.add(format.read(key)));
        return new RequestedTable(
                table,
                record.textOrNull("condition"),
                orderedBy,
                keys,
                record.flag("keysNeverChange"),
                record.flag("started"),
                record.isNull("reached") ? null : format.read(record.array("reached")),
                record.flag("stopped"));
    }

    private static TableSchema ordered(TableSchema schema, List<String> orderedBy) {
        if (orderedBy.isEmpty()) {
            throw new DamagedRecordException("the rows of a snapshot have no order");
        }
        try {
            return schema.withIdentity(orderedBy);
        } catch (IllegalArgumentException e) {
            throw new DamagedRecordException("a column that orders rows is not among the columns");
        }
    }
}
