package io.github.cameldb2cdc.benchmarks.largesnapshot;

import io.github.cameldb2cdc.benchmarks.throughput.SourceProcess;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** The table: keys 1, 2, 3 and so on, a text, a decimal. */
final class LargeTable {

    static final String SCHEMA = "BENCH";
    static final String NAME = "LARGE";

    /** Long enough for the name that a change gives to a row. */
    static final int SHORT_NAME = 20;

    private static final int BLOCK_ROWS = 100_000;
    private static final int BATCH_ROWS = 5_000;

    private final SourceProcess source;
    private final int nameLength;

    /** @param nameLength how many characters the texts may have; they have as many if that is more than {@link #SHORT_NAME} */
    LargeTable(SourceProcess source, int nameLength) {
        this.source = source;
        this.nameLength = nameLength;
    }

    private String columns() {
        return " (ID BIGINT NOT NULL PRIMARY KEY, NAME VARCHAR(" + nameLength
                + ") NOT NULL, AMOUNT DECIMAL(11,2) NOT NULL)";
    }

    private String nameOf(int row) {
        String name = "name " + row;
        return nameLength > SHORT_NAME ? name + "-".repeat(nameLength - name.length()) : name;
    }

    /**
     * Creates, fills and registers it. One block of rows goes over the wire, and the server copies it as often as is
     * needed, each copy in a transaction of its own. No trigger of Capture is there yet.
     */
    void fill(int rows) throws SQLException {
        source.execute("CREATE TABLE " + SCHEMA + "." + NAME + columns());
        source.execute("CREATE TABLE " + SCHEMA + ".BLOCK" + columns());
        insertBlock(Math.min(rows, BLOCK_ROWS));
        for (int first = 0; first < rows; first += BLOCK_ROWS) {
            source.execute("INSERT INTO " + SCHEMA + "." + NAME + " SELECT ID + " + first + ", NAME, AMOUNT FROM "
                    + SCHEMA + ".BLOCK WHERE ID <= " + Math.min(BLOCK_ROWS, rows - first));
        }
        source.execute("DROP TABLE " + SCHEMA + ".BLOCK");
        source.tell("register " + SCHEMA + "." + NAME);
    }

    private void insertBlock(int rows) throws SQLException {
        try (Connection connection = source.connect();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO " + SCHEMA + ".BLOCK VALUES (?, ?, ?)")) {
            connection.setAutoCommit(false);
            for (int row = 1; row <= rows; row++) {
                insert.setLong(1, row);
                insert.setString(2, nameOf(row));
                insert.setBigDecimal(3, BigDecimal.valueOf(row, 2));
                insert.addBatch();
                if (row % BATCH_ROWS == 0 || row == rows) {
                    insert.executeBatch();
                }
            }
            connection.commit();
        }
    }
}
