package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.TableId;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.LocalDateTime;
import java.util.Objects;

/**
 * Notices that a table was altered since its structure was read, by the times that the catalog keeps.
 *
 * <p>Asked in the unit of work that reads the table: before the first row, so that nothing is read with columns that are
 * others by now, and after the last, by when the unit holds the table against an alteration. Immutable and thread-safe.
 */
public final class StructureWatch {

    private final TableId table;
    private final String question;
    private final LocalDateTime created;
    private final LocalDateTime altered;

    /** @param registration as it was when the table's structure was read */
    public StructureWatch(Platform platform, Registration registration) {
        this.table = registration.source();
        this.question = Db2Sql.timesOfTable(platform);
        this.created = registration.sourceCreated();
        this.altered = registration.sourceAltered();
    }

    /**
     * Looks at the catalog.
     *
     * @param work a session inside a unit of work
     * @throws CdcException transient, if the table is another one by now: its structure is to be read again
     */
    public void requireUnchanged(Db2Session work) throws SQLException {
        boolean same = work.query(
                question,
                1,
                statement -> {
                    statement.setString(1, table.schema());
                    statement.setString(2, table.name());
                },
                this::isSame);
        if (!same) {
            throw CdcException.transientFailure(
                    "The table " + table
                            + " was altered while it was loaded; what was read of the range in hand is read"
                            + " again with its new structure.",
                    null);
        }
    }

    private boolean isSame(ResultSet rows) throws SQLException {
        return rows.next()
                && Objects.equals(LocalTimes.read(rows, 1), created)
                && Objects.equals(LocalTimes.read(rows, 2), altered);
    }
}
