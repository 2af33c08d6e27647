/** What the whole component costs, from the source's rows to the end of a route, beside a bare JDBC loop. */
package io.github.cameldb2cdc.benchmarks.throughput;
