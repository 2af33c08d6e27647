/**
 * What a consumer remembers over restarts, and where: the checkpoint as a value, its versioned format, and the stores.
 */
package io.github.cameldb2cdc.checkpoint;
