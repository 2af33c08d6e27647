/**
 * Tests of the component through routes, and of what it takes for granted about Db2, each written once: the classes named
 * {@code Test} run them on the embedded Db2 in every build, those named {@code IT} on a real one.
 */
package io.github.cameldb2cdc.it;
