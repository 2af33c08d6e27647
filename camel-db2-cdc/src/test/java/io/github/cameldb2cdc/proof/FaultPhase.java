package io.github.cameldb2cdc.proof;

import io.github.cameldb2cdc.test.relay.WireFaults;
import java.util.function.Predicate;

/** Where a fault meets the consumer: a moment of its life, and the statement it executes there. */
enum FaultPhase {
    CATALOG(Moment.START, true, text("NAME = 'IBMSNAP_REGISTER'")),
    SERVER(Moment.START, true, text("CURRENT SERVER")),
    WATERMARK_AT_START(Moment.START, true, text("SELECT SYNCHPOINT, SYNCHTIME")),
    REGISTER_AT_START(Moment.START, true, text("BEFORE_IMG_PREFIX")),
    STRUCTURE(Moment.START, true, text("SYSCAT.COLUMNS")),
    KEYS(Moment.START, true, text("SYSCAT.INDEXES")),
    FIRST_CHECKPOINT_READ(Moment.START, false, text("SELECT OWNER_ID, EPOCH_NUMBER")),
    FIRST_CHECKPOINT_WRITE(Moment.START, false, text("INSERT INTO F.CHECKPOINT")),
    FIRST_CHECKPOINT_COMMIT(Moment.START, false, commitAfter("INSERT INTO F.CHECKPOINT")),
    ESTIMATE(Moment.START, true, text("SELECT CARD")),
    KEY_SCAN(Moment.START, true, text("SELECT \"ID\" FROM \"F\".\"B\" ORDER")),
    RANGE(Moment.START, true, text("SELECT \"ID\", \"WIDE\" FROM \"F\".\"B\"")),
    LOCK(Moment.LOCK, false, text("LOCK TABLE")),
    WINDOW(Moment.LOCK, true, text("SELECT CURRENT TIMESTAMP, CURRENT TIMEZONE")),
    WATERMARK(Moment.STREAM, true, text("SELECT SYNCHPOINT, SYNCHTIME")),
    REGISTER(Moment.STREAM, true, text("BEFORE_IMG_PREFIX")),
    LOG_FACTS(Moment.STREAM, true, text("CAPTURE_FIRST_SEQ")),
    WHO_HAS_ROWS(Moment.STREAM, true, text("MIN(IBMSNAP_COMMITSEQ)")),
    PAGE(Moment.STREAM, true, text("\"WIDE\" FROM \"ASNCDC\".\"CDC_F_B\"")),
    PAGE_COMMIT(Moment.STREAM, false, commitAfter("\"WIDE\" FROM \"ASNCDC\".\"CDC_F_B\"")),
    UNIT_OF_WORK(Moment.STREAM, true, text("IBMSNAP_AUTHID")),
    EXISTING_KEYS(Moment.STREAM, true, text("SELECT \"ID\" FROM \"F\".\"A\" WHERE")),
    CHECKPOINT_WRITE(Moment.STREAM, false, text("UPDATE F.CHECKPOINT SET")),
    CHECKPOINT_COMMIT(Moment.STREAM, false, commitAfter("UPDATE F.CHECKPOINT SET")),
    CHECKPOINT_AT_STOP(Moment.STOP, false, text("UPDATE F.CHECKPOINT SET")),
    COMMIT_AT_STOP(Moment.STOP, false, commitAfter("UPDATE F.CHECKPOINT SET")),
    ROLLBACK_AT_STOP(Moment.STOP, false, WireFaults.ROLLBACK::equals),
    CHECKPOINT_READ(Moment.RESTART, true, text("SELECT OWNER_ID, EPOCH_NUMBER")),
    CHECKPOINT_ENTRIES(Moment.RESTART, true, text("SELECT ENTRY_ID, PIECE_TEXT")),
    CHECKPOINT_CLAIM(Moment.RESTART, false, text("UPDATE F.CHECKPOINT SET"));

    /** When in its life the consumer is to meet the fault. */
    enum Moment {
        /** From the first connection to the end of the first load. */
        START,
        /** The same, the load being under a lock. */
        LOCK,
        /** While it follows changes. */
        STREAM,
        /** While it is stopped. */
        STOP,
        /** While it starts again. */
        RESTART
    }

    private final Moment moment;
    private final boolean hasRows;
    private final Predicate<String> statement;

    FaultPhase(Moment moment, boolean hasRows, Predicate<String> statement) {
        this.moment = moment;
        this.hasRows = hasRows;
        this.statement = statement;
    }

    private static Predicate<String> text(String part) {
        return sql -> sql.contains(part);
    }

    private static Predicate<String> commitAfter(String part) {
        return new Predicate<>() {
            private boolean written;

            @Override
            public synchronized boolean test(String sql) {
                boolean commits = written && sql.equals(WireFaults.COMMIT);
                written = sql.contains(part) || (written && !commits);
                return commits;
            }
        };
    }

    Moment moment() {
        return moment;
    }

    /** Whether the statement is a query that finds rows. */
    boolean hasRows() {
        return hasRows;
    }

    /** Whether its rows do not fit one block. */
    boolean hasManyBlocks() {
        return this == RANGE || this == PAGE;
    }

    /** Whether it meets every fault there is. */
    boolean isTypical() {
        return this == PAGE || this == CHECKPOINT_WRITE;
    }

    boolean meets(String sql) {
        return statement.test(sql);
    }
}
