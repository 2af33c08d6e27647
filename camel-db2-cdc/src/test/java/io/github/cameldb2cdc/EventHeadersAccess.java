package io.github.cameldb2cdc;

import io.github.cameldb2cdc.envelope.EnvelopeStyle;
import io.github.cameldb2cdc.envelope.JsonEnvelope;
import io.github.cameldb2cdc.event.Notification;
import io.github.cameldb2cdc.event.RowChange;
import java.util.Map;
import org.apache.camel.Message;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;

/** The headers of an event, for tests in other packages. */
public final class EventHeadersAccess {

    private EventHeadersAccess() {}

    /** What the consumer sets, except for the headers that belong to a delivery. */
    public static Map<String, Object> of(RowChange change, EnvelopeStyle style) {
        Message message = new DefaultExchange(new DefaultCamelContext()).getMessage();
        EventHeaders.set(message, change, JsonEnvelope.of(style));
        return message.getHeaders();
    }

    /** The same for a notification. */
    public static Map<String, Object> of(Notification notification) {
        Message message = new DefaultExchange(new DefaultCamelContext()).getMessage();
        EventHeaders.set(message, notification);
        return message.getHeaders();
    }
}
