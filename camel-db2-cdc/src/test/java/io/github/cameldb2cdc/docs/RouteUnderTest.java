package io.github.cameldb2cdc.docs;

import io.github.cameldb2cdc.Db2CdcComponent;
import io.github.cameldb2cdc.Db2CdcConfiguration;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import org.apache.camel.Processor;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;

/** A Camel context whose component knows an embedded Db2. Closing it stops all routes. */
final class RouteUnderTest implements AutoCloseable {

    private final DefaultCamelContext context = new DefaultCamelContext();

    RouteUnderTest(EmbeddedDb2 db2) {
        Db2CdcConfiguration configuration = configuration();
        configuration.setJdbcUrl(db2.jdbcUrl());
        configuration.setUsername(db2.username());
        configuration.setPassword(db2.password());
        // the embedded Capture has read its registrations when register() returns
        configuration.setCaptureProofWait(0);
    }

    DefaultCamelContext context() {
        return context;
    }

    /** What the component gives to all its endpoints. */
    Db2CdcConfiguration configuration() {
        return context.getComponent("db2-cdc", Db2CdcComponent.class).getConfiguration();
    }

    void bind(String name, Object bean) {
        context.getRegistry().bind(name, bean);
    }

    /** Starts a route that hands each exchange to a processor. */
    void run(String uri, Processor processor) {
        run(new RouteBuilder() {
            @Override
            public void configure() {
                from(uri).process(processor);
            }
        });
    }

    void run(RouteBuilder routes) {
        try {
            context.addRoutes(routes);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
        context.start();
    }

    @Override
    public void close() {
        context.stop();
    }
}
