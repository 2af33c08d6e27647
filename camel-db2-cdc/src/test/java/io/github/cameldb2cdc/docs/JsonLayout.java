package io.github.cameldb2cdc.docs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;

/** Lays JSON out for readers: an object that is too long for a line has a line for each field, inside it several. */
final class JsonLayout {

    private static final int WIDTH = 100;
    private static final ObjectMapper MAPPER = new ObjectMapper();

    private JsonLayout() {}

    static String of(JsonNode node) {
        String line = line(node);
        if (line.length() <= WIDTH) {
            return line;
        }
        List<String> fields = new ArrayList<>();
        node.properties().forEach(field -> {
            String name = quoted(field.getKey()) + ": ";
            fields.add(name + packed(field.getValue(), name.length() + 2));
        });
        return "{" + String.join(",\n ", fields) + "}";
    }

    private static String packed(JsonNode node, int indent) {
        String line = line(node);
        if (!node.isObject() || indent + line.length() <= WIDTH) {
            return line;
        }
        StringBuilder text = new StringBuilder("{");
        int column = indent;
        for (var field : node.properties()) {
            String one = quoted(field.getKey()) + ": " + line(field.getValue());
            if (text.length() > 1) {
                boolean fits = column + one.length() + 2 <= WIDTH;
                text.append(fits ? ", " : ",\n" + " ".repeat(indent));
                column = fits ? column : indent;
            }
            text.append(one);
            column += one.length() + 2;
        }
        return text.append('}').toString();
    }

    /** All in one line. */
    static String line(JsonNode node) {
        if (node.isObject()) {
            List<String> fields = new ArrayList<>();
            node.properties().forEach(field -> fields.add(quoted(field.getKey()) + ": " + line(field.getValue())));
            return "{" + String.join(", ", fields) + "}";
        }
        if (node.isArray()) {
            List<String> elements = new ArrayList<>();
            node.forEach(element -> elements.add(line(element)));
            return "[" + String.join(", ", elements) + "]";
        }
        return node.isBigDecimal() ? node.decimalValue().toPlainString() : node.toString();
    }

    private static String quoted(String name) {
        try {
            return MAPPER.writeValueAsString(name);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }
}
