package io.github.cameldb2cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.apache.camel.FluentProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The operation RESET, with the checkpoint in its table of the source. */
class ResetOperationTest {

    private static final String RESET = "db2-cdc:P?operation=RESET";

    private final List<String> delivered = new CopyOnWriteArrayList<>();
    private EmbeddedDb2 db2;
    private DefaultCamelContext context;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.start();
        db2.execute("CREATE TABLE P.T (ID INTEGER NOT NULL PRIMARY KEY)", "INSERT INTO P.T VALUES 1");
        db2.register("P.T");
        context = new DefaultCamelContext();
        Db2CdcConfiguration configuration =
                context.getComponent("db2-cdc", Db2CdcComponent.class).getConfiguration();
        configuration.setJdbcUrl(db2.jdbcUrl());
        configuration.setUsername(db2.username());
        configuration.setPassword(db2.password());
        configuration.setCaptureProofWait(0);
        context.start();
    }

    @AfterEach
    void stop() {
        context.stop();
        db2.close();
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> reset(String uri) {
        try (FluentProducerTemplate template = context.createFluentProducerTemplate()) {
            return template.to(uri).request(Map.class);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void startRoute() throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("db2-cdc:P?delay=20")
                        .routeId("cdc")
                        .process(exchange -> delivered.add(
                                exchange.getMessage().getHeader(Db2CdcConstants.OPERATION, String.class)));
            }
        });
        await().untilAsserted(() -> assertThat(delivered).containsExactly("r"));
    }

    @Test
    void afterAResetTheNextStartIsAFirstOne() throws Exception {
        startRoute();
        context.getRouteController().stopRoute("cdc");

        Map<String, Object> answer = reset(RESET);

        assertThat(answer)
                .containsEntry("checkpointName", "P")
                .containsEntry("forgotten", true)
                .containsEntry("phase", "STREAMING")
                .containsEntry("tables", List.of("P.T"))
                .containsEntry("waitedFor", null)
                .containsEntry("damage", null);
        assertThat((String) answer.get("position")).matches("[0-9A-F]{32}(:[0-9A-F]{32})?");
        context.getRouteController().startRoute("cdc");
        await().untilAsserted(() -> assertThat(delivered).containsExactly("r", "r"));
    }

    @Test
    void whileAConsumerHasTheCheckpointItIsNotReset() throws Exception {
        startRoute();

        assertThatThrownBy(() -> reset(RESET))
                .hasRootCauseMessage(
                        "The checkpoint 'P' is in use by the route 'cdc', so it is not reset; stop that first,"
                                + " or name another checkpointName.");
        assertThat(reset(RESET + "&checkpointName=other")).containsEntry("forgotten", false);
    }

    @Test
    void anotherWayToTheSameTableIsNoWayAroundTheConsumer() throws Exception {
        startRoute();
        context.getRegistry().bind("source", db2.dataSource());

        assertThatThrownBy(() -> reset(RESET + "&dataSource=#source"))
                .hasStackTraceContaining("is in use by the route 'cdc'");
        assertThat(reset(RESET + "&dataSource=#source&checkpointTable=ANOTHER")).containsEntry("forgotten", false);
    }

    @Test
    void whereNothingIsStoredNothingIsForgotten() {
        assertThat(reset(RESET))
                .containsEntry("forgotten", false)
                .containsEntry("position", null)
                .containsEntry("tables", List.of());
    }

    @Test
    void aDamagedCheckpointIsForgottenAndTheAnswerSaysWhatWasWrong() throws Exception {
        startRoute();
        context.getRouteController().stopRoute("cdc");
        db2.execute("UPDATE DB2_CDC_CHECKPOINT SET PIECE_TEXT = 'nonsense' WHERE ENTRY_ID = 'HEAD'");

        Map<String, Object> answer = reset(RESET);

        assertThat(answer).containsEntry("forgotten", true).containsEntry("position", null);
        assertThat((String) answer.get("damage")).contains("'P'");
        context.getRouteController().startRoute("cdc");
        await().untilAsserted(() -> assertThat(delivered).containsExactly("r", "r"));
    }
}
