package io.github.cameldb2cdc.envelope;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.TableSchema;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;

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

    TableWriter(TableSchema table, Function<Column, ValueWriter> writerFor) {
        List<Column> columns = table.columns();
        schemaName = new SerializedString(table.id().schema());
        tableName = new SerializedString(table.id().name());
        columnNames = columns.stream()
                .map(column -> new SerializedString(column.name()))
                .toArray(SerializedString[]::new);
        valueWriters = columns.stream().map(writerFor).toArray(ValueWriter[]::new);
        keyIndexes = table.messageKey().stream().mapToInt(table::indexOf).toArray();
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
            writeColumn(i, row, json);
        }
        json.writeEndObject();
    }

    /** Writes the key of a row as an object. */
    void writeKey(Row row, JsonGenerator json) throws IOException {
        json.writeStartObject();
        for (int index : keyIndexes) {
            writeColumn(index, row, json);
        }
        json.writeEndObject();
    }

    private void writeColumn(int index, Row row, JsonGenerator json) throws IOException {
        json.writeFieldName(columnNames[index]);
        Object value = row.get(index);
        if (value == null) {
            json.writeNull();
        } else {
            valueWriters[index].write(value, json);
        }
    }
}
