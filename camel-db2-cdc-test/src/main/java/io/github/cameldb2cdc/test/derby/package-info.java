/** What is special about the engine below the test kit: databases, their server, functions for triggers. Internal. */
package io.github.cameldb2cdc.test.derby;
