package io.github.cameldb2cdc.envelope;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.cameldb2cdc.event.Notification;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes notifications in the form of Debezium's:
 *
 * <pre>{@code
 * {"id": "9f0c31ab27de", "aggregate_type": "Initial Snapshot", "type": "STARTED",
 *  "additional_data": {"connector_name": "hr", "data_collections": "DB2INST1.EMPLOYEES"},
 *  "timestamp": 1747526400417}
 * }</pre>
 *
 * <p>The id is that of the snapshot, which its rows carry in a header.
 */
public final class NotificationEnvelope {

    private static final String AGGREGATE_TYPE = "Initial Snapshot";

    private NotificationEnvelope() {}

    /** The notification as a map, which is the caller's to change. */
    public static Map<String, Object> toMap(Notification notification) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", notification.snapshotId());
        map.put("aggregate_type", AGGREGATE_TYPE);
        map.put("type", notification.type().name());
        map.put("additional_data", detailsOf(notification));
        map.put("timestamp", notification.time().toEpochMilli());
        return map;
    }

    private static Map<String, String> detailsOf(Notification notification) {
        Map<String, String> details = new LinkedHashMap<>();
        details.put("connector_name", notification.origin().name());
        details.put("data_collections", notification.table().toString());
        return details;
    }

    /** The notification as JSON in UTF-8. */
    public static byte[] toBytes(Notification notification, EnvelopeStyle style) {
        return JsonBytes.of(json -> writeMessage(notification, style, json));
    }

    /** The notification as JSON. */
    public static String toText(Notification notification, EnvelopeStyle style) {
        return new String(toBytes(notification, style), StandardCharsets.UTF_8);
    }

    private static void writeMessage(Notification notification, EnvelopeStyle style, JsonGenerator json)
            throws IOException {
        if (style.includeSchema()) {
            // Connect's converter takes a null schema for a value that has none
            json.writeStartObject();
            json.writeFieldName(FieldNames.SCHEMA);
            json.writeNull();
            json.writeFieldName(FieldNames.PAYLOAD);
            write(notification, json);
            json.writeEndObject();
        } else {
            write(notification, json);
        }
    }

    private static void write(Notification notification, JsonGenerator json) throws IOException {
        json.writeStartObject();
        json.writeStringField("id", notification.snapshotId());
        json.writeStringField("aggregate_type", AGGREGATE_TYPE);
        json.writeStringField("type", notification.type().name());
        json.writeObjectFieldStart("additional_data");
        for (Map.Entry<String, String> detail : detailsOf(notification).entrySet()) {
            json.writeStringField(detail.getKey(), detail.getValue());
        }
        json.writeEndObject();
        json.writeNumberField("timestamp", notification.time().toEpochMilli());
        json.writeEndObject();
    }
}
