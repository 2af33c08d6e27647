package io.github.cameldb2cdc;

import io.github.cameldb2cdc.envelope.EnvelopeStyle;
import org.apache.camel.Exchange;

/**
 * The style in which the events of an exchange are written. It is a property of the exchange, since that goes along where
 * the endpoint does not: behind a {@code seda} an exchange comes from the endpoint of the seda.
 */
final class ExchangeStyle {

    private static final String PROPERTY = "CamelDb2CdcEnvelopeStyle";

    private ExchangeStyle() {}

    static void set(Exchange exchange, EnvelopeStyle style) {
        if (!style.equals(EnvelopeStyle.PLAIN)) {
            exchange.setProperty(PROPERTY, style);
        }
    }

    /** @param exchange may be null, where something is converted outside a route */
    static EnvelopeStyle of(Exchange exchange) {
        EnvelopeStyle style = exchange == null ? null : exchange.getProperty(PROPERTY, EnvelopeStyle.class);
        return style == null ? EnvelopeStyle.PLAIN : style;
    }
}
