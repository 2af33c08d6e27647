/**
 * The words of the component: positions, tables, rows, events. Values only; nothing here knows JDBC, Camel or Jackson.
 */
package io.github.cameldb2cdc.event;
