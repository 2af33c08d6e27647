/**
 * Events as JSON, as maps and as a short text that tells them apart. Knows Jackson, but neither JDBC nor Camel.
 *
 * <p>An {@link io.github.cameldb2cdc.envelope.EnvelopeStyle} says how;
 * {@link io.github.cameldb2cdc.envelope.JsonEnvelope}, {@link io.github.cameldb2cdc.envelope.MapEnvelope} and
 * {@link io.github.cameldb2cdc.envelope.IdempotencyKey} are what other packages use.
 */
package io.github.cameldb2cdc.envelope;
