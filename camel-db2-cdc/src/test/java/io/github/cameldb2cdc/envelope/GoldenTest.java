package io.github.cameldb2cdc.envelope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.cameldb2cdc.event.CdcEvent;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.Tombstone;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The format DEBEZIUM writes what Debezium's Db2 connector wrote for the same rows. Doubles are compared as such, since
 * their text depends on the JDK. What is left out of the comparison:
 *
 * <ul>
 *   <li>large objects, which change tables do not have;
 *   <li>the headers {@code __debezium.context.*}, which name parts of Debezium;
 *   <li>which row of a snapshot was the first or the last one;
 *   <li>default values of columns in schemas.
 * </ul>
 *
 * <p>The update of NOKEY that changes all columns was the delete and the insert of two rows: where Capture writes updates
 * as such pairs, nothing tells them apart in a table without a key.
 */
class GoldenTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    static List<Arguments> styles() {
        return List.of(
                arguments("default-noschema", EnvelopeStyle.DEBEZIUM),
                arguments("default-schema", debezium(null, null, true)),
                arguments("decimal-string_time-connect", debezium(DecimalMode.STRING, TemporalMode.CONNECT, false)),
                arguments(
                        "decimal-double_time-isostring", debezium(DecimalMode.DOUBLE, TemporalMode.ISOSTRING, false)));
    }

    private static EnvelopeStyle debezium(DecimalMode decimals, TemporalMode temporals, boolean includeSchema) {
        return EnvelopeStyle.of(EnvelopeFormat.DEBEZIUM, decimals, temporals, null, null, includeSchema);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("styles")
    void eachMessageIsDebeziums(String name, EnvelopeStyle style) throws IOException {
        List<ObjectNode> golden = golden(name);
        List<CdcEvent> events = GoldenScenario.events();
        assertThat(events).hasSameSizeAs(golden);
        for (int line = 0; line < golden.size(); line++) {
            Map<String, JsonNode> message = message(events.get(line), JsonEnvelope.of(style));
            String where = "line " + (line + 1);
            assertThat(message.get("key"))
                    .as(where + ", key")
                    .isEqualTo(golden.get(line).get("key"));
            assertThat(message.get("value"))
                    .as(where + ", value")
                    .isEqualTo(golden.get(line).get("value"));
            assertThat(message.get("headers"))
                    .as(where + ", headers")
                    .isEqualTo(golden.get(line).get("headers"));
        }
    }

    private static Map<String, JsonNode> message(CdcEvent event, JsonEnvelope envelope) throws IOException {
        RowChange change = event instanceof Tombstone tombstone ? tombstone.deletion() : (RowChange) event;
        ObjectNode headers = MAPPER.createObjectNode();
        if (change.otherKey() != null) {
            String header = change.operation() == Operation.DELETE ? "__debezium.newkey" : "__debezium.oldkey";
            headers.set(header, parse(envelope.otherKeyToText(change)));
        }
        JsonNode value = event instanceof Tombstone ? NullNode.getInstance() : parse(envelope.toText(change));
        return Map.of("key", parse(envelope.keyToText(change)), "value", value, "headers", headers);
    }

    private static JsonNode parse(String json) throws IOException {
        return json == null ? NullNode.getInstance() : MAPPER.readTree(json);
    }

    private static List<ObjectNode> golden(String name) throws IOException {
        List<ObjectNode> lines = new ArrayList<>();
        try (InputStream in = GoldenTest.class.getResourceAsStream("/envelope/golden/" + name + ".jsonl")) {
            for (String line : new String(in.readAllBytes(), StandardCharsets.UTF_8).split("\n")) {
                ObjectNode message = (ObjectNode) parse(line);
                leaveOut(message);
                lines.add(message);
            }
        }
        return lines;
    }

    private static void leaveOut(ObjectNode message) {
        ((ObjectNode) message.get("headers")).properties().removeIf(header -> header.getKey()
                .startsWith("__debezium.context."));
        JsonNode value = message.get("value");
        for (String image : List.of("before", "after")) {
            leaveOutLargeObjects(value.path("payload").path(image));
            leaveOutLargeObjects(value.path(image));
        }
        markAllRowsOfSnapshotsAlike(value.path("payload").path("source"));
        markAllRowsOfSnapshotsAlike(value.path("source"));
        leaveOutOfSchema(value.path("schema").path("fields"));
    }

    private static void leaveOutLargeObjects(JsonNode row) {
        if (row instanceof ObjectNode columns) {
            columns.remove(List.of("C_CLOB", "C_BLOB"));
        }
    }

    private static void markAllRowsOfSnapshotsAlike(JsonNode source) {
        if (source instanceof ObjectNode facts
                && !facts.get("snapshot").textValue().equals("false")) {
            facts.put("snapshot", "true");
        }
    }

    private static void leaveOutOfSchema(JsonNode fields) {
        for (JsonNode image : fields) {
            Iterator<JsonNode> columns = image.path("fields").iterator();
            while (columns.hasNext()) {
                ObjectNode column = (ObjectNode) columns.next();
                if (List.of("C_CLOB", "C_BLOB").contains(column.get("field").textValue())) {
                    columns.remove();
                } else if (column.get("field").textValue().startsWith("C_")) {
                    column.remove("default");
                }
            }
        }
    }
}
