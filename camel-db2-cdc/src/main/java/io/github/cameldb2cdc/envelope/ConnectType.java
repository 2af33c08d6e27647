package io.github.cameldb2cdc.envelope;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * A type of Kafka Connect, as its JSON converter writes it in schemas. Immutable and thread-safe.
 *
 * @param type the type of the JSON value, such as {@code int32}
 * @param name what the value means, such as {@code io.debezium.time.Date}; null if it is what it looks like
 * @param version the version of that meaning; null without one
 * @param doc a word of explanation; null for none
 * @param parameters what else there is to know of the meaning; may be empty
 * @param fallback the value that stands for an absent one; null for none
 * @param fields the fields of a {@code struct}; else empty
 */
record ConnectType(
        String type,
        String name,
        Integer version,
        String doc,
        Map<String, String> parameters,
        String fallback,
        List<Field> fields) {

    static final ConnectType BOOLEAN = simple("boolean");
    static final ConnectType INT16 = simple("int16");
    static final ConnectType INT32 = simple("int32");
    static final ConnectType INT64 = simple("int64");
    static final ConnectType FLOAT = simple("float");
    static final ConnectType DOUBLE = simple("double");
    static final ConnectType STRING = simple("string");
    static final ConnectType BYTES = simple("bytes");

    /** A field of a struct. */
    record Field(String name, ConnectType type, boolean optional) {}

    private static ConnectType simple(String type) {
        return new ConnectType(type, null, null, null, Map.of(), null, List.of());
    }

    /** A struct with a name of its own. */
    static ConnectType struct(String name, Integer version, List<Field> fields) {
        return new ConnectType("struct", name, version, null, Map.of(), null, List.copyOf(fields));
    }

    /** This type with a meaning, in its first version. */
    ConnectType named(String meaning) {
        return new ConnectType(type, meaning, 1, doc, parameters, fallback, fields);
    }

    ConnectType withDoc(String newDoc) {
        return new ConnectType(type, name, version, newDoc, parameters, fallback, fields);
    }

    /** @param newParameters are written in the order of the map */
    ConnectType withParameters(Map<String, String> newParameters) {
        return new ConnectType(type, name, version, doc, newParameters, fallback, fields);
    }

    ConnectType withFallback(String newFallback) {
        return new ConnectType(type, name, version, doc, parameters, newFallback, fields);
    }

    /** Writes the type as a schema of its own. */
    void write(JsonGenerator json) throws IOException {
        write(json, false, null);
    }

    private void write(JsonGenerator json, boolean optional, String field) throws IOException {
        json.writeStartObject();
        json.writeStringField("type", type);
        if (!fields.isEmpty()) {
            json.writeArrayFieldStart("fields");
            for (Field one : fields) {
                one.type().write(json, one.optional(), one.name());
            }
            json.writeEndArray();
        }
        json.writeBooleanField("optional", optional);
        writeMeaning(json);
        if (field != null) {
            json.writeStringField("field", field);
        }
        json.writeEndObject();
    }

    private void writeMeaning(JsonGenerator json) throws IOException {
        if (name != null) {
            json.writeStringField("name", name);
        }
        if (version != null) {
            json.writeNumberField("version", version);
        }
        if (doc != null) {
            json.writeStringField("doc", doc);
        }
        if (!parameters.isEmpty()) {
            json.writeObjectFieldStart("parameters");
            for (Map.Entry<String, String> parameter : parameters.entrySet()) {
                json.writeStringField(parameter.getKey(), parameter.getValue());
            }
            json.writeEndObject();
        }
        if (fallback != null) {
            json.writeStringField("default", fallback);
        }
    }
}
