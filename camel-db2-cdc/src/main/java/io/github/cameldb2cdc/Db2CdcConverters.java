package io.github.cameldb2cdc;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.cameldb2cdc.envelope.JsonEnvelope;
import io.github.cameldb2cdc.envelope.MapEnvelope;
import io.github.cameldb2cdc.envelope.NotificationEnvelope;
import io.github.cameldb2cdc.envelope.SchemaChangeEnvelope;
import io.github.cameldb2cdc.event.Notification;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.SchemaChange;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Map;
import org.apache.camel.Converter;
import org.apache.camel.Exchange;

/**
 * Converts events to the forms of their envelope, so that {@code convertBodyTo(String.class)} gives JSON: in the style of
 * the endpoint that the exchange comes from, without an exchange in the format PLAIN.
 */
@Converter(generateLoader = true)
public final class Db2CdcConverters {

    private Db2CdcConverters() {}

    /** The event as JSON. */
    @Converter
    public static String toText(RowChange change, Exchange exchange) {
        return envelopeOf(exchange).toText(change);
    }

    /** The event as JSON in UTF-8. */
    @Converter
    public static byte[] toBytes(RowChange change, Exchange exchange) {
        return envelopeOf(exchange).toBytes(change);
    }

    /** The event as JSON in UTF-8. */
    @Converter
    public static InputStream toStream(RowChange change, Exchange exchange) {
        return new ByteArrayInputStream(toBytes(change, exchange));
    }

    /** The event's envelope as a map. */
    @Converter
    public static Map<String, Object> toMap(RowChange change, Exchange exchange) {
        return MapEnvelope.toMap(change, ExchangeStyle.of(exchange).format());
    }

    /** The event's envelope as a tree of Jackson. */
    @Converter
    public static JsonNode toTree(RowChange change, Exchange exchange) {
        return envelopeOf(exchange).toTree(change);
    }

    /** The notification as JSON. */
    @Converter
    public static String toText(Notification notification, Exchange exchange) {
        return NotificationEnvelope.toText(notification, ExchangeStyle.of(exchange));
    }

    /** The notification as JSON in UTF-8. */
    @Converter
    public static byte[] toBytes(Notification notification, Exchange exchange) {
        return NotificationEnvelope.toBytes(notification, ExchangeStyle.of(exchange));
    }

    /** The notification as JSON in UTF-8. */
    @Converter
    public static InputStream toStream(Notification notification, Exchange exchange) {
        return new ByteArrayInputStream(toBytes(notification, exchange));
    }

    /** The notification as a map. */
    @Converter
    public static Map<String, Object> toMap(Notification notification) {
        return NotificationEnvelope.toMap(notification);
    }

    /** The change of structure as JSON. */
    @Converter
    public static String toText(SchemaChange change, Exchange exchange) {
        return SchemaChangeEnvelope.toText(change, ExchangeStyle.of(exchange));
    }

    /** The change of structure as JSON in UTF-8. */
    @Converter
    public static byte[] toBytes(SchemaChange change, Exchange exchange) {
        return SchemaChangeEnvelope.toBytes(change, ExchangeStyle.of(exchange));
    }

    /** The change of structure as JSON in UTF-8. */
    @Converter
    public static InputStream toStream(SchemaChange change, Exchange exchange) {
        return new ByteArrayInputStream(toBytes(change, exchange));
    }

    /** The change of structure as a map. */
    @Converter
    public static Map<String, Object> toMap(SchemaChange change, Exchange exchange) {
        return SchemaChangeEnvelope.toMap(change, ExchangeStyle.of(exchange).format());
    }

    private static JsonEnvelope envelopeOf(Exchange exchange) {
        return JsonEnvelope.of(ExchangeStyle.of(exchange));
    }
}
