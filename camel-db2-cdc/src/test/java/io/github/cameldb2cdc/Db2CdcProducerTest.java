package io.github.cameldb2cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.engine.Preflight;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.Registration;
import io.github.cameldb2cdc.test.Registration.OldSynchpoint;
import io.github.cameldb2cdc.test.relay.WireFault;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.camel.FluentProducerTemplate;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Operations that are sent to an endpoint. */
class Db2CdcProducerTest {

    private EmbeddedDb2 db2;
    private DefaultCamelContext context;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.start();
        db2.execute(
                "CREATE TABLE P.GOOD (ID INTEGER NOT NULL PRIMARY KEY)",
                "CREATE TABLE P.LOOSE (X INTEGER)",
                "CREATE TABLE P.HALF (ID INTEGER NOT NULL PRIMARY KEY)",
                "CREATE TABLE P.MISSING (ID INTEGER NOT NULL PRIMARY KEY)");
        db2.register("P.GOOD");
        db2.register("P.LOOSE");
        db2.register(Registration.of("P", "HALF").updatesAsRows().oldSynchpoint(OldSynchpoint.NULL));
        context = new DefaultCamelContext();
        Db2CdcConfiguration configuration =
                context.getComponent("db2-cdc", Db2CdcComponent.class).getConfiguration();
        configuration.setJdbcUrl(db2.jdbcUrl());
        configuration.setUsername(db2.username());
        configuration.setPassword(db2.password());
        configuration.setIdempotentRepository(new MemoryCheckpointRepository());
        configuration.setCaptureProofWait(0);
        context.start();
    }

    @AfterEach
    void stop() {
        db2.faults().clear();
        context.stop();
        db2.close();
    }

    private <T> T ask(String uri, Class<T> type) {
        try (FluentProducerTemplate template = context.createFluentProducerTemplate()) {
            return template.to(uri).request(type);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private List<String> preflight(String options) {
        Preflight.Report report = ask("db2-cdc:P?operation=PREFLIGHT" + options, Preflight.Report.class);
        return report.findings().stream().map(Preflight.Finding::toString).toList();
    }

    @Test
    void preflightSaysOfEachTableWhatItsConsumersCanRelyOn() {
        assertThat(preflight(""))
                .anyMatch(line -> line.startsWith("INFO: The source is SAMPLE on LUW"))
                .anyMatch(line -> line.startsWith("INFO: Capture has written everything up to "))
                .contains("INFO: P.GOOD has 1 columns and the key [ID], its changes are in ASNCDC.CDC_P_GOOD.")
                .anyMatch(line -> line.startsWith("WARNING: P.LOOSE has no primary key"))
                .anyMatch(line ->
                        line.startsWith("WARNING: Updates of P.HALF are written as one row without the old key"))
                .anyMatch(line -> line.startsWith("WARNING: Capture keeps no CD_OLD_SYNCHPOINT of P.HALF"))
                .anyMatch(line -> line.startsWith("INFO: Capture keeps changes for 10080 minutes"))
                .anyMatch(line -> line.startsWith("INFO: There is no checkpoint 'P'"))
                .noneMatch(line -> line.startsWith("FAILURE"));
    }

    @Test
    void preflightNamesATableThatIsNotRegisteredAndGoesOn() {
        assertThat(preflight("&tables=GOOD,MISSING"))
                .anyMatch(line -> line.startsWith("FAILURE: The table P.MISSING is not registered"))
                .anyMatch(line -> line.startsWith("INFO: P.GOOD has"));
    }

    @Test
    void preflightNamesAMissingPrivilege() {
        db2.faults()
                .onStatement(sql -> sql.contains("FROM \"P\".\"GOOD\" WHERE 1 = 0"))
                .times(1)
                .failWith(-551, "42501");
        assertThat(preflight("&tables=GOOD"))
                .anyMatch(line -> line.startsWith("FAILURE: The user may not read P.GOOD"))
                .anyMatch(line -> line.startsWith("INFO: Capture keeps changes"));
    }

    @Test
    void preflightSaysThatCaptureStandsStill() {
        db2.capture().pause();
        db2.execute("UPDATE ASNCDC.IBMSNAP_REGISTER SET SYNCHTIME = '2020-01-01 00:00:00' WHERE GLOBAL_RECORD = 'Y'");
        assertThat(preflight(""))
                .anyMatch(line -> line.startsWith("FAILURE: Capture has written") && line.contains("asncap"));
    }

    @Test
    void preflightOfASourceThatIsDownIsOneSentence() {
        assertThat(preflight("&jdbcUrl=jdbc:db2://127.0.0.1:1/SAMPLE&networkTimeout=1s"))
                .singleElement()
                .asString()
                .startsWith("FAILURE: Could not connect to the database");
    }

    @Test
    void statusIsThatOfTheRunningConsumers() throws Exception {
        assertThat(ask("db2-cdc:P?operation=STATUS", List.class)).isEmpty();
        db2.execute("INSERT INTO P.GOOD VALUES 1");
        db2.capture().publish();
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("db2-cdc:P?tables=GOOD&delay=20").routeId("cdc").to("log:changes?level=OFF");
            }
        });
        await().untilAsserted(() -> assertThat(statusOfTheOnly())
                .containsEntry("routeId", "cdc")
                .containsEntry("state", "STREAMING")
                .containsEntry("trouble", null)
                .containsEntry("delivered", 1L));
        assertThat(statusOfTheOnly()).containsEntry("concerns", List.of());
        assertThat(ask("db2-cdc:P?operation=RESUME", Boolean.class)).isFalse();
    }

    @Test
    void compareCountsWhatASinkShouldHave() throws Exception {
        db2.execute("INSERT INTO P.GOOD VALUES 1, 2, 3");
        db2.capture().publish();
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("db2-cdc:P?tables=GOOD&delay=20&checkpointInterval=0")
                        .routeId("cdc")
                        .to("log:changes?level=OFF");
            }
        });
        await().untilAsserted(() -> assertThat(statusOfTheOnly()).containsEntry("delivered", 3L));
        context.getRouteController().stopRoute("cdc");
        assertThat(compared())
                .isEqualTo(Map.of("table", "P.GOOD", "sourceRows", 3L, "expectedRows", 3L, "exact", true));

        db2.execute(
                "INSERT INTO P.GOOD VALUES 4, 5",
                "UPDATE P.GOOD SET ID = 30 WHERE ID = 3",
                "DELETE FROM P.GOOD WHERE ID = 1");
        db2.capture().publish();
        assertThat(compared())
                .isEqualTo(Map.of("table", "P.GOOD", "sourceRows", 4L, "expectedRows", 3L, "exact", true));

        WireFault counting = db2.faults()
                .onStatement(sql -> sql.contains("SUM(CAST(1 AS BIGINT)) FROM \"P\".\"GOOD\""))
                .times(1)
                .delay(Duration.ofSeconds(1));
        CompletableFuture<Map<?, ?>> last = CompletableFuture.supplyAsync(this::compared);
        assertThat(counting.awaitFired(Duration.ofSeconds(30))).isTrue();
        db2.execute("INSERT INTO P.GOOD VALUES 6");
        assertThat(last.get(1, TimeUnit.MINUTES).get("exact")).isEqualTo(false);
    }

    private Map<?, ?> compared() {
        List<?> all = ask("db2-cdc:P?operation=COMPARE", List.class);
        assertThat(all).hasSize(1);
        return (Map<?, ?>) all.get(0);
    }

    @Test
    void whereNothingWasDeliveredThereIsNothingToCompare() {
        assertThatThrownBy(() -> ask("db2-cdc:P?operation=COMPARE", List.class))
                .hasRootCauseMessage("There is no checkpoint 'P', so nothing was delivered that could be compared;"
                        + " name the checkpointName of a route that ran.");
    }

    @SuppressWarnings("unchecked")
    private Map<String, Object> statusOfTheOnly() {
        List<?> all = ask("db2-cdc:P?operation=STATUS", List.class);
        assertThat(all).hasSize(1);
        return (Map<String, Object>) all.get(0);
    }

    @Test
    void resumeNeedsARunningConsumer() {
        assertThatThrownBy(() -> ask("db2-cdc:P?operation=RESUME", Boolean.class))
                .hasRootCauseMessage(
                        "No consumer of the checkpoint 'P' runs in this context, so there is nothing to resume;"
                                + " start its route, or name its checkpointName.");
    }

    @Test
    void withoutAnOperationThereIsNothingToSendTo() {
        assertThatThrownBy(() -> ask("db2-cdc:P", Object.class))
                .hasStackTraceContaining(
                        "name an operation: [STATUS, PREFLIGHT, COMPARE, RESUME, EXECUTE_SNAPSHOT, STOP_SNAPSHOT, PAUSE_SNAPSHOT, RESUME_SNAPSHOT, RESET]");
    }

    @Test
    void theReportIsOneLineForEachFinding() {
        assertThat(ask("db2-cdc:P?operation=PREFLIGHT&tables=GOOD", String.class)
                        .lines())
                .hasSizeGreaterThan(3)
                .allMatch(line -> line.matches("(INFO|WARNING|FAILURE): .*"));
    }
}
