package io.github.cameldb2cdc.test.relay;

import java.util.List;

/**
 * An error as Db2 reports it.
 *
 * @param sqlCode the SQLCODE, negative
 * @param sqlState the SQLSTATE, five characters
 * @param tokens the tokens of the message, such as a reason code or a table name
 */
record Db2Error(int sqlCode, String sqlState, List<String> tokens) {
    /** The unit of work was rolled back because of a deadlock (reason 2) or a lock timeout (reason 68). */
    static final int ROLLED_BACK = -911;

    Db2Error {
        if (sqlCode >= 0) {
            throw new IllegalArgumentException("An error needs a negative SQLCODE, not " + sqlCode);
        }
        if (sqlState.length() != 5) {
            throw new IllegalArgumentException("An SQLSTATE has five characters: " + sqlState);
        }
        tokens = List.copyOf(tokens);
    }

    boolean rollsBack() {
        return sqlCode == ROLLED_BACK;
    }
}
