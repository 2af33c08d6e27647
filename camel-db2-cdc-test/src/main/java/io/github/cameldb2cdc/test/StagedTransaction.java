package io.github.cameldb2cdc.test;

import java.sql.Timestamp;
import java.util.List;

/**
 * A transaction of the source that has ended and whose changes wait in the log.
 *
 * @param id its name in the staging tables
 * @param lastPosition the position of its last change, which orders commits
 * @param changed about when it committed: when it made that change, or was last seen open if that is later
 * @param user who made it
 * @param parts the tables it changed
 */
record StagedTransaction(String id, long lastPosition, Timestamp changed, String user, List<Part> parts) {

    /**
     * Its changes to one table.
     *
     * @param source the table
     * @param lastPosition the position of the last of them
     */
    record Part(StagedSource source, long lastPosition) {}
}
