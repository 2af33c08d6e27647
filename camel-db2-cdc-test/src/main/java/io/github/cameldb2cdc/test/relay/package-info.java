/**
 * A relay that lets IBM's unmodified driver work on an Apache Derby Network Server, and scripted faults on the wire
 * between them. {@link io.github.cameldb2cdc.test.relay.DrdaRelay} is the way in.
 */
package io.github.cameldb2cdc.test.relay;
