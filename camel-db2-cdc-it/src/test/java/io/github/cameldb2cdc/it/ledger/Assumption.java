package io.github.cameldb2cdc.it.ledger;

import java.util.Map;

/** What the component takes for granted about Db2 and Capture, in the order of how much depends on it. */
enum Assumption {
    COMPLETE_UP_TO_SYNCHPOINT("What is at or below a SYNCHPOINT that was read is complete in every change table, and"
            + " nothing is added there later."),
    GLOBAL_ROW("The register has one row with GLOBAL_RECORD = 'Y', of no owner and no table, with SYNCHPOINT and"
            + " SYNCHTIME."),
    COMMITS_IN_ORDER("COMMITSEQ grows in the order of commits, also where transactions overlap."),
    CHANGES_IN_ORDER(
            "INTENTSEQ grows in the order of the changes of a commit, over all its tables, and is given once."),
    LARGE_COMMIT_AT_ONCE("The rows of one commit are at or below SYNCHPOINT all together or not at all."),
    ROLLBACK_LEAVES_NOTHING("What is rolled back, wholly or to a savepoint, is in no change table."),
    ONE_SEQUENCE_LENGTH(
            "Log sequences have one length in the register, in IBMSNAP_UOW and in change tables: 16 bytes in"
                    + " new installations."),
    BYTE_ORDER("FOR BIT DATA values of one length compare and sort as unsigned bytes."),
    UPDATE_AS_PAIR("With CHG_UPD_TO_DEL_INS = 'Y' an update is a D row with the old values, then an I row with the new"
            + " ones."),
    UPDATE_AS_ROW(
            "With 'N' an update is one U row, with the old values in the columns that have the prefix; a D row has"
                    + " them in the ordinary ones."),
    PAIRS_ARE_ADJACENT("In a change table the I row of an update follows its D row directly, also when one statement"
            + " updates many rows."),
    CASCADES_ARE_CAPTURED("Rows that a foreign key deletes are captured as others are."),
    COMMIT_HAS_A_NOTE(
            "Each captured commit has one row in IBMSNAP_UOW, with the user and with LOGMARKER in the server's"
                    + " local time."),
    NEW_SYNCHPOINT_FOLLOWS("CD_NEW_SYNCHPOINT is not behind the newest row of its change table that is complete."),
    SYNCHTIME_MOVES_WHEN_IDLE("SYNCHPOINT and SYNCHTIME of the global row move on while nothing is changed."),
    SUSPENDED_CAPTURE_STANDS_STILL("While Capture is suspended SYNCHTIME stands still, and nothing is lost."),
    WARM_START_LOSES_NOTHING("A warm start captures once what was committed while Capture was stopped."),
    COLD_START_DEACTIVATES(
            "A cold start empties change tables, moves SYNCHPOINT forward and leaves registrations in" + " STATE I."),
    CAPSTART_SETS_OLD_SYNCHPOINT("A CAPSTART signal makes STATE A and sets CD_OLD_SYNCHPOINT."),
    HAND_MADE_HAS_NO_OLD_SYNCHPOINT("A registration that is inserted with STATE A keeps CD_OLD_SYNCHPOINT null."),
    STATE_A_PROVES_NOTHING(
            "A table whose STATE was set to A is not captured before Capture has read its registrations."),
    USER_SIGNAL("A USER row in IBMSNAP_SIGNAL becomes R and gets the log sequence of its commit."),
    PRUNING_MOVES_OLD_SYNCHPOINT(
            "Pruning by the retention limit moves CD_OLD_SYNCHPOINT to where the change table still" + " reaches."),
    NO_SET_NO_PRUNING("A change table whose subscriber has no row in IBMSNAP_PRUNE_SET is pruned by the retention limit"
            + " only."),
    STOPPED_REGISTRATION_SAYS_WHY("An error on a table with STOP_ON_ERROR = 'N' makes its STATE S with a message in"
            + " STATE_INFO, and other tables go on."),
    LARGE_OBJECTS_STAY_OUT("A table with LOB columns is captured without them."),
    ADDED_COLUMN_IS_LEFT_OUT("Rows go on without a column that was added to the source only."),
    TRUNCATE_IS_SILENT("TRUNCATE leaves no row in a change table."),
    RARE_TYPES("DECFLOAT, TIMESTAMP(12) and VARGRAPHIC values are the same when loaded and when streamed."),
    CURRENTLY_COMMITTED_SKIPS("On LUW a read at CS passes over a row that is inserted and not committed."),
    WAIT_FOR_OUTCOME_IS_TAKEN("On LUW WAIT FOR OUTCOME may follow WITH CS, WITH RS and WITH RR."),
    CATALOG_TIMES("CREATE_TIME moves when a table is created anew, ALTER_TIME when a column is added."),
    SQL_CODES("Missing tables give -204, missing columns -206, tables that exist -601, duplicate keys -803."),
    LEAST_PRIVILEGES("The privileges that SetupSqlMain grants are enough to load and to stream.");

    /** The level of Db2 and the day on which a test of the ledger passed there, as in "11.5.9.0 on 2026-12-01". */
    private static final Map<Assumption, String> SEEN = Map.of();

    private final String sentence;

    Assumption(String sentence) {
        this.sentence = sentence;
    }

    String sentence() {
        return sentence;
    }

    /** Where it was seen, for the README. */
    String seen() {
        String where = SEEN.get(this);
        return where == null ? "never run on a real Db2" : where;
    }
}
