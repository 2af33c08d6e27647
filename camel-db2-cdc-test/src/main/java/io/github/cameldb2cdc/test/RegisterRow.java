package io.github.cameldb2cdc.test;

import io.github.cameldb2cdc.test.derby.TableName;

/**
 * What Capture reads about one registration in IBMSNAP_REGISTER.
 *
 * @param source the source table
 * @param changeTable where its changes go
 * @param state A, I or S
 * @param updatesAsPairs whether an update becomes a D and an I row
 * @param changesOnly whether updates of other columns are skipped
 * @param beforeImagePrefix the prefix of before-image columns, or null
 * @param stopOnError whether an error on this table stops Capture
 */
record RegisterRow(
        TableName source,
        TableName changeTable,
        char state,
        boolean updatesAsPairs,
        boolean changesOnly,
        String beforeImagePrefix,
        boolean stopOnError) {

    boolean active() {
        return state == 'A';
    }
}
