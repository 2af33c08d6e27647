package io.github.cameldb2cdc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.cameldb2cdc.event.RowChange;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class Db2CdcConvertersTest {

    private final DefaultCamelContext context = new DefaultCamelContext();

    @BeforeEach
    void start() {
        context.start();
    }

    @AfterEach
    void stop() {
        context.stop();
    }

    @Test
    void anEventConvertsToEachFormOfItsEnvelope() throws Exception {
        RowChange change = SampleEvents.created(7);
        String json = convert(change, String.class);

        assertThat(json)
                .startsWith("{\"before\":null,\"after\":{\"ID\":7,\"NAME\":\"n7\"}")
                .endsWith("}");
        assertThat(new String(convert(change, byte[].class), StandardCharsets.UTF_8))
                .isEqualTo(json);
        try (InputStream stream = convert(change, InputStream.class)) {
            assertThat(new String(stream.readAllBytes(), StandardCharsets.UTF_8))
                    .isEqualTo(json);
        }
        assertThat(convert(change, JsonNode.class).at("/after/NAME").textValue())
                .isEqualTo("n7");
        assertThat(convert(change, Map.class))
                .containsEntry("op", "c")
                .containsEntry("after", Map.of("ID", 7, "NAME", "n7"));
    }

    @Test
    void theBodyTypeGivesTheSameFormsAtOnce() throws Exception {
        List<Object> bodies = new ArrayList<>();
        RowChange change = SampleEvents.created(7);
        try (ScriptedSource source = new ScriptedSource(new RouteBuilder() {
            @Override
            public void configure() {
                from(ScriptedSource.URI)
                        .process(exchange -> bodies.add(exchange.getMessage().getBody()));
            }
        })) {
            for (BodyType type : BodyType.values()) {
                source.deliver(change, type, false);
            }
        }

        assertThat(bodies).containsExactly(change, convert(change, String.class), convert(change, Map.class));
    }

    private <T> T convert(RowChange change, Class<T> type) throws Exception {
        return context.getTypeConverter().mandatoryConvertTo(type, change);
    }
}
