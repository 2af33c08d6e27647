package io.github.cameldb2cdc.checkpoint;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.time.DateTimeException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A JSON object whose fields are taken with a check of their presence and kind. Fields that nobody asks for are
 * ignored: a later release may add some. Nothing that it throws repeats a value.
 */
final class JsonRecord {

    static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private final JsonNode node;

    private JsonRecord(JsonNode node) {
        this.node = node;
    }

    /** @throws DamagedRecordException if the text is not one JSON object */
    static JsonRecord parse(String text) {
        try {
            return of(MAPPER.readTree(text), "the record");
        } catch (JsonProcessingException e) {
            // not as a cause: the parser quotes the text
            throw new DamagedRecordException("it is no JSON from character "
                    + (e.getLocation() == null ? 0 : e.getLocation().getCharOffset()) + " on");
        }
    }

    private static JsonRecord of(JsonNode node, String what) {
        if (node == null || !node.isObject()) {
            throw new DamagedRecordException(what + " is no JSON object");
        }
        return new JsonRecord(node);
    }

    long number(String field) {
        JsonNode value = required(field);
        if (!value.isIntegralNumber() || !value.canConvertToLong()) {
            throw damagedAt(field);
        }
        return value.longValue();
    }

    int smallNumber(String field) {
        long value = number(field);
        if (value != (int) value) {
            throw damagedAt(field);
        }
        return (int) value;
    }

    boolean flag(String field) {
        JsonNode value = required(field);
        if (!value.isBoolean()) {
            throw damagedAt(field);
        }
        return value.booleanValue();
    }

    String text(String field) {
        return textOf(required(field), field);
    }

    String textOrNull(String field) {
        return isNull(field) ? null : text(field);
    }

    <T> T parsed(String field, Function<String, T> parser) {
        String text = text(field);
        try {
            return parser.apply(text);
        } catch (IllegalArgumentException | DateTimeException e) {
            // not as a cause: the parsers quote the text
            throw damagedAt(field);
        }
    }

    <T> T parsedOrNull(String field, Function<String, T> parser) {
        return isNull(field) ? null : parsed(field, parser);
    }

    <E extends Enum<E>> E constant(String field, Class<E> type) {
        return parsed(field, text -> Enum.valueOf(type, text));
    }

    JsonRecord object(String field) {
        return of(required(field), "the field '" + field + "'");
    }

    JsonRecord objectOrNull(String field) {
        return isNull(field) ? null : object(field);
    }

    List<JsonRecord> objects(String field) {
        List<JsonRecord> objects = new ArrayList<>();
        for (JsonNode element : array(field)) {
            objects.add(of(element, "an element of '" + field + "'"));
        }
        return objects;
    }

    List<String> texts(String field) {
        List<String> texts = new ArrayList<>();
        for (JsonNode element : array(field)) {
            texts.add(textOf(element, field));
        }
        return texts;
    }

    JsonNode array(String field) {
        JsonNode value = required(field);
        if (!value.isArray()) {
            throw damagedAt(field);
        }
        return value;
    }

    boolean isNull(String field) {
        return !node.hasNonNull(field);
    }

    private JsonNode required(String field) {
        if (isNull(field)) {
            throw new DamagedRecordException("the field '" + field + "' is missing");
        }
        return node.get(field);
    }

    private static String textOf(JsonNode value, String field) {
        if (!value.isTextual()) {
            throw damagedAt(field);
        }
        return value.textValue();
    }

    static DamagedRecordException damagedAt(String field) {
        return new DamagedRecordException("the field '" + field + "' has no valid value");
    }
}
