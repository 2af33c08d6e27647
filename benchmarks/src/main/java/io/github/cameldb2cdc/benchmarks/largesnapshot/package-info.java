/** Loads a table of millions of rows in a small heap, at different speeds of the network, and through a kill. */
package io.github.cameldb2cdc.benchmarks.largesnapshot;
