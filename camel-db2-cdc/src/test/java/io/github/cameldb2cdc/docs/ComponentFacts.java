package io.github.cameldb2cdc.docs;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** What the component's generated description says. */
final class ComponentFacts {

    /**
     * A header.
     *
     * @param type the simple name of its class
     * @param description a sentence
     */
    record Header(String type, String description) {}

    private ComponentFacts() {}

    /** The headers in the order of their declaration. */
    static Map<String, Header> headers() {
        Map<String, Header> headers = new LinkedHashMap<>();
        description().get("headers").properties().forEach(header -> {
            String type = header.getValue().get("javaType").asText();
            headers.put(
                    header.getKey(),
                    new Header(
                            type.substring(type.lastIndexOf('.') + 1),
                            header.getValue().get("description").asText()));
        });
        return headers;
    }

    /** The names of the options; one with a prefix ends in a dot. */
    static Set<String> options() {
        Set<String> options = new TreeSet<>();
        description()
                .get("properties")
                .properties()
                .forEach(option -> options.add(
                        option.getValue().has("prefix")
                                ? option.getValue().get("prefix").asText()
                                : option.getKey()));
        return options;
    }

    private static JsonNode description() {
        try {
            return new ObjectMapper()
                    .readTree(ComponentFacts.class.getResource("/META-INF/io/github/cameldb2cdc/db2-cdc.json"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
