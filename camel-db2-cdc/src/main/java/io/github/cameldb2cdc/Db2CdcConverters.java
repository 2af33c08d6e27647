package io.github.cameldb2cdc;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.cameldb2cdc.envelope.JsonEnvelope;
import io.github.cameldb2cdc.envelope.MapEnvelope;
import io.github.cameldb2cdc.event.RowChange;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.util.Map;
import org.apache.camel.Converter;

/** Converts events to the forms of their envelope, so that {@code convertBodyTo(String.class)} gives JSON. */
@Converter(generateLoader = true)
public final class Db2CdcConverters {

    private Db2CdcConverters() {}

    /** The event as JSON. */
    @Converter
    public static String toText(RowChange change) {
        return JsonEnvelope.plain().toText(change);
    }

    /** The event as JSON in UTF-8. */
    @Converter
    public static byte[] toBytes(RowChange change) {
        return JsonEnvelope.plain().toBytes(change);
    }

    /** The event as JSON in UTF-8. */
    @Converter
    public static InputStream toStream(RowChange change) {
        return new ByteArrayInputStream(toBytes(change));
    }

    /** The event's envelope as a map. */
    @Converter
    public static Map<String, Object> toMap(RowChange change) {
        return MapEnvelope.toMap(change);
    }

    /** The event's envelope as a tree of Jackson. */
    @Converter
    public static JsonNode toTree(RowChange change) {
        return JsonEnvelope.plain().toTree(change);
    }
}
