/**
 * Everything that is asked of Db2: all SQL text, the catalog, Capture's register, the reading of changes. Not API.
 */
package io.github.cameldb2cdc.source;
