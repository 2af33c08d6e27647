package io.github.cameldb2cdc.envelope;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.TableSchema;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Writes rows and keys of one table: all names are encoded and the writers of values are chosen when it is made.
 *
 * <p>Keeps no reference to the {@link TableSchema}, whose life it must not prolong. Immutable and thread-safe.
 */
final class TableWriter {

    private final SerializedString schemaName;
    private final SerializedString tableName;
    private final SerializedString[] columnNames;
    private final ValueWriter[] valueWriters;
    private final int[] keyIndexes;
    private final ConnectSchemas schemas;

    TableWriter(TableSchema table, EnvelopeStyle style) {
        List<Column> columns = table.columns();
        List<ColumnForm> forms = columns.stream()
                .map(column -> ColumnForm.of(table.id(), column, style))
                .toList();
        schemaName = new SerializedString(table.id().schema());
        tableName = new SerializedString(table.id().name());
        columnNames = columns.stream()
                .map(column -> new SerializedString(column.name()))
                .toArray(SerializedString[]::new);
        valueWriters = forms.stream().map(ColumnForm::writer).toArray(ValueWriter[]::new);
        keyIndexes = table.messageKey().stream().mapToInt(table::indexOf).toArray();
        schemas = style.includeSchema() ? schemasOf(table, forms, style) : null;
    }

    private ConnectSchemas schemasOf(TableSchema table, List<ColumnForm> forms, EnvelopeStyle style) {
        List<ConnectType.Field> fields = IntStream.range(0, forms.size())
                .mapToObj(i -> fieldOf(table.columns().get(i), forms.get(i)))
                .toList();
        List<ConnectType.Field> key =
                IntStream.of(keyIndexes).mapToObj(fields::get).toList();
        return new ConnectSchemas(
                table.id(), fields, key, SourceFacts.of(style.format()).mayLackTime());
    }

    private static ConnectType.Field fieldOf(Column column, ColumnForm form) {
        return new ConnectType.Field(column.name(), form.type(), column.nullable());
    }

    /** The schemas of the table's messages; null if the style has none. */
    ConnectSchemas schemas() {
        return schemas;
    }

    /** Writes the two fields that name the table. */
    void writeName(JsonGenerator json) throws IOException {
        json.writeFieldName(FieldNames.SCHEMA);
        json.writeString(schemaName);
        json.writeFieldName(FieldNames.TABLE);
        json.writeString(tableName);
    }

    /** Writes a row as an object, or null for no row. */
    void writeRow(Row row, JsonGenerator json) throws IOException {
        if (row == null) {
            json.writeNull();
            return;
        }
        json.writeStartObject();
        for (int i = 0; i < columnNames.length; i++) {
            writeValue(i, row.get(i), json);
        }
        json.writeEndObject();
    }

    /** Writes the key of a row as an object. */
    void writeKey(Row row, JsonGenerator json) throws IOException {
        json.writeStartObject();
        for (int index : keyIndexes) {
            writeValue(index, row.get(index), json);
        }
        json.writeEndObject();
    }

    /** Writes a key of the table as an object. */
    void writeKey(RowKey key, JsonGenerator json) throws IOException {
        json.writeStartObject();
        for (int i = 0; i < keyIndexes.length; i++) {
            writeValue(keyIndexes[i], key.get(i), json);
        }
        json.writeEndObject();
    }

    private void writeValue(int index, Object value, JsonGenerator json) throws IOException {
        json.writeFieldName(columnNames[index]);
        if (value == null) {
            json.writeNull();
        } else {
            valueWriters[index].write(value, json);
        }
    }
}
