/**
 * The one pull loop: reads, delivers, records. Not API: only the component's own consumer and its tests use it.
 */
package io.github.cameldb2cdc.engine;
