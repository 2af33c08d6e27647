package io.github.cameldb2cdc.test;

import java.sql.SQLException;
import java.util.Set;

/** Tells the errors that a second attempt may not meet. */
final class LockConflict {
    private static final Set<String> STATES = Set.of("40001", "40XL1", "40XL2");

    private LockConflict() {}

    static boolean in(SQLException error) {
        for (Throwable cause = error; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && STATES.contains(String.valueOf(sql.getSQLState()))) {
                return true;
            }
        }
        return false;
    }
}
