/**
 * The ledger of what the component takes for granted about Db2 and Capture: one test for each assumption. The embedded Db2
 * was built on the same assumptions, so a test that passes there only shows that the kit keeps to them.
 */
package io.github.cameldb2cdc.it.ledger;
