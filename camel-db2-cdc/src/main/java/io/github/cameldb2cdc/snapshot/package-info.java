/**
 * Reading the rows that are there. Not API.
 */
package io.github.cameldb2cdc.snapshot;
