package io.github.cameldb2cdc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.apache.camel.Exchange;
import org.apache.camel.ServiceStatus;
import org.apache.camel.builder.AggregationStrategies;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.health.HealthCheck;
import org.apache.camel.health.HealthCheckRegistry;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.model.RouteDefinition;
import org.apache.camel.support.builder.ExpressionBuilder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The consumer in a real context on an embedded Db2, each test with a schema of its own. */
class Db2CdcConsumerTest {

    private static final AtomicInteger SCHEMAS = new AtomicInteger();

    private static EmbeddedDb2 db2;

    private final DefaultCamelContext context = new DefaultCamelContext();
    private final List<String> seen = new CopyOnWriteArrayList<>();
    private final String schema = "S" + SCHEMAS.incrementAndGet();

    @BeforeAll
    static void startDb2() {
        db2 = EmbeddedDb2.start();
    }

    @AfterAll
    static void stopDb2() {
        db2.close();
    }

    @BeforeEach
    void createTable() {
        db2.execute("CREATE TABLE " + schema + ".EMP (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(40))");
        db2.register(schema + ".EMP");
        context.getComponent("db2-cdc", Db2CdcComponent.class)
                .getConfiguration()
                .setJdbcUrl(db2.jdbcUrl());
        context.getComponent("db2-cdc", Db2CdcComponent.class)
                .getConfiguration()
                .setUsername(db2.username());
        context.getComponent("db2-cdc", Db2CdcComponent.class)
                .getConfiguration()
                .setPassword(db2.password());
    }

    @AfterEach
    void stopContext() {
        context.stop();
    }

    @Test
    void rowsThatAreThereComeFirstThenChanges() throws Exception {
        insert(1);
        startRoute("", route -> route.process(this::note));
        await().until(() -> seen.contains("r1"));

        insert(2);
        db2.execute(
                "UPDATE " + schema + ".EMP SET NAME = 'x' WHERE ID = 1", "DELETE FROM " + schema + ".EMP WHERE ID = 2");

        await().untilAsserted(() -> assertThat(seen).containsExactly("r1", "c2", "u1", "d2"));
    }

    @Test
    void theBodyIsWhatTheOptionSays() throws Exception {
        insert(1);
        List<Object> bodies = new CopyOnWriteArrayList<>();
        startRoute(
                "bodyType=JSON",
                route -> route.process(
                        exchange -> bodies.add(exchange.getMessage().getBody())));

        await().untilAsserted(
                        () -> assertThat(bodies).singleElement().asString().contains("\"after\":{\"ID\":1"));
    }

    @Test
    void aFailedExchangeComesAgainBeforeAnythingNew() throws Exception {
        AtomicBoolean broken = new AtomicBoolean(true);
        startStream(
                "maximumBackoff=50",
                route -> route.process(exchange -> {
                    note(exchange);
                    if (idOf(exchange) == 2 && broken.getAndSet(false)) {
                        throw new IllegalStateException("sink is down");
                    }
                }));

        insert(1);
        insert(2);
        insert(3);

        await().untilAsserted(() ->
                assertThat(seen).containsSubsequence("c1", "c2", "c2", "c3").endsWith("c3"));
    }

    @Test
    void aStoppedRouteGoesOnWhereItEnded() throws Exception {
        startStream("", route -> route.process(this::note));
        insert(1);
        await().until(() -> seen.contains("c1"));

        context.getRouteController().stopRoute("cdc");
        insert(2);
        context.getRouteController().startRoute("cdc");

        await().untilAsserted(() -> assertThat(seen).containsExactly("c1", "c2"));
    }

    @Test
    void aSuspendedRouteReadsNothingUntilItIsResumed() throws Exception {
        startStream("", route -> route.process(this::note));
        insert(1);
        await().until(() -> seen.contains("c1"));

        context.getRouteController().suspendRoute("cdc");
        insert(2);
        db2.capture().publish();
        assertThat(seen).containsExactly("c1");
        context.getRouteController().resumeRoute("cdc");

        await().untilAsserted(() -> assertThat(seen).containsExactly("c1", "c2"));
    }

    @Test
    void aStopLetsTheExchangeInHandEnd() throws Exception {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch gate = new CountDownLatch(1);
        startStream(
                "",
                route -> route.process(exchange -> {
                    entered.countDown();
                    gate.await();
                    note(exchange);
                }));
        insert(1);
        assertThat(entered.await(60, TimeUnit.SECONDS)).isTrue();

        Thread stop = new Thread(this::stopRoute);
        stop.start();
        await().until(() -> consumer().isSuspended());
        gate.countDown();
        stop.join(TimeUnit.SECONDS.toMillis(20));

        assertThat(seen).containsExactly("c1");
        seen.clear();
        context.getRouteController().startRoute("cdc");
        insert(2);
        await().untilAsserted(() -> assertThat(seen).containsExactly("c2"));
    }

    @Test
    void onFailureStopEndsTheRouteAndTheNextStartBeginsWithTheEvent() throws Exception {
        AtomicBoolean broken = new AtomicBoolean(true);
        startStream(
                "onFailure=STOP",
                route -> route.process(exchange -> {
                    if (broken.get()) {
                        throw new IllegalStateException("sink is down");
                    }
                    note(exchange);
                }));
        insert(1);
        await().until(() -> context.getRouteController().getRouteStatus("cdc") == ServiceStatus.Stopped);

        broken.set(false);
        context.getRouteController().startRoute("cdc");

        await().untilAsserted(() -> assertThat(seen).containsExactly("c1"));
    }

    @Test
    void initialOnlyEndsTheRoute() throws Exception {
        insert(1);
        startRoute("snapshotMode=INITIAL_ONLY", route -> route.process(this::note));

        await().until(() -> context.getRouteController().getRouteStatus("cdc") == ServiceStatus.Stopped);

        assertThat(seen).containsExactly("r1");
        assertThat(component().liveConsumers()).isEmpty();
    }

    @Test
    void withManualCommitAnAggregatedBatchIsDoneWhenItIsCommitted() throws Exception {
        startStream("manualCommit=true", route -> route.aggregate(
                        ExpressionBuilder.constantExpression(true), AggregationStrategies.useLatest())
                .completionSize(2)
                .process(exchange -> {
                    note(exchange);
                    exchange.getMessage()
                            .getHeader(Db2CdcConstants.MANUAL_COMMIT, Db2CdcManualCommit.class)
                            .commit();
                }));
        insert(1);
        await().until(() -> consumer().getInFlight() == 1);
        insert(2);

        await().until(() -> seen.equals(List.of("c2")) && consumer().getInFlight() == 0);
    }

    @Test
    void aFailedBatchOfAnAggregationComesAgainWithEverythingBehindIt() throws Exception {
        AtomicBoolean broken = new AtomicBoolean(true);
        startStream("manualCommit=true&maximumBackoff=50", route -> route.aggregate(
                        ExpressionBuilder.constantExpression(true), AggregationStrategies.useLatest())
                .completionSize(2)
                .process(exchange -> {
                    note(exchange);
                    Db2CdcManualCommit committer =
                            exchange.getMessage().getHeader(Db2CdcConstants.MANUAL_COMMIT, Db2CdcManualCommit.class);
                    if (idOf(exchange) == 4 && broken.getAndSet(false)) {
                        committer.fail(new IllegalStateException("sink is down"));
                    } else {
                        committer.commit();
                    }
                }));
        insert(1, 2, 3, 4);

        await().until(() -> seen.equals(List.of("c2", "c4", "c4")) && consumer().getInFlight() == 0);
    }

    @Test
    void aFailureBehindSeveralThreadsIsRepeatedOnlyWhenTheSlowExchangesOfItsRoundHaveEnded() throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        CountDownLatch thirdDelivered = new CountDownLatch(1);
        Set<Integer> met = ConcurrentHashMap.newKeySet();
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("seda:work?concurrentConsumers=4&pollTimeout=20").process(exchange -> {
                    int id = idOf(exchange);
                    boolean first = met.add(id);
                    if (first && id == 1) {
                        slow.await();
                    }
                    note(exchange);
                    if (id == 3) {
                        thirdDelivered.countDown();
                    }
                    if (first && id == 2) {
                        // a failure before the third event is handed over would keep it back until the first has ended
                        thirdDelivered.await();
                        throw new IllegalStateException("sink is down");
                    }
                });
            }
        });
        startStream("maximumBackoff=50", route -> route.to("seda:work"));
        insert(1, 2, 3);
        await().until(() -> seen.containsAll(List.of("c2", "c3")));
        await().during(Duration.ofMillis(300)).until(() -> seen.size() == 2);

        slow.countDown();

        await().until(() -> consumer().getInFlight() == 0 && seen.size() == 5);
        assertThat(seen).containsExactlyInAnyOrder("c2", "c3", "c1", "c2", "c3");
        assertThat(seen.get(2)).isEqualTo("c1");
    }

    @Test
    void aTableThatIsNotThereFailsTheStart() {
        assertThatThrownBy(() -> startRoute("tables=NOWHERE", route -> route.process(this::note)))
                .isInstanceOf(CdcException.class)
                .hasMessageContaining("The table " + schema + ".NOWHERE is not registered");
        assertThat(component().liveConsumers()).isEmpty();
    }

    @Test
    void aSourceThatIsDownDoesNotFailTheStartAndReadinessSaysSo() throws Exception {
        component().getConfiguration().setJdbcUrl("jdbc:db2://127.0.0.1:1/SAMPLE");
        startRoute("networkTimeout=1s", route -> route.process(this::note));

        assertThat(context.getRouteController().getRouteStatus("cdc")).isEqualTo(ServiceStatus.Started);
        await().untilAsserted(() -> assertThat(health().getState()).isEqualTo(HealthCheck.State.DOWN));
        assertThat(consumer().getTrouble()).isNotBlank().doesNotContain(db2.password());
        assertThat(health().getMessage().orElseThrow()).isEqualTo(consumer().getTrouble());
    }

    @Test
    void readinessIsUpWhileEventsCanBeReadAndGoneAfterTheStop() throws Exception {
        startRoute("", route -> route.process(this::note));

        await().untilAsserted(() -> assertThat(health().getState()).isEqualTo(HealthCheck.State.UP));
        context.getRouteController().stopRoute("cdc");

        assertThat(HealthCheckRegistry.get(context).getCheck("db2-cdc:cdc")).isEmpty();
    }

    @Test
    void twoRoutesOnTheSameSchemasNeedTwoNames() throws Exception {
        startRoute("", route -> route.process(this::note));

        assertThatThrownBy(() -> addRoute("second", "", route -> route.to("log:out")))
                .isInstanceOf(CdcException.class)
                .hasMessage("The route 'second' and the route 'cdc' have the same checkpoint '" + schema
                        + "'; set checkpointName to tell them apart.");
        addRoute("third", "checkpointName=third", route -> route.to("log:out"));
        assertThat(component().liveConsumers()).hasSize(2);
    }

    @Test
    void jmxShowsTheEngine() throws Exception {
        startStream("", route -> route.process(this::note));
        insert(1);
        await().until(() -> seen.contains("c1"));

        MBeanServer server =
                context.getManagementStrategy().getManagementAgent().getMBeanServer();
        ObjectName name = server.queryNames(
                        new ObjectName("org.apache.camel:context=" + context.getManagementName() + ",type=consumers,*"),
                        null)
                .iterator()
                .next();

        assertThat(server.getAttribute(name, "EngineState")).isEqualTo("STREAMING");
        assertThat(server.getAttribute(name, "CheckpointName")).isEqualTo(schema);
        assertThat(server.getAttribute(name, "Trouble")).isNull();
        assertThat(server.getAttribute(name, "Delivered")).isEqualTo(1L);
        assertThat(server.getAttribute(name, "Watermark")).isNotNull();
        assertThat(server.getAttribute(name, "InFlight")).isInstanceOf(Integer.class);
        assertThat(server.getAttribute(name, "OldestInFlightMillis")).isInstanceOf(Long.class);
        assertThat(server.getAttribute(name, "AcknowledgedPosition")).isNotNull();
    }

    @Test
    void theErrorHandlersBridgeIsToldOfATroubleOnce() throws Exception {
        component().getConfiguration().setJdbcUrl("jdbc:db2://127.0.0.1:1/SAMPLE");
        List<Throwable> told = new CopyOnWriteArrayList<>();
        startRoute("networkTimeout=1s&bridgeErrorHandler=true", route -> route.onException(Exception.class)
                .handled(true)
                .process(exchange -> told.add(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class)))
                .end()
                .process(this::note));

        await().untilAsserted(() -> assertThat(told).isNotEmpty());
        assertThat(told.get(0).getMessage()).isEqualTo(consumer().getTrouble());
    }

    private void stopRoute() {
        try {
            context.getRouteController().stopRoute("cdc");
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private void insert(int... ids) {
        String rows = IntStream.of(ids).mapToObj(id -> "(" + id + ", 'n')").collect(Collectors.joining(", "));
        db2.execute("INSERT INTO " + schema + ".EMP VALUES " + rows);
        // captured at once, so that a start behind it does not deliver it as a change as well
        db2.capture().publish();
    }

    private void note(Exchange exchange) {
        seen.add(exchange.getMessage().getHeader(Db2CdcConstants.OPERATION, String.class) + idOf(exchange));
    }

    private static int idOf(Exchange exchange) {
        return (Integer) exchange.getMessage().getBody(RowChange.class).row().get("ID");
    }

    private Db2CdcComponent component() {
        return context.getComponent("db2-cdc", Db2CdcComponent.class);
    }

    private Db2CdcConsumer consumer() {
        return (Db2CdcConsumer) context.getRoute("cdc").getConsumer();
    }

    private HealthCheck.Result health() {
        return HealthCheckRegistry.get(context)
                .getCheck("db2-cdc:cdc")
                .orElseThrow()
                .callReadiness();
    }

    private void startRoute(String options, Shape shape) throws Exception {
        context.start();
        addRoute("cdc", options, shape);
    }

    /** Starts the route without loading: what is inserted afterwards comes as a change. */
    private void startStream(String options, Shape shape) throws Exception {
        startRoute(options.isEmpty() ? "snapshotMode=NO_DATA" : options + "&snapshotMode=NO_DATA", shape);
    }

    private void addRoute(String id, String options, Shape shape) throws Exception {
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                shape.on(from("db2-cdc:" + schema + "?delay=20&captureProofWait=0"
                                + (options.isEmpty() ? "" : "&" + options))
                        .routeId(id));
            }
        });
    }

    @FunctionalInterface
    private interface Shape {
        void on(RouteDefinition route);
    }
}
