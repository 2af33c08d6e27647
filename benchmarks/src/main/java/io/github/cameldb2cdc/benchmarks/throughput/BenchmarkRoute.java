package io.github.cameldb2cdc.benchmarks.throughput;

import io.github.cameldb2cdc.Db2CdcComponent;
import io.github.cameldb2cdc.Db2CdcConfiguration;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.camel.CamelContext;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** A route over the source, in a context of its own. Started by its owner, who closes it. */
final class BenchmarkRoute implements AutoCloseable {

    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final String ID = "events";

    private final CamelContext context = new DefaultCamelContext();

    /**
     * @param uri the endpoint, without a checkpoint's name: each route has a new one
     * @param json whether the body is converted to bytes of JSON
     * @param end takes the exchanges
     */
    BenchmarkRoute(SourceProcess source, String uri, boolean json, Processor end) throws Exception {
        Db2CdcConfiguration configuration = new Db2CdcConfiguration();
        configuration.setJdbcUrl(source.jdbcUrl());
        configuration.setUsername(SourceProcess.USER);
        configuration.setPassword(SourceProcess.PASSWORD);
        Db2CdcComponent component = new Db2CdcComponent();
        component.setConfiguration(configuration);
        context.addComponent("db2-cdc", component);
        String from = uri + "&checkpointName=run" + NUMBERS.incrementAndGet();
        context.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                if (json) {
                    from(from)
                            .routeId(ID)
                            .autoStartup(false)
                            .convertBodyTo(byte[].class)
                            .process(end);
                } else {
                    from(from).routeId(ID).autoStartup(false).process(end);
                }
            }
        });
        context.start();
    }

    /** Starts to read; the source is opened when this returns. */
    void start() throws Exception {
        context.getRouteController().startRoute(ID);
    }

    /** Whether the thread is one of the component's. */
    static boolean owns(Thread thread) {
        return thread.getName().contains("db2-cdc");
    }

    @Override
    public void close() {
        context.stop();
    }
}
