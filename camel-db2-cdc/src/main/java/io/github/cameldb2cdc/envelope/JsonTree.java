package io.github.cameldb2cdc.envelope;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;

/** Reads JSON as a tree without losing a digit: numbers with a fraction keep their scale. */
final class JsonTree {

    private static final ObjectReader READER = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build()
            .readerFor(JsonNode.class);

    private JsonTree() {}

    static JsonNode read(byte[] json) throws IOException {
        return READER.readTree(json);
    }
}
