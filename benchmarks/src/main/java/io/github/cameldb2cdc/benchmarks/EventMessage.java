package io.github.cameldb2cdc.benchmarks;

import io.github.cameldb2cdc.event.RowChange;
import java.util.Map;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultMessage;

/** A message that computes its headers when somebody first asks for one. */
final class EventMessage extends DefaultMessage {

    private final RowChange change;

    EventMessage(Exchange exchange, RowChange change) {
        super(exchange);
        this.change = change;
    }

    @Override
    protected void populateInitialHeaders(Map<String, Object> map) {
        EventHeaders.compute(change, map);
    }

    @Override
    protected boolean isPopulateHeadersSupported() {
        return true;
    }

    @Override
    public DefaultMessage newInstance() {
        return new DefaultMessage(getCamelContext());
    }
}
