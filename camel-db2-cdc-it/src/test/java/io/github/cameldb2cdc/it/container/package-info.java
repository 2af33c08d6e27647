/**
 * A real Db2 in IBM's container, with Capture. All text that is sent into the container stands here and knows no Docker;
 * the one class that does is compiled with the profile {@code db2} only. Nobody has run this against a real Db2 yet.
 */
package io.github.cameldb2cdc.it.container;
