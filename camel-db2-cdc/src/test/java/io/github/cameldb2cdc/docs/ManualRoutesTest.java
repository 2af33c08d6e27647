package io.github.cameldb2cdc.docs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.util.List;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.camel.component.mock.MockComponent;
import org.apache.camel.component.mock.MockEndpoint;
import org.apache.camel.support.PluginHelper;
import org.apache.camel.support.ResourceHelper;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each route in YAML or XML of the manual is loaded as it stands there and delivers rows of the table of the example. What
 * it sends to is a mock, whatever kind of system its address names; beans that it refers to are there.
 */
class ManualRoutesTest {

    private static final List<String> SYSTEMS = List.of("kafka", "jms");

    static List<ManualBlock> routes() {
        Manual manual = Manual.read();
        return Stream.of("yaml", "xml")
                .flatMap(language -> manual.blocksIn(language).stream())
                .filter(block -> !block.text().startsWith("<dependency>"))
                .filter(block -> !block.id().startsWith(ManualTest.IN_SIGNAL_SNIPPETS_TEST))
                .toList();
    }

    @ParameterizedTest
    @MethodSource("routes")
    void aRouteOfTheManualDelivers(ManualBlock block) throws Exception {
        try (EmbeddedDb2 db2 = EmbeddedDb2.start();
                RouteUnderTest route = new RouteUnderTest(db2)) {
            ExampleEvents.prepare(db2, Manual.read());
            prepare(route, db2);
            PluginHelper.getRoutesLoader(route.context())
                    .loadRoutes(ResourceHelper.fromString(block.id() + '.' + block.language(), block.text()));
            assertThat(route.context().getRoutes()).isNotEmpty();
            Awaitility.await().until(() -> change(db2, route));
        }
    }

    private static void prepare(RouteUnderTest route, EmbeddedDb2 db2) {
        SYSTEMS.forEach(system -> route.context().addComponent(system, new MockComponent()));
        route.bind("seen", MemoryIdempotentRepository.memoryIdempotentRepository(1000));
        route.bind("checkpoints", new MemoryCheckpointRepository());
        Properties properties = new Properties();
        properties.setProperty("db2.url", db2.jdbcUrl());
        properties.setProperty("db2.user", db2.username());
        properties.setProperty("db2.password", db2.password());
        route.context().getPropertiesComponent().setInitialProperties(properties);
        route.context().start();
    }

    /** Changes a row, which a route that loads nothing needs, and answers whether something has arrived. */
    private static boolean change(EmbeddedDb2 db2, RouteUnderTest route) {
        db2.execute("UPDATE HR.EMPLOYEES SET SALARY = SALARY + 1 WHERE ID = 1");
        return route.context().getEndpoints().stream()
                .filter(MockEndpoint.class::isInstance)
                .anyMatch(endpoint -> ((MockEndpoint) endpoint).getReceivedCounter() > 0);
    }
}
