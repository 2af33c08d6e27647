package io.github.cameldb2cdc;

import io.github.cameldb2cdc.engine.Delivery;
import io.github.cameldb2cdc.engine.EventSink;
import io.github.cameldb2cdc.envelope.EnvelopeStyle;
import io.github.cameldb2cdc.envelope.JsonEnvelope;
import io.github.cameldb2cdc.envelope.MapEnvelope;
import io.github.cameldb2cdc.envelope.NotificationEnvelope;
import io.github.cameldb2cdc.envelope.SchemaChangeEnvelope;
import io.github.cameldb2cdc.event.Notification;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.SchemaChange;
import io.github.cameldb2cdc.event.Tombstone;
import org.apache.camel.Exchange;
import org.apache.camel.Message;
import org.apache.camel.support.DefaultConsumer;

/**
 * Sends each event through the route as an exchange of its own and tells the delivery how the exchange ended: not when
 * the route returns, but when the exchange completes, which a {@code seda} in the route delays and moves to another
 * thread. Thread-safe as far as the route is.
 */
final class ExchangeSink implements EventSink {

    private final DefaultConsumer consumer;
    private final BodyType bodyType;
    private final EnvelopeStyle style;
    private final JsonEnvelope envelope;
    private final boolean manualCommit;

    /**
     * @param consumer whose route the exchanges go through
     * @param style how events are written, at once or by the converters
     * @param manualCommit whether the route itself says when events are done
     */
    ExchangeSink(DefaultConsumer consumer, BodyType bodyType, EnvelopeStyle style, boolean manualCommit) {
        this.consumer = consumer;
        this.bodyType = bodyType;
        this.style = style;
        this.envelope = JsonEnvelope.of(style);
        this.manualCommit = manualCommit;
    }

    /** Never throws: an event of which no exchange can be made has failed as well. */
    @Override
    public void deliver(Delivery delivery) {
        Exchange exchange;
        try {
            exchange = exchangeOf(delivery);
        } catch (RuntimeException | LinkageError | StackOverflowError e) {
            delivery.failed(e);
            return;
        }
        // the completion says all: the engine logs a failure, so the callback has nothing to do
        consumer.getAsyncProcessor().process(exchange, doneSync -> {});
    }

    private Exchange exchangeOf(Delivery delivery) {
        Exchange exchange = consumer.createExchange(true);
        Message message = exchange.getMessage();
        ExchangeStyle.set(exchange, style);
        if (delivery.event() instanceof RowChange change) {
            message.setBody(bodyOf(change));
            EventHeaders.set(message, change, envelope);
        } else if (delivery.event() instanceof Tombstone tombstone) {
            // no body, whatever its type: that is what a log compacted by key takes for the end of a row
            EventHeaders.set(message, tombstone, envelope);
        } else if (delivery.event() instanceof Notification notification) {
            message.setBody(bodyOf(notification));
            EventHeaders.set(message, notification);
        } else if (delivery.event() instanceof SchemaChange change) {
            message.setBody(bodyOf(change));
            EventHeaders.set(message, change);
        }
        message.setHeader(Db2CdcConstants.CHECKPOINT, delivery.checkpoint());
        if (manualCommit) {
            message.setHeader(Db2CdcConstants.MANUAL_COMMIT, new DeliveryCommit(delivery));
        }
        exchange.getExchangeExtension().addOnCompletion(new DeliveryCompletion(delivery, manualCommit));
        return exchange;
    }

    private Object bodyOf(RowChange change) {
        return switch (bodyType) {
            case EVENT -> change;
            case JSON -> envelope.toText(change);
            case MAP -> MapEnvelope.toMap(change, style.format());
        };
    }

    private Object bodyOf(Notification notification) {
        return switch (bodyType) {
            case EVENT -> notification;
            case JSON -> NotificationEnvelope.toText(notification, style);
            case MAP -> NotificationEnvelope.toMap(notification);
        };
    }

    private Object bodyOf(SchemaChange change) {
        return switch (bodyType) {
            case EVENT -> change;
            case JSON -> SchemaChangeEnvelope.toText(change, style);
            case MAP -> SchemaChangeEnvelope.toMap(change, style.format());
        };
    }
}
