/** What a row costs on its way to a route. */
package io.github.cameldb2cdc.benchmarks;
