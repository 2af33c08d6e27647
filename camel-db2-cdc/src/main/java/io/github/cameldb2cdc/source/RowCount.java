package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;

/** Counts rows, and what changes make of their number. Stateless. */
public final class RowCount {

    /**
     * What the rows of a change table between two places come to.
     *
     * @param more by how many rows they make the table larger; negative if smaller
     * @param changes how many they are
     */
    public record Changes(long more, long changes) {}

    private RowCount() {}

    /** The number of a table's rows. */
    public static long of(Db2Session session, TableId table) {
        return session.unit(
                "count the rows of " + table,
                work -> work.query(Db2Sql.countRows(table), 1, statement -> {}, rows -> {
                    rows.next();
                    return rows.getLong(1);
                }));
    }

    /**
     * What changes come to.
     *
     * @param after behind this place
     * @param upTo up to this commit, which is of the same length
     */
    public static Changes between(Db2Session session, ChangeTable table, Position after, Sequence upTo) {
        Sequence intent = after.isEndOfCommit() ? Sequence.highest(upTo.length()) : after.intent();
        return session.unit(
                "count the changes of " + table.id(),
                work -> work.query(
                        Db2Sql.countChanges(table),
                        1,
                        statement -> {
                            statement.setBytes(1, after.commit().bytes());
                            statement.setBytes(2, after.commit().bytes());
                            statement.setBytes(3, intent.bytes());
                            statement.setBytes(4, upTo.bytes());
                        },
                        rows -> {
                            rows.next();
                            return new Changes(rows.getLong(1), rows.getLong(2));
                        }));
    }
}
