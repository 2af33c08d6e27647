package io.github.cameldb2cdc;

import io.github.cameldb2cdc.envelope.EnvelopeStyle;
import io.github.cameldb2cdc.event.CdcEvent;
import org.apache.camel.CamelContext;
import org.apache.camel.Consumer;
import org.apache.camel.Processor;
import org.apache.camel.Producer;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultConsumer;
import org.apache.camel.support.DefaultEndpoint;

/**
 * A real Camel context with routes that begin at {@code scripted:source}, and a sink into the first of them. Close it.
 */
final class ScriptedSource implements AutoCloseable {

    static final String URI = "scripted:source";

    private final CamelContext context = new DefaultCamelContext();
    private final SourceEndpoint endpoint = new SourceEndpoint(context);

    ScriptedSource(RouteBuilder routes) throws Exception {
        context.addEndpoint(URI, endpoint);
        context.addRoutes(routes);
        context.start();
    }

    CamelContext context() {
        return context;
    }

    /** Sends the event through the route with a sink of this kind. */
    ScriptedDelivery deliver(CdcEvent event, BodyType bodyType, EnvelopeStyle style, boolean manualCommit) {
        ScriptedDelivery delivery = new ScriptedDelivery(event);
        new ExchangeSink(endpoint.consumer, bodyType, style, manualCommit).deliver(delivery);
        return delivery;
    }

    ScriptedDelivery deliver(CdcEvent event, BodyType bodyType, boolean manualCommit) {
        return deliver(event, bodyType, EnvelopeStyle.PLAIN, manualCommit);
    }

    ScriptedDelivery deliver(CdcEvent event) {
        return deliver(event, BodyType.EVENT, false);
    }

    @Override
    public void close() {
        context.stop();
    }

    private static final class SourceEndpoint extends DefaultEndpoint {

        private DefaultConsumer consumer;

        SourceEndpoint(CamelContext context) {
            super(URI, null);
            setCamelContext(context);
        }

        @Override
        public Producer createProducer() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Consumer createConsumer(Processor processor) {
            consumer = new DefaultConsumer(this, processor);
            return consumer;
        }

        @Override
        protected String createEndpointUri() {
            return URI;
        }
    }
}
