package io.github.cameldb2cdc.benchmarks;

import org.apache.camel.AsyncProcessor;
import org.apache.camel.CamelContext;
import org.apache.camel.Consumer;
import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.impl.engine.HashMapHeadersMapFactory;
import org.apache.camel.impl.engine.PooledExchangeFactory;
import org.apache.camel.support.DefaultConsumer;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;

/** A started route that does nothing, entered where a consumer enters it: with the unit of work and its completions. */
@State(Scope.Benchmark)
public class NoOperationRoute {

    /** How exchanges are made: Camel's default makes each anew, the other reuses them. */
    @Param({"prototype", "pooled"})
    public String exchanges;

    /** The map of the headers: Camel's default ignores case, the other is a HashMap, which only an application can choose. */
    @Param({"caseInsensitive", "hash"})
    public String headers;

    private CamelContext context;
    private Consumer consumer;
    private AsyncProcessor processor;

    /** Starts the route. */
    @Setup(Level.Trial)
    public void start() throws Exception {
        context = new DefaultCamelContext();
        if (exchanges.equals("pooled")) {
            context.getCamelContextExtension().setExchangeFactory(new PooledExchangeFactory());
        }
        if (headers.equals("hash")) {
            context.getCamelContextExtension().setHeadersMapFactory(new HashMapHeadersMapFactory());
        }
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:events").routeId("events").process(exchange -> {});
            }
        });
        context.start();
        consumer = context.getRoute("events").getConsumer();
        processor = ((DefaultConsumer) consumer).getAsyncProcessor();
    }

    /** Stops the route. */
    @TearDown(Level.Trial)
    public void stop() {
        context.stop();
    }

    Exchange newExchange() {
        return consumer.createExchange(true);
    }

    /** Runs the exchange through the route; its completions are called before this returns. */
    void run(Exchange exchange) throws Exception {
        processor.process(exchange);
    }
}
