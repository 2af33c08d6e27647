package io.github.cameldb2cdc.envelope;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.SchemaChange;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.StructureChange;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes changes of structure in the form of Debezium's schema change events, as far as their fields are known here, with
 * the table as it was ({@code previous}) and what differs ({@code changes}) beside the table as it is:
 *
 * <pre>{@code
 * {"source": {"version": "0.1.0", "connector": "db2", "name": "hr", "ts_ms": 1747526400417, "snapshot": "false",
 *             "db": "SAMPLE", "schema": "DB2INST1", "table": "EMPLOYEES", "change_lsn": null, "commit_lsn": "CSN:00..."},
 *  "ts_ms": 1747526400417, "databaseName": "SAMPLE", "schemaName": "DB2INST1", "ddl": null,
 *  "tableChanges": [{"type": "ALTER", "id": "\"DB2INST1\".\"EMPLOYEES\"",
 *                    "table": {"primaryKeyColumnNames": ["EMP_ID"], "columns": [{"name": "EMP_ID", ...}, ...]},
 *                    "previous": {"primaryKeyColumnNames": ["EMP_ID"], "columns": [...]},
 *                    "changes": [{"kind": "COLUMN_ADDED", "column": "CITY", "before": null, "after": "VARCHAR(9)"}]}]}
 * }</pre>
 *
 * <p>The columns are those of events. The type is ALTER, CREATE for a table that was created anew, or DROP, whose
 * {@code table} is null.
 */
public final class SchemaChangeEnvelope {

    private SchemaChangeEnvelope() {}

    /** The change as a map, which is the caller's to change. */
    public static Map<String, Object> toMap(SchemaChange change, EnvelopeFormat format) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("source", sourceOf(change, format));
        map.put("ts_ms", change.time().toEpochMilli());
        map.put("databaseName", change.origin().database());
        map.put("schemaName", change.table().schema());
        map.put("ddl", null);
        map.put("tableChanges", new ArrayList<>(List.of(tableChangeOf(change))));
        return map;
    }

    private static Map<String, Object> sourceOf(SchemaChange change, EnvelopeFormat format) {
        Origin origin = change.origin();
        Map<String, Object> source = new LinkedHashMap<>();
        source.put(FieldNames.VERSION.getValue(), origin.version());
        source.put(FieldNames.CONNECTOR.getValue(), FieldNames.DB2.getValue());
        source.put(FieldNames.NAME.getValue(), origin.name());
        source.put("ts_ms", change.time().toEpochMilli());
        source.put("snapshot", "false");
        source.put(FieldNames.DATABASE.getValue(), origin.database());
        source.put("schema", change.table().schema());
        source.put("table", change.table().name());
        source.put("change_lsn", null);
        source.put("commit_lsn", spell(change.position().commit(), format));
        return source;
    }

    private static String spell(Sequence commit, EnvelopeFormat format) {
        return SourceFacts.of(format).spell(commit);
    }

    private static Map<String, Object> tableChangeOf(SchemaChange change) {
        boolean anew = change.changes().stream().anyMatch(one -> one.kind() == StructureChange.Kind.TABLE_CREATED_ANEW);
        TableId id = change.table();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("type", change.isDropped() ? "DROP" : anew ? "CREATE" : "ALTER");
        map.put("id", quoted(id.schema()) + '.' + quoted(id.name()));
        map.put("table", change.isDropped() ? null : tableOf(change.after()));
        map.put("previous", tableOf(change.before()));
        List<Object> differences = new ArrayList<>();
        change.changes().forEach(one -> differences.add(differenceOf(one)));
        map.put("changes", differences);
        return map;
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    private static Map<String, Object> tableOf(TableSchema schema) {
        Map<String, Object> table = new LinkedHashMap<>();
        table.put("primaryKeyColumnNames", new ArrayList<>(schema.messageKey()));
        List<Object> columns = new ArrayList<>();
        for (int i = 0; i < schema.columns().size(); i++) {
            columns.add(columnOf(schema.columns().get(i), i + 1));
        }
        table.put("columns", columns);
        return table;
    }

    private static Map<String, Object> columnOf(Column column, int position) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", column.name());
        map.put("jdbcType", jdbcTypeOf(column));
        map.put("typeName", typeNameOf(column));
        map.put("length", column.length());
        map.put("scale", column.scale());
        map.put("position", position);
        map.put("optional", column.nullable());
        return map;
    }

    private static String typeNameOf(Column column) {
        return switch (column.type()) {
            case CHAR_FOR_BIT_DATA -> "CHAR () FOR BIT DATA";
            case VARCHAR_FOR_BIT_DATA -> "VARCHAR () FOR BIT DATA";
            default -> column.type().name();
        };
    }

    /** The number of {@code java.sql.Types}, which this package does not know. */
    private static int jdbcTypeOf(Column column) {
        return switch (column.type()) {
            case SMALLINT -> 5;
            case INTEGER -> 4;
            case BIGINT -> -5;
            case DECIMAL -> 3;
            case DECFLOAT -> 1_111;
            case REAL -> 7;
            case DOUBLE -> 8;
            case CHAR, GRAPHIC -> 1;
            case VARCHAR, VARGRAPHIC -> 12;
            case CHAR_FOR_BIT_DATA, BINARY -> -2;
            case VARCHAR_FOR_BIT_DATA, VARBINARY -> -3;
            case CLOB, DBCLOB -> 2_005;
            case BLOB -> 2_004;
            case XML -> 2_009;
            case DATE -> 91;
            case TIME -> 92;
            case TIMESTAMP -> 93;
            case BOOLEAN -> 16;
            case ROWID -> -8;
        };
    }

    private static Map<String, Object> differenceOf(StructureChange change) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("kind", change.kind().name());
        map.put("column", change.column());
        map.put("before", change.before() == null ? null : change.before().definition());
        map.put("after", change.after() == null ? null : change.after().definition());
        return map;
    }

    /** The change as JSON in UTF-8. */
    public static byte[] toBytes(SchemaChange change, EnvelopeStyle style) {
        return JsonBytes.of(json -> writeMessage(change, style, json));
    }

    /** The change as JSON. */
    public static String toText(SchemaChange change, EnvelopeStyle style) {
        return new String(toBytes(change, style), StandardCharsets.UTF_8);
    }

    private static void writeMessage(SchemaChange change, EnvelopeStyle style, JsonGenerator json) throws IOException {
        Map<String, Object> map = toMap(change, style.format());
        if (style.includeSchema()) {
            // Connect's converter takes a null schema for a value that has none
            json.writeStartObject();
            json.writeFieldName(FieldNames.SCHEMA);
            json.writeNull();
            json.writeFieldName(FieldNames.PAYLOAD);
            write(map, json);
            json.writeEndObject();
        } else {
            write(map, json);
        }
    }

    private static void write(Object value, JsonGenerator json) throws IOException {
        if (value instanceof Map<?, ?> map) {
            json.writeStartObject();
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                json.writeFieldName((String) entry.getKey());
                write(entry.getValue(), json);
            }
            json.writeEndObject();
        } else if (value instanceof List<?> list) {
            json.writeStartArray();
            for (Object element : list) {
                write(element, json);
            }
            json.writeEndArray();
        } else {
            // text, number, boolean or null
            json.writeObject(value);
        }
    }
}
