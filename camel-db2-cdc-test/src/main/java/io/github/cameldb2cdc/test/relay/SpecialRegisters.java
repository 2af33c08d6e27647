package io.github.cameldb2cdc.test.relay;

import java.time.Clock;
import java.time.ZoneId;

/**
 * The special registers of Db2 that Derby does not have: as constants, and a look at the clock as a function, since a
 * statement that was prepared once is executed at any later time. Thread-safe.
 */
final class SpecialRegisters {

    private final String databaseName;
    private final ZoneId zone;
    private final Clock clock;

    SpecialRegisters(String databaseName, ZoneId zone, Clock clock) {
        this.databaseName = databaseName;
        this.zone = zone;
        this.clock = clock;
    }

    /**
     * Replaces the registers of a statement.
     *
     * @return whether the result depends on the time of day
     */
    boolean apply(SqlEdits edits) {
        boolean dependsOnTime = false;
        SqlTokens tokens = edits.tokens();
        for (int i = 0; i < tokens.size(); i++) {
            int register = registerLength(tokens, i, "TIMEZONE");
            if (register > 0) {
                timezone(edits, i, register);
                dependsOnTime = true;
            }
            register = registerLength(tokens, i, "SERVER");
            if (register > 0) {
                String literal = databaseName.replace("'", "''");
                edits.replace(i, i + register, "CAST('" + literal + "' AS VARCHAR(128))");
            }
            register = registerLength(tokens, i, "TIMESTAMP");
            int precision = i + register;
            if (register > 0 && tokens.afterParentheses(precision) == precision + 3) {
                edits.remove(precision, precision + 3);
            }
        }
        if (asksForClock(tokens)) {
            edits.replace(1, 1 + registerLength(tokens, 1, "TIMESTAMP"), "DB2KIT.NOW()");
        }
        return dependsOnTime;
    }

    /** Such a query is a look at the server's clock, which has to be the one that Capture's times come from. */
    private static boolean asksForClock(SqlTokens tokens) {
        int timestamp = registerLength(tokens, 1, "TIMESTAMP");
        return tokens.get(0).isWord("SELECT")
                && timestamp > 0
                && tokens.get(1 + timestamp).isSymbol(',')
                && registerLength(tokens, 2 + timestamp, "TIMEZONE") > 0;
    }

    private void timezone(SqlEdits edits, int at, int register) {
        SqlTokens tokens = edits.tokens();
        int timestamp = tokens.get(at - 1).isSymbol('-') ? startOfTimestampBefore(tokens, at - 1) : -1;
        if (timestamp >= 0) {
            edits.replace(
                    timestamp,
                    at + register,
                    "{fn TIMESTAMPADD(SQL_TSI_SECOND, " + -offsetSeconds() + ", CURRENT_TIMESTAMP)}");
        } else {
            edits.replace(at, at + register, "CAST(" + offsetAsNumber() + " AS DECIMAL(6,0))");
        }
    }

    private static int startOfTimestampBefore(SqlTokens tokens, int minus) {
        if (tokens.get(minus - 1).isWord("CURRENT_TIMESTAMP")) {
            return minus - 1;
        }
        return tokens.areWords(minus - 2, "CURRENT", "TIMESTAMP") ? minus - 2 : -1;
    }

    /** How many tokens spell the register here, 0 when none does. */
    private static int registerLength(SqlTokens tokens, int at, String register) {
        if (tokens.areWords(at, "CURRENT", register)) {
            return 2;
        }
        return tokens.get(at).isWord("CURRENT_" + register) ? 1 : 0;
    }

    private int offsetSeconds() {
        return zone.getRules().getOffset(clock.instant()).getTotalSeconds();
    }

    /** Hours, minutes and seconds as one number with the sign of the offset: -53000 for half past five west. */
    private int offsetAsNumber() {
        int seconds = offsetSeconds();
        return seconds / 3600 * 10_000 + seconds / 60 % 60 * 100 + seconds % 60;
    }
}
