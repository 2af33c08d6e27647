/**
 * Signals, which ask for snapshots while changes stream, and what they mean.
 */
package io.github.cameldb2cdc.signal;
