package io.github.cameldb2cdc;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.cameldb2cdc.envelope.EnvelopeFormat;
import io.github.cameldb2cdc.envelope.EnvelopeStyle;
import io.github.cameldb2cdc.envelope.JsonEnvelope;
import io.github.cameldb2cdc.envelope.MapEnvelope;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.Tombstone;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.camel.Message;
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

    @Test
    void theConvertersWriteInTheStyleOfTheEndpointAlsoBehindASeda() throws Exception {
        EnvelopeStyle style = EnvelopeStyle.of(EnvelopeFormat.DEBEZIUM, null, null, null, null, true);
        BlockingQueue<Map<Class<?>, Object>> forms = new LinkedBlockingQueue<>();
        RowChange change = SampleEvents.created(7);
        try (ScriptedSource source = new ScriptedSource(new RouteBuilder() {
            @Override
            public void configure() {
                from(ScriptedSource.URI).to("seda:later");
                from("seda:later").process(exchange -> forms.add(formsOf(exchange.getMessage())));
            }
        })) {
            source.deliver(change, BodyType.EVENT, style, false);
            Map<Class<?>, Object> form = forms.poll(60, TimeUnit.SECONDS);

            String json = JsonEnvelope.of(style).toText(change);
            assertThat(form)
                    .containsEntry(String.class, json)
                    .containsEntry(JsonNode.class, JsonEnvelope.of(style).toTree(change))
                    .containsEntry(Map.class, MapEnvelope.toMap(change, EnvelopeFormat.DEBEZIUM));
            assertThat((byte[]) form.get(byte[].class))
                    .asString(StandardCharsets.UTF_8)
                    .isEqualTo(json);
        }
    }

    private static Map<Class<?>, Object> formsOf(Message message) {
        return Stream.of(String.class, byte[].class, JsonNode.class, Map.class)
                .collect(Collectors.toMap(type -> type, type -> message.getBody(type)));
    }

    @Test
    void aTombstoneHasNoBodyWhateverItsType() throws Exception {
        List<Message> messages = new ArrayList<>();
        try (ScriptedSource source = new ScriptedSource(new RouteBuilder() {
            @Override
            public void configure() {
                from(ScriptedSource.URI)
                        .process(exchange -> messages.add(exchange.getMessage().copy()));
            }
        })) {
            for (BodyType type : BodyType.values()) {
                source.deliver(new Tombstone(SampleEvents.deleted(7, null)), type, false);
            }
        }

        assertThat(messages).hasSize(3).allSatisfy(message -> {
            assertThat(message.getBody()).isNull();
            assertThat(message.getHeader(Db2CdcConstants.KEY)).isEqualTo("{\"ID\":7}");
        });
    }

    private <T> T convert(RowChange change, Class<T> type) throws Exception {
        return context.getTypeConverter().mandatoryConvertTo(type, change);
    }
}
