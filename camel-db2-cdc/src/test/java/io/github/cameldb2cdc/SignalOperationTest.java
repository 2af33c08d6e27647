package io.github.cameldb2cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.camel.FluentProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Signals that routes send to a consumer that runs. */
class SignalOperationTest {

    private final Queue<String> seen = new ConcurrentLinkedQueue<>();
    private EmbeddedDb2 db2;
    private DefaultCamelContext context;

    @BeforeEach
    void start() throws Exception {
        db2 = EmbeddedDb2.start();
        db2.execute("CREATE TABLE HR.STAFF (ID INTEGER NOT NULL PRIMARY KEY)", "INSERT INTO HR.STAFF VALUES (1), (2)");
        db2.register("HR.STAFF");
        context = new DefaultCamelContext();
        Db2CdcConfiguration configuration =
                context.getComponent("db2-cdc", Db2CdcComponent.class).getConfiguration();
        configuration.setJdbcUrl(db2.jdbcUrl());
        configuration.setUsername(db2.username());
        configuration.setPassword(db2.password());
        configuration.setIdempotentRepository(new MemoryCheckpointRepository());
        configuration.setCaptureProofWait(0);
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("db2-cdc:HR?snapshotMode=NO_DATA&delay=20")
                        .routeId("cdc")
                        .process(exchange -> seen.add(exchange.getMessage().getHeader(Db2CdcConstants.OPERATION) + " "
                                + exchange.getMessage().getHeader(Db2CdcConstants.KEY)));
            }
        });
        context.start();
    }

    @AfterEach
    void stop() {
        context.stop();
        db2.close();
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> send(String operation, Object body, String id) {
        try (FluentProducerTemplate template = context.createFluentProducerTemplate()) {
            return template.to("db2-cdc:HR?operation=" + operation)
                    .withBody(body)
                    .withHeader(Db2CdcConstants.SIGNAL_ID, id)
                    .request(Map.class);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aTableIsLoadedWhenAMessageAsksForIt() {
        assertThat(send("EXECUTE_SNAPSHOT", "{\"data-collections\": [\"HR.STAFF\"]}", "first"))
                .containsEntry("id", "first")
                .containsEntry("state", "TAKEN")
                .containsEntry("reason", null)
                .containsEntry("tables", List.of("HR.STAFF"));
        await().untilAsserted(() -> assertThat(seen)
                .containsExactly("notification null", "r {\"ID\":1}", "r {\"ID\":2}", "notification null"));
        assertThat(send("EXECUTE_SNAPSHOT", "{\"data-collections\": [\"HR.STAFF\"]}", "first"))
                .containsEntry("state", "KNOWN");
    }

    @Test
    void theBodyMayBeAMapBytesOrTheWholeSignal() {
        Map<String, Object> byKey = Map.of("data-collections", List.of("HR.STAFF"), "keys", List.of(Map.of("ID", 2)));
        Map<String, Object> answer = send("EXECUTE_SNAPSHOT", byKey, null);
        assertThat(answer).containsEntry("state", "TAKEN");
        assertThat((String) answer.get("id")).isNotBlank();
        await().untilAsserted(() -> assertThat(seen).containsExactly("r {\"ID\":2}"));
        String whole = "{\"id\": \"mine\", \"type\": \"execute-snapshot\", \"data\": {\"data-collections\":"
                + " [\"HR.STAFF\"], \"keys\": [{\"ID\": 1}]}}";
        assertThat(send("EXECUTE_SNAPSHOT", whole.getBytes(StandardCharsets.UTF_8), "other"))
                .containsEntry("id", "mine")
                .containsEntry("state", "TAKEN");
        await().untilAsserted(() -> assertThat(seen).containsExactly("r {\"ID\":2}", "r {\"ID\":1}"));
    }

    @Test
    void aPauseHoldsASnapshotUntilTheResume() {
        assertThat(send("PAUSE_SNAPSHOT", null, null)).containsEntry("state", "TAKEN");
        assertThat(send("EXECUTE_SNAPSHOT", "{\"data-collections\": [\"HR.STAFF\"]}", null))
                .containsEntry("state", "TAKEN");
        assertThat(send("STOP_SNAPSHOT", "{\"data-collections\": [\"HR.STAFF\"]}", null))
                .containsEntry("state", "TAKEN");
        assertThat(send("EXECUTE_SNAPSHOT", "{\"data-collections\": [\"HR.STAFF\"], \"keys\": [{\"ID\": 1}]}", null))
                .containsEntry("state", "TAKEN");
        assertThat(seen).isEmpty();
        assertThat(send("RESUME_SNAPSHOT", "", null)).containsEntry("state", "TAKEN");
        await().untilAsserted(() -> assertThat(seen).containsExactly("r {\"ID\":1}"));
    }

    @Test
    void aBadSignalIsAnsweredWithTheReason() {
        assertThat(send("EXECUTE_SNAPSHOT", "{\"data-collections\": [\"HR.NONE\"]}", "bad"))
                .containsEntry("id", "bad")
                .containsEntry("state", "REFUSED")
                .containsEntry("reason", "'HR.NONE' names no table that takes part; these are [HR.STAFF].")
                .containsEntry("tables", List.of());
        assertThat(send("EXECUTE_SNAPSHOT", "no JSON", "bad"))
                .containsEntry("reason", "The message is no valid JSON, from line 1 on.");
        assertThat(send("EXECUTE_SNAPSHOT", Map.of("loop", new Object()), "bad"))
                .containsEntry("reason", "The map in the message's body cannot be written as JSON; send text.");
        assertThat(send("EXECUTE_SNAPSHOT", null, "bad")).containsEntry("state", "REFUSED");
    }

    @Test
    void withoutAConsumerThatRunsThereIsNothingToSignal() throws Exception {
        context.getRouteController().stopRoute("cdc");
        assertThatThrownBy(() -> send("PAUSE_SNAPSHOT", null, null))
                .hasRootCauseMessage("No consumer of the checkpoint 'HR' runs in this context, so there is nothing to"
                        + " signal; start its route, or name its checkpointName.");
    }

    @Test
    void aConsoleSendsSignalsToo() {
        Db2CdcConsumer consumer = (Db2CdcConsumer) context.getRoute("cdc").getConsumer();
        assertThat(consumer.signal(
                        "a", "execute-snapshot", "{\"data-collections\": [\"HR.STAFF\"], \"keys\": [{\"ID\": 1}]}"))
                .isEqualTo("TAKEN");
        assertThat(consumer.signal("a", "execute-snapshot", "")).isEqualTo("KNOWN");
        assertThat(consumer.signal("b", "log", ""))
                .isEqualTo(
                        "REFUSED: 'log' is no type of a signal that is known; it may be execute-snapshot, stop-snapshot,"
                                + " pause-snapshot, resume-snapshot.");
        assertThat(consumer.signal(" ", "log", "")).startsWith("REFUSED: A signal needs an id");
        await().untilAsserted(() -> assertThat(seen).containsExactly("r {\"ID\":1}"));
    }
}
