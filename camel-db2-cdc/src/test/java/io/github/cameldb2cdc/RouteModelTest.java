package io.github.cameldb2cdc;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.camel.builder.AggregationStrategies;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.Test;

class RouteModelTest {

    @Test
    void anAggregationIsFoundHoweverDeepItLies() throws Exception {
        assertThat(aggregates(new RouteBuilder() {
                    @Override
                    public void configure() {
                        from("direct:a")
                                .routeId("r")
                                .choice()
                                .when(header("x").isNotNull())
                                .filter(header("y").isNotNull())
                                .aggregate(constant(true), AggregationStrategies.useLatest())
                                .completionSize(2)
                                .to("log:out");
                    }
                }))
                .isTrue();
    }

    @Test
    void anAggregationAtTheBeginningIsFound() throws Exception {
        assertThat(aggregates(new RouteBuilder() {
                    @Override
                    public void configure() {
                        from("direct:a")
                                .routeId("r")
                                .aggregate(constant(true), AggregationStrategies.useLatest())
                                .completionSize(2)
                                .to("log:out");
                    }
                }))
                .isTrue();
    }

    @Test
    void aSplitterWithAStrategyIsNone() throws Exception {
        assertThat(aggregates(new RouteBuilder() {
                    @Override
                    public void configure() {
                        from("direct:a")
                                .routeId("r")
                                .split(body(), AggregationStrategies.useLatest())
                                .to("log:out")
                                .end()
                                .multicast()
                                .to("log:a", "log:b")
                                .end()
                                .log("aggregate");
                    }
                }))
                .isFalse();
    }

    private static boolean aggregates(RouteBuilder routes) throws Exception {
        try (DefaultCamelContext context = new DefaultCamelContext()) {
            context.addRoutes(routes);
            context.start();
            return RouteModel.aggregates(context.getRoute("r"));
        }
    }
}
