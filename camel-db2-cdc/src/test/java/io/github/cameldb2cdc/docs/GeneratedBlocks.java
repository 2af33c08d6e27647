package io.github.cameldb2cdc.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.cameldb2cdc.EventHeadersAccess;
import io.github.cameldb2cdc.checkpoint.CheckpointTableText;
import io.github.cameldb2cdc.engine.LoadProgressLines;
import io.github.cameldb2cdc.envelope.EnvelopeFormat;
import io.github.cameldb2cdc.envelope.EnvelopeStyle;
import io.github.cameldb2cdc.envelope.IdempotencyKey;
import io.github.cameldb2cdc.envelope.JsonEnvelope;
import io.github.cameldb2cdc.event.Notification;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.SchemaChange;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.Tombstone;
import io.github.cameldb2cdc.jdbc.SqlMeaningsText;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The blocks that are written by the code that they tell of. */
final class GeneratedBlocks {

    private final Manual manual;
    private final ExampleEvents example;

    /** @param manual has the statements and commands of which blocks are made */
    GeneratedBlocks(Manual manual, ExampleEvents example) {
        this.manual = manual;
        this.example = example;
    }

    /** The text of each block by its id. */
    Map<String, String> all() {
        Map<String, String> blocks = new LinkedHashMap<>(SourceTags.all());
        blocks.put("plain-read", json("read", EnvelopeStyle.PLAIN));
        blocks.put("plain-created", json("created", EnvelopeStyle.PLAIN));
        blocks.put("plain-updated", json("updated", EnvelopeStyle.PLAIN));
        blocks.put("plain-deleted", json("deleted", EnvelopeStyle.PLAIN));
        blocks.put("debezium-updated", json("updated", EnvelopeStyle.DEBEZIUM));
        blocks.put("key-with-schema", keyWithSchema());
        blocks.put("headers", headers());
        blocks.put("key-change", keyChange());
        blocks.put("idempotency-keys", idempotencyKeys());
        Notification started = NotificationExample.startedBefore(example.get("read"));
        blocks.put("notification-started", NotificationExample.json(started));
        blocks.put("notification-headers", NotificationExample.headers(started));
        SchemaChange change = SchemaChangeExample.behind(example.get("updated"));
        blocks.put("schema-change", SchemaChangeExample.json(change));
        blocks.put("schema-change-headers", SchemaChangeExample.headers(change));
        blocks.put("lob-values", LargeObjectExample.table(manual));
        blocks.put("special-values-table", SpecialValues.table());
        blocks.put("test-dependency", TestDependencies.text());
        blocks.putAll(setupOutputs());
        blocks.put("type-table", ValueTables.types());
        blocks.put("presets", ValueTables.presets());
        blocks.put("decimal-modes", ValueTables.decimalModes());
        blocks.put("temporal-modes", ValueTables.temporalModes());
        blocks.put("binary-modes", ValueTables.binaryModes());
        blocks.put("sql-codes", SqlMeaningsText.table());
        blocks.put("load-log", loadLog());
        blocks.put("checkpoint-table", CheckpointTableText.of("CDC.DB2_CDC_CHECKPOINT"));
        return blocks;
    }

    /** What grants are printed is compared in SetupTest; what follows the change table is there once already. */
    private Map<String, String> setupOutputs() {
        Map<String, String> outputs = SetupCommands.outputs(manual);
        outputs.remove("setup-grant-output");
        outputs.computeIfPresent("setup-register-lob-output", (id, text) -> text.split("\nCREATE UNIQUE INDEX")[0]);
        return outputs;
    }

    private static String loadLog() {
        TableId table = new TableId("HR", "EMPLOYEES");
        return String.join(
                "\n", LoadProgressLines.of(table, 250_000, Duration.ofSeconds(10), 118_000, 119_500, 12_500));
    }

    private String json(String event, EnvelopeStyle style) {
        return JsonLayout.of(JsonEnvelope.of(style).toTree(example.get(event)));
    }

    private String keyWithSchema() {
        EnvelopeStyle style = EnvelopeStyle.of(EnvelopeFormat.DEBEZIUM, null, null, null, null, true);
        return JsonLayout.of(tree(JsonEnvelope.of(style).keyToText(example.get("updated"))));
    }

    private static JsonNode tree(String json) {
        try {
            return new ObjectMapper().readTree(json);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Every header that the metadata know, with its value in the example's update. */
    private String headers() {
        Map<String, Object> values = EventHeadersAccess.of(example.get("updated"), EnvelopeStyle.PLAIN);
        List<String> rows = new ArrayList<>(List.of("| header | class | in the update above | what it is", ""));
        ComponentFacts.headers()
                .forEach((name, facts) -> rows.add("| `" + name + "` | `" + facts.type() + "` | "
                        + (values.containsKey(name) ? "`" + values.get(name) + "`" : "") + " | "
                        + facts.description()));
        return String.join("\n", rows);
    }

    private String keyChange() {
        List<String> rows = new ArrayList<>(List.of("| header | first event | second event", ""));
        Map<String, Object> first = EventHeadersAccess.of(example.get("old-key-deleted"), EnvelopeStyle.PLAIN);
        Map<String, Object> second = EventHeadersAccess.of(example.get("new-key-created"), EnvelopeStyle.PLAIN);
        for (String header :
                List.of("CamelDb2CdcOperation", "CamelDb2CdcKey", "CamelDb2CdcNewKey", "CamelDb2CdcOldKey")) {
            rows.add("| `" + header + "` | " + cell(first.get(header)) + "| " + cell(second.get(header)));
        }
        return String.join("\n", rows).replaceAll(" +(?=\n|$)", "");
    }

    private static String cell(Object value) {
        return value == null ? "" : "`" + value + "` ";
    }

    private String idempotencyKeys() {
        RowChange deleted = example.get("deleted");
        return String.join(
                "\n",
                IdempotencyKey.of(example.get("created")),
                IdempotencyKey.of(deleted),
                IdempotencyKey.of(new Tombstone(deleted)),
                IdempotencyKey.of(example.get("read")),
                IdempotencyKey.of(NotificationExample.startedBefore(example.get("read"))));
    }
}
