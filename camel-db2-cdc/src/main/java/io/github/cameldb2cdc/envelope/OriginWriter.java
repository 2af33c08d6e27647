package io.github.cameldb2cdc.envelope;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import io.github.cameldb2cdc.event.Origin;
import java.io.IOException;

/** Writes what all events of one consumer say of their source, encoded once. Immutable and thread-safe. */
final class OriginWriter {

    private final SerializedString version;
    private final SerializedString name;
    private final SerializedString database;

    OriginWriter(Origin origin) {
        version = new SerializedString(origin.version());
        name = new SerializedString(origin.name());
        database = new SerializedString(origin.database());
    }

    void writeConnector(JsonGenerator json) throws IOException {
        json.writeFieldName(FieldNames.VERSION);
        json.writeString(version);
        json.writeFieldName(FieldNames.CONNECTOR);
        json.writeString(FieldNames.DB2);
        json.writeFieldName(FieldNames.NAME);
        json.writeString(name);
    }

    void writeDatabase(JsonGenerator json) throws IOException {
        json.writeFieldName(FieldNames.DATABASE);
        json.writeString(database);
    }
}
