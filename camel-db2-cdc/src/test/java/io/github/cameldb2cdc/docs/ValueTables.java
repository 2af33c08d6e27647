package io.github.cameldb2cdc.docs;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.cameldb2cdc.docs.ValueSamples.Sample;
import io.github.cameldb2cdc.envelope.BinaryMode;
import io.github.cameldb2cdc.envelope.DecimalMode;
import io.github.cameldb2cdc.envelope.EnvelopeFormat;
import io.github.cameldb2cdc.envelope.EnvelopeStyle;
import io.github.cameldb2cdc.envelope.JsonEnvelope;
import io.github.cameldb2cdc.envelope.TemporalMode;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The tables that show what becomes of values, made of what the envelope writes. */
final class ValueTables {

    private ValueTables() {}

    static String types() {
        List<String> rows = new ArrayList<>(List.of("| Db2 type | in the row | PLAIN | DEBEZIUM", ""));
        for (Sample sample : ValueSamples.all()) {
            rows.add(row(
                    sample.type(),
                    ValueSamples.className(sample.value()),
                    written(sample, EnvelopeStyle.PLAIN),
                    written(sample, EnvelopeStyle.DEBEZIUM)));
        }
        return String.join("\n", rows);
    }

    static String decimalModes() {
        List<Sample> samples = List.of(
                new Sample("DECIMAL(9,2)", null, new BigDecimal("10.00")),
                new Sample("DECFLOAT(16)", null, new BigDecimal("12.50")),
                new Sample("DECFLOAT(16)", null, Double.NaN));
        List<String> rows = new ArrayList<>(List.of("| `decimalMode` | DECIMAL(9,2) | DECFLOAT | its NaN", ""));
        for (DecimalMode mode : DecimalMode.values()) {
            EnvelopeStyle style = EnvelopeStyle.of(EnvelopeFormat.PLAIN, mode, null, null, null, false);
            rows.add(row(mode.name(), samples, style));
        }
        return String.join("\n", rows);
    }

    static String temporalModes() {
        List<String> types = List.of("DATE", "TIME", "TIMESTAMP(3)", "TIMESTAMP(6)", "TIMESTAMP(9)");
        List<Sample> samples = types.stream().map(ValueSamples::momentIn).toList();
        List<String> rows = new ArrayList<>(List.of("| `temporalMode` | " + String.join(" | ", types), ""));
        for (TemporalMode mode : TemporalMode.values()) {
            EnvelopeStyle style = EnvelopeStyle.of(EnvelopeFormat.PLAIN, null, mode, null, null, false);
            rows.add(row(mode.name(), samples, style));
        }
        return String.join("\n", rows);
    }

    static String binaryModes() {
        Sample sample = new Sample("VARCHAR(8) FOR BIT DATA", null, new byte[] {(byte) 0xFB, (byte) 0xFF});
        List<String> rows = new ArrayList<>(List.of("| `binaryMode` | `+X'FBFF'+`", ""));
        for (BinaryMode mode : BinaryMode.values()) {
            EnvelopeStyle style = EnvelopeStyle.of(EnvelopeFormat.PLAIN, null, null, mode, null, false);
            rows.add(row(mode.name(), List.of(sample), style));
        }
        return String.join("\n", rows);
    }

    static String presets() {
        List<String> rows = new ArrayList<>(List.of("| option | PLAIN | DEBEZIUM", ""));
        EnvelopeStyle plain = EnvelopeStyle.PLAIN;
        EnvelopeStyle debezium = EnvelopeStyle.DEBEZIUM;
        rows.add(row("decimalMode", plain.decimals(), debezium.decimals()));
        rows.add(row("temporalMode", plain.temporals(), debezium.temporals()));
        rows.add(row("binaryMode", plain.binaries(), debezium.binaries()));
        rows.add(row("tombstones", plain.tombstones(), debezium.tombstones()));
        rows.add(row("includeSchema", plain.includeSchema(), debezium.includeSchema()));
        return String.join("\n", rows);
    }

    private static String row(String mode, List<Sample> samples, EnvelopeStyle style) {
        return row(Stream.concat(Stream.of(mode), samples.stream().map(sample -> (Object) written(sample, style)))
                .toArray());
    }

    static String row(Object... cells) {
        return Arrays.stream(cells).map(cell -> "| `" + cell + '`').collect(Collectors.joining(" "));
    }

    /** The value as the envelope writes it. */
    static String written(Sample sample, EnvelopeStyle style) {
        Column column = sample.column("C");
        TableSchema table = new TableSchema(new TableId("HR", "T"), List.of(column), List.of(), List.of());
        Position position = Position.endOf(Sequence.parse("0A"));
        RowChange change = new RowChange(
                new Origin("db2", "SAMPLE", "0.1.0"),
                Operation.READ,
                table,
                null,
                new Row(table, new Object[] {sample.value()}),
                position,
                -1,
                null,
                "s",
                Instant.EPOCH);
        JsonNode value = JsonEnvelope.of(style).toTree(change).get("after").get("C");
        return JsonLayout.line(value);
    }
}
