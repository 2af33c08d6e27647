package io.github.cameldb2cdc.envelope;

/**
 * How events are written: a format, which presets all switches, and the switches.
 *
 * <table>
 * <caption>Presets</caption>
 * <tr><th>switch</th><th>PLAIN</th><th>DEBEZIUM</th></tr>
 * <tr><td>decimals</td><td>NUMBER</td><td>PRECISE</td></tr>
 * <tr><td>temporals</td><td>ISO</td><td>ADAPTIVE</td></tr>
 * <tr><td>binaries</td><td>BASE64</td><td>BASE64</td></tr>
 * <tr><td>tombstones</td><td>false</td><td>true</td></tr>
 * <tr><td>includeSchema</td><td>false</td><td>false</td></tr>
 * </table>
 *
 * <p>The format alone decides how {@code source} is written, see {@link JsonEnvelope}. Immutable and thread-safe.
 *
 * @param format the format
 * @param decimals how DECIMAL and DECFLOAT are written
 * @param temporals how DATE, TIME and TIMESTAMP are written
 * @param binaries how bytes are written
 * @param tombstones whether a delete is followed by a message of its key without a body
 * @param includeSchema whether envelope and key carry their schema, as Kafka Connect's JSON converter writes it
 */
public record EnvelopeStyle(
        EnvelopeFormat format,
        DecimalMode decimals,
        TemporalMode temporals,
        BinaryMode binaries,
        boolean tombstones,
        boolean includeSchema) {

    /** The format PLAIN. */
    public static final EnvelopeStyle PLAIN = of(EnvelopeFormat.PLAIN);

    /** The format DEBEZIUM. */
    public static final EnvelopeStyle DEBEZIUM = of(EnvelopeFormat.DEBEZIUM);

    /** @throws IllegalArgumentException if no schema can say what is written; the message is a sentence */
    public EnvelopeStyle {
        if (includeSchema && decimals == DecimalMode.NUMBER) {
            throw new IllegalArgumentException("includeSchema=true is not allowed with decimalMode=NUMBER, which is the"
                    + " default of format=PLAIN: Kafka Connect has no type for such numbers; set decimalMode=PRECISE,"
                    + " STRING or DOUBLE.");
        }
    }

    /** A format with its presets. */
    public static EnvelopeStyle of(EnvelopeFormat format) {
        return of(format, null, null, null, null, false);
    }

    /**
     * A format with some switches set; a switch that is null is as the format presets it.
     *
     * @throws IllegalArgumentException if no schema can say what is written; the message is a sentence
     */
    public static EnvelopeStyle of(
            EnvelopeFormat format,
            DecimalMode decimals,
            TemporalMode temporals,
            BinaryMode binaries,
            Boolean tombstones,
            boolean includeSchema) {
        boolean debezium = format == EnvelopeFormat.DEBEZIUM;
        return new EnvelopeStyle(
                format,
                decimals != null ? decimals : debezium ? DecimalMode.PRECISE : DecimalMode.NUMBER,
                temporals != null ? temporals : debezium ? TemporalMode.ADAPTIVE : TemporalMode.ISO,
                binaries != null ? binaries : BinaryMode.BASE64,
                tombstones != null ? tombstones : debezium,
                includeSchema);
    }
}
