/** Db2's catalog views, for LUW and z/OS, kept up to date from the engine's own catalog. Internal. */
package io.github.cameldb2cdc.test.catalog;
