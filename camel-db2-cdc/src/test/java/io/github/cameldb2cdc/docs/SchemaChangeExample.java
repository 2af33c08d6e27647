package io.github.cameldb2cdc.docs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.cameldb2cdc.EventHeadersAccess;
import io.github.cameldb2cdc.envelope.EnvelopeStyle;
import io.github.cameldb2cdc.envelope.SchemaChangeEnvelope;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.SchemaChange;
import io.github.cameldb2cdc.event.StructureChange;
import io.github.cameldb2cdc.event.TableSchema;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;

/** The example's table, of which two columns are shown, when it gets a third. */
final class SchemaChangeExample {

    private static final LocalDateTime ALTERED = LocalDateTime.of(2026, 11, 30, 12, 0);

    private SchemaChangeExample() {}

    static SchemaChange behind(RowChange row) {
        TableSchema all = row.table();
        List<Column> columns = new ArrayList<>(all.columns().subList(0, 2));
        TableSchema before = new TableSchema(all.id(), columns, all.identity(), all.messageKey());
        Column city = new Column("CITY", ColumnType.VARCHAR, 40, 0, true);
        columns.add(city);
        TableSchema after = new TableSchema(all.id(), columns, all.identity(), all.messageKey());
        return new SchemaChange(
                row.origin(),
                Position.endOf(row.position().commit()),
                before,
                after,
                List.of(new StructureChange(StructureChange.Kind.COLUMN_ADDED, null, city)),
                ALTERED,
                row.readTime());
    }

    static String json(SchemaChange change) {
        try {
            return JsonLayout.of(new ObjectMapper().readTree(SchemaChangeEnvelope.toText(change, EnvelopeStyle.PLAIN)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A row for each header. */
    static String headers(SchemaChange change) {
        List<String> rows = new ArrayList<>(List.of("| header | value", ""));
        EventHeadersAccess.of(change).forEach((name, value) -> rows.add("| `" + name + "` | `" + value + '`'));
        return String.join("\n", rows);
    }
}
