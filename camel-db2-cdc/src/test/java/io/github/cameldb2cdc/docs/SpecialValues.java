package io.github.cameldb2cdc.docs;

import io.github.cameldb2cdc.docs.ValueSamples.Sample;
import io.github.cameldb2cdc.envelope.EnvelopeStyle;
import io.github.cameldb2cdc.source.TemporalTextAccess;
import java.util.ArrayList;
import java.util.List;

/** Values at which readers of Db2 go wrong, made of the text in which the database gives them. */
final class SpecialValues {

    private SpecialValues() {}

    static String table() {
        List<String> rows =
                new ArrayList<>(List.of("| Db2 type | in the database | in the row | PLAIN | DEBEZIUM", ""));
        rows.add(temporal("DATE", "1582-10-10"));
        rows.add(temporal("DATE", "0001-01-01"));
        rows.add(temporal("TIME", "24.00.00"));
        rows.add(temporal("TIMESTAMP(0)", "2026-12-31-24.00.00"));
        rows.add(temporal("TIMESTAMP(12)", "2026-11-30-09.30.00.123456789012"));
        rows.add(temporal("TIMESTAMP(6)", "9999-12-31-23.59.59.999999"));
        rows.add(temporal("TIMESTAMP(9)", "9999-12-31-23.59.59.999999999"));
        rows.add(row("DECFLOAT(34)", "NaN", Double.NaN));
        rows.add(row("DECFLOAT(34)", "-Infinity", Double.NEGATIVE_INFINITY));
        return String.join("\n", rows);
    }

    private static String temporal(String type, String text) {
        return row(type, text, TemporalTextAccess.read(type, text));
    }

    private static String row(String type, String text, Object value) {
        Sample sample = new Sample(type, null, value);
        return ValueTables.row(
                type,
                text,
                value,
                ValueTables.written(sample, EnvelopeStyle.PLAIN),
                ValueTables.written(sample, EnvelopeStyle.DEBEZIUM));
    }
}
