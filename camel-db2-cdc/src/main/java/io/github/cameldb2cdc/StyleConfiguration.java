package io.github.cameldb2cdc;

import io.github.cameldb2cdc.envelope.BinaryMode;
import io.github.cameldb2cdc.envelope.DecimalMode;
import io.github.cameldb2cdc.envelope.EnvelopeFormat;
import io.github.cameldb2cdc.envelope.EnvelopeStyle;
import io.github.cameldb2cdc.envelope.TemporalMode;
import org.apache.camel.spi.UriParam;
import org.apache.camel.spi.UriParams;

/** The options that say how events are written, as they were given. Not thread-safe. */
@UriParams
public abstract class StyleConfiguration {

    /**
     * Whose readers the JSON is for, which presets the next options: PLAIN writes exact numbers and ISO-8601 dates,
     * DEBEZIUM what Debezium's Db2 connector writes.
     */
    @UriParam(label = "consumer", defaultValue = "PLAIN")
    private EnvelopeFormat format = EnvelopeFormat.PLAIN;

    /**
     * How DECIMAL and DECFLOAT are written in JSON: NUMBER with all digits, PRECISE as base64 of the unscaled value,
     * STRING, or DOUBLE. Default: NUMBER, with format=DEBEZIUM PRECISE.
     */
    @UriParam(label = "consumer")
    private DecimalMode decimalMode;

    /**
     * How DATE, TIME and TIMESTAMP are written in JSON: ISO as text, or as Debezium's time.precision.mode. Default: ISO,
     * with format=DEBEZIUM ADAPTIVE.
     */
    @UriParam(label = "consumer")
    private TemporalMode temporalMode;

    /** How binary columns and FOR BIT DATA are written in JSON. */
    @UriParam(label = "consumer", defaultValue = "BASE64")
    private BinaryMode binaryMode = BinaryMode.BASE64;

    /**
     * Whether the delete of a row with a key is followed by an exchange with the same key and without a body, for logs
     * that are compacted by key. Default: false, with format=DEBEZIUM true.
     */
    @UriParam(label = "consumer")
    private Boolean tombstones;

    /** Whether JSON and key carry their schema, as Kafka Connect's JSON converter writes it. */
    @UriParam(label = "consumer")
    private boolean includeSchema;

    /**
     * The style that these options ask for.
     *
     * @throws IllegalArgumentException if they do not go together; the message is a sentence
     */
    EnvelopeStyle style() {
        return EnvelopeStyle.of(format, decimalMode, temporalMode, binaryMode, tombstones, includeSchema);
    }

    public EnvelopeFormat getFormat() {
        return format;
    }

    public void setFormat(EnvelopeFormat format) {
        this.format = format;
    }

    public DecimalMode getDecimalMode() {
        return decimalMode;
    }

    public void setDecimalMode(DecimalMode decimalMode) {
        this.decimalMode = decimalMode;
    }

    public TemporalMode getTemporalMode() {
        return temporalMode;
    }

    public void setTemporalMode(TemporalMode temporalMode) {
        this.temporalMode = temporalMode;
    }

    public BinaryMode getBinaryMode() {
        return binaryMode;
    }

    public void setBinaryMode(BinaryMode binaryMode) {
        this.binaryMode = binaryMode;
    }

    public Boolean getTombstones() {
        return tombstones;
    }

    public void setTombstones(Boolean tombstones) {
        this.tombstones = tombstones;
    }

    public boolean isIncludeSchema() {
        return includeSchema;
    }

    public void setIncludeSchema(boolean includeSchema) {
        this.includeSchema = includeSchema;
    }
}
