/**
 * The component itself, scheme {@code db2-cdc}: what Apache Camel sees. The only package beside {@code checkpoint} that
 * knows Camel.
 */
package io.github.cameldb2cdc;
