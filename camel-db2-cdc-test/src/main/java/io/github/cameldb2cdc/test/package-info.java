/**
 * EmbeddedDb2, a Db2 with SQL Replication for tests in one JVM. Start at {@link
 * io.github.cameldb2cdc.test.EmbeddedDb2}.
 */
package io.github.cameldb2cdc.test;
