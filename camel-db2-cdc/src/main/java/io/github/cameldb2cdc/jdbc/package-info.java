/** What failures of JDBC mean. Knows java.sql and the package event, nothing else. */
package io.github.cameldb2cdc.jdbc;
