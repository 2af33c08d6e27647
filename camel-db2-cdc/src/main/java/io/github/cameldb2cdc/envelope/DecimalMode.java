package io.github.cameldb2cdc.envelope;

/**
 * How DECIMAL and DECFLOAT are written.
 *
 * <table>
 * <caption>Values</caption>
 * <tr><th>mode</th><th>DECIMAL</th><th>DECFLOAT</th><th>NaN and infinities of DECFLOAT</th></tr>
 * <tr><td>NUMBER</td><td>{@code 10.00}</td><td>{@code 12.50}</td><td>as text, {@code "NaN"}</td></tr>
 * <tr><td>PRECISE</td><td>{@code "A+g="}</td><td>{@code {"scale":1,"value":"fQ=="}}</td><td>null, with a warning</td></tr>
 * <tr><td>STRING</td><td>{@code "10.00"}</td><td>{@code "12.50"}</td><td>{@code "NaN"}</td></tr>
 * <tr><td>DOUBLE</td><td>{@code 10.0}</td><td>{@code 12.5}</td><td>as text, {@code "NaN"}</td></tr>
 * </table>
 */
public enum DecimalMode {
    /** JSON numbers with all digits. */
    NUMBER,
    /**
     * The unscaled value's two's complement, big-endian, in base64; the scale is that of the column, for a DECFLOAT it is
     * beside it: never negative, and as small as the number allows.
     */
    PRECISE,
    /** Text with all digits and without an exponent. */
    STRING,
    /** JSON numbers rounded to a double. */
    DOUBLE
}
