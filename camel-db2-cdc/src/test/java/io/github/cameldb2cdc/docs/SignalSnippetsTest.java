package io.github.cameldb2cdc.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.camel.ConsumerTemplate;
import org.apache.camel.Exchange;
import org.apache.camel.ExchangePattern;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.component.stub.StubComponent;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The pieces of the page on signals, each sent to a route that runs. What stands for other systems are queues in memory. */
class SignalSnippetsTest {

    private static final long LONGEST_WAIT_MILLIS = 30_000;

    private final Manual manual = Manual.read();
    private final EmbeddedDb2 db2 = EmbeddedDb2.start();
    private final RouteUnderTest route = new RouteUnderTest(db2);
    private final ConsumerTemplate events = route.context().createConsumerTemplate();

    @BeforeEach
    void prepare() {
        ExampleEvents.prepare(db2, manual);
        route.configuration().setIdempotentRepository(new MemoryCheckpointRepository());
        List.of("kafka", "platform-http").forEach(system -> route.context().addComponent(system, new StubComponent()));
    }

    @AfterEach
    void close() throws IOException {
        events.close();
        route.close();
        db2.close();
    }

    static List<ManualBlock> payloads() {
        return Manual.read().blocksIn("json").stream()
                .filter(block -> block.id().startsWith(ManualTest.IN_SIGNAL_SNIPPETS_TEST))
                .toList();
    }

    private void load(String block) throws Exception {
        PluginHelper.getRoutesLoader(route.context())
                .loadRoutes(ResourceHelper.fromString(
                        block + ".yaml", manual.block(block).text()));
        route.context().start();
    }

    /** The operation of the next event that the first route hands on. */
    private String nextOperation() {
        Exchange event = events.receive("kafka:employees", LONGEST_WAIT_MILLIS);
        if (event == null) {
            return null;
        }
        // whoever takes an exchange off a queue says when it is done
        events.doneUoW(event);
        return event.getMessage().getHeader("CamelDb2CdcOperation", String.class);
    }

    @ParameterizedTest
    @MethodSource("payloads")
    void aPayloadIsTakenOver(ManualBlock payload) throws Exception {
        load("signal-rest-route");
        assertThat(nextOperation()).isEqualTo("r");
        try (ProducerTemplate template = route.context().createProducerTemplate()) {
            Object answer = template.requestBody("db2-cdc:HR?operation=EXECUTE_SNAPSHOT", payload.text());
            assertThat((Map<?, ?>) answer)
                    .hasToString("{id=" + ((Map<?, ?>) answer).get("id")
                            + ", state=TAKEN, reason=null, tables=[HR.EMPLOYEES]}");
        }
    }

    @Test
    void aRequestLoadsATableAgain() throws Exception {
        load("signal-rest-route");
        assertThat(nextOperation()).isEqualTo("r");
        try (ProducerTemplate template = route.context().createProducerTemplate()) {
            Exchange answer =
                    template.send("platform-http:/snapshots", ExchangePattern.InOut, request -> request.getMessage()
                            .setBody(manual.block("signal-whole").text()));
            assertThat(answer.getMessage().getBody(String.class)).startsWith("TAKEN ");
            assertThat(answer.getMessage().getHeader("CamelHttpResponseCode")).isNull();
            assertThat(nextOperation()).isEqualTo("notification");
            assertThat(nextOperation()).isEqualTo("r");
            assertThat(nextOperation()).isEqualTo("notification");
            Exchange refusal =
                    template.send("platform-http:/snapshots", ExchangePattern.InOut, request -> request.getMessage()
                            .setBody("{\"data-collections\": [\"HR.NONE\"]}"));
            assertThat(refusal.getMessage().getBody(String.class))
                    .startsWith("REFUSED ")
                    .contains("'HR.NONE' names no table");
            assertThat(refusal.getMessage().getHeader("CamelHttpResponseCode", Integer.class))
                    .isEqualTo(422);
        }
    }

    @Test
    void aMessageOfATopicLoadsRowsAgain() throws Exception {
        load("signal-kafka-route");
        assertThat(nextOperation()).isEqualTo("r");
        try (ProducerTemplate template = route.context().createProducerTemplate()) {
            for (int delivery = 1; delivery <= 2; delivery++) {
                template.sendBodyAndHeaders(
                        "kafka:db2-signals",
                        "{\"type\": \"execute-snapshot\", \"data\": "
                                + manual.block("signal-keys").text() + "}",
                        Map.of("kafka.TOPIC", "db2-signals", "kafka.PARTITION", 0, "kafka.OFFSET", 7));
            }
        }
        assertThat(nextOperation()).isEqualTo("r");
        db2.execute("DELETE FROM HR.EMPLOYEES WHERE ID = 1");
        assertThat(nextOperation()).isEqualTo("d");
    }

    @Test
    void aRowOfTheTableLoadsRowsAgain() throws Exception {
        manual.block("signal-table").statements().forEach(db2::execute);
        db2.register("OPS.SIGNALS");
        route.configuration().setSignalTable("OPS.SIGNALS");
        load("signal-rest-route");
        assertThat(nextOperation()).isEqualTo("r");
        manual.block("signal-insert").statements().forEach(db2::execute);
        assertThat(nextOperation()).isEqualTo("r");
    }
}
