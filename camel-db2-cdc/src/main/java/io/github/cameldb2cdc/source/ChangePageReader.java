package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.Sequence;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads pages of one change table: first the rest of the commit in which the reader stands, then later commits. Two
 * statements, since one with an OR reads the whole commit again for each page.
 */
final class ChangePageReader {

    private static final int FIRST_COLUMN = 4;

    private final ChangeTable table;
    private final RowReader rowReader;
    private final BeforeImageReader beforeImages;
    private final int fetchSize;
    private Sequence lastCommit;

    ChangePageReader(ChangeTable table, int fetchSize) {
        this.table = table;
        this.rowReader = new RowReader(table.schema());
        this.beforeImages = BeforeImageReader.of(table);
        this.fetchSize = fetchSize;
    }

    /** Whether this reader was made for the table as it is now: a table whose structure changed is another object. */
    boolean reads(ChangeTable other) {
        return table == other;
    }

    Page read(Db2Session session, Position after, Sequence upTo, int mostRows, long mostBytes) throws SQLException {
        PageBuilder page = new PageBuilder(mostRows, mostBytes);
        if (!after.isEndOfCommit()) {
            session.query(
                    Db2Sql.restOfCommit(table, mostRows),
                    Math.min(fetchSize, mostRows),
                    statement -> {
                        statement.setBytes(1, after.commit().bytes());
                        statement.setBytes(2, after.intent().bytes());
                    },
                    rows -> readInto(page, rows, upTo.length()));
        }
        if (!page.isFull()) {
            // With the same limit, though fewer rows may be left: its text, and so the prepared statement, stays one.
            session.query(
                    Db2Sql.laterCommits(table, mostRows),
                    Math.min(fetchSize, mostRows),
                    statement -> {
                        statement.setBytes(1, after.commit().bytes());
                        statement.setBytes(2, upTo.bytes());
                    },
                    rows -> readInto(page, rows, upTo.length()));
        }
        return page.build();
    }

    private Void readInto(PageBuilder page, ResultSet rows, int sequenceLength) throws SQLException {
        while (!page.isFull() && rows.next()) {
            page.add(readRow(rows, sequenceLength));
        }
        return null;
    }

    private ChangeRow readRow(ResultSet rows, int sequenceLength) throws SQLException {
        Sequence commit = commitOf(rows.getBytes(1), sequenceLength);
        Sequence intent = Sequence.ofOwned(rows.getBytes(2));
        String operation = rows.getString(3);
        Row row = rowReader.read(rows, FIRST_COLUMN);
        Row before = operation.charAt(0) == 'U' ? beforeImages.read(rows, FIRST_COLUMN + rowReader.width(), row) : null;
        int bytes = RowReader.sizeOf(row) + (before == null ? 0 : RowReader.sizeOf(before));
        return new ChangeRow(Position.row(commit, intent), operation.charAt(0), row, before, bytes);
    }

    private Sequence commitOf(byte[] bytes, int length) {
        if (lastCommit == null || !lastCommit.hasBytes(bytes)) {
            if (bytes.length != length) {
                throw CdcException.definite("The change table "
                        + table.registration().changeTable()
                        + " has commit sequences of " + bytes.length + " bytes and Capture's watermark has " + length
                        + "; finish the migration of Capture's control tables.");
            }
            lastCommit = Sequence.ofOwned(bytes);
        }
        return lastCommit;
    }

    /** Collects rows until one of the limits is reached; one row is always taken. */
    private static final class PageBuilder {

        private final List<ChangeRow> rows = new ArrayList<>();
        private final int mostRows;
        private final long mostBytes;
        private long bytes;

        PageBuilder(int mostRows, long mostBytes) {
            this.mostRows = mostRows;
            this.mostBytes = mostBytes;
        }

        void add(ChangeRow row) {
            rows.add(row);
            bytes += row.bytes();
        }

        /** Whether a limit was reached, so that the cursor is left before its end is seen. */
        boolean isFull() {
            return rows.size() >= mostRows || (!rows.isEmpty() && bytes >= mostBytes);
        }

        Page build() {
            return new Page(rows, isFull());
        }
    }
}
