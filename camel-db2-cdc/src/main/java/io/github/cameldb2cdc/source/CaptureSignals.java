package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Sequence;
import java.util.HashMap;
import java.util.Map;

/**
 * Rows of the type USER in Capture's table IBMSNAP_SIGNAL. Capture does nothing with them but note, when it meets the
 * commit that inserted one in the log, the sequence of that commit in the row.
 *
 * <p>The user needs INSERT, SELECT and DELETE on the table. Immutable and thread-safe.
 */
public final class CaptureSignals {

    private final String table;

    /** @param controlSchema the schema of Capture's control tables */
    public CaptureSignals(String controlSchema) {
        this.table = Db2Sql.quote(controlSchema) + ".IBMSNAP_SIGNAL";
    }

    /**
     * Inserts a signal and commits it.
     *
     * @param group at most 30 characters
     * @param id unique in its group, at most 500 characters
     */
    public void insert(Db2Session session, String group, String id) {
        session.unit("insert a signal for Capture into " + table, work -> {
            work.update(
                    "INSERT INTO " + table
                            + " (SIGNAL_TYPE, SIGNAL_SUBTYPE, SIGNAL_INPUT_IN, SIGNAL_STATE) VALUES ('USER', ?, ?, 'P')",
                    statement -> {
                        statement.setString(1, group);
                        statement.setString(2, id);
                    });
            return null;
        });
    }

    /** The sequences of the commits of a group's signals that Capture has met, by id. */
    public Map<String, Sequence> met(Db2Session session, String group) {
        return session.unit(
                "read the signals that Capture has met from " + table,
                work -> work.query(
                        "SELECT SIGNAL_INPUT_IN, SIGNAL_LSN FROM " + table
                                + " WHERE SIGNAL_TYPE = 'USER' AND SIGNAL_SUBTYPE = ? AND SIGNAL_LSN IS NOT NULL WITH CS",
                        1000,
                        statement -> statement.setString(1, group),
                        rows -> {
                            Map<String, Sequence> met = new HashMap<>();
                            while (rows.next()) {
                                met.put(rows.getString(1), Sequence.ofOwned(rows.getBytes(2)));
                            }
                            return met;
                        }));
    }

    /** Deletes a group's signals that Capture has met. */
    public void deleteMet(Db2Session session, String group) {
        session.unit("delete the signals that Capture has met from " + table, work -> {
            work.update(
                    "DELETE FROM " + table
                            + " WHERE SIGNAL_TYPE = 'USER' AND SIGNAL_SUBTYPE = ? AND SIGNAL_LSN IS NOT NULL",
                    statement -> statement.setString(1, group));
            return null;
        });
    }
}
