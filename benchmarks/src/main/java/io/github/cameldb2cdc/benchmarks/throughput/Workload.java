package io.github.cameldb2cdc.benchmarks.throughput;

import java.sql.SQLException;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The tables and what is in them.
 *
 * <p>The changes are a pattern of 14 rows that make 10 events: five inserts, four updates as pairs of a deleted and an
 * inserted row, a delete. A transaction has ten patterns.
 */
final class Workload {

    static final String SCHEMA = "BENCH";
    static final String SNAPSHOT_TABLE = "EMPLOYEES";
    static final String STREAM_TABLE = "CHANGED";
    static final String SMALL_TABLE = "SMALL";
    static final String MANY_SCHEMA = "MANY";
    static final int MANY_TABLES = 200;
    static final int BUSY_TABLES = 5;
    static final int EVENTS_OF_BUSY_TABLE = 2_000;
    static final int SMALL_ROWS = 10;
    static final String COLUMNS = "ID, FIRSTNAME, LASTNAME, SALARY, HIRED, UPDATED, NOTES";

    private static final int ROWS_OF_PATTERN = 14;
    private static final int EVENTS_OF_PATTERN = 10;
    private static final int EVENTS_OF_TRANSACTION = 100;

    private final SourceProcess source;
    private final int events;

    /** @param events rows of the snapshot and changes of the stream */
    Workload(SourceProcess source, int events) {
        this.source = source;
        this.events = events;
    }

    int events() {
        return events;
    }

    int transactions() {
        return events / EVENTS_OF_TRANSACTION;
    }

    /** Creates and fills everything but the many tables. */
    void fill() throws SQLException {
        create(SCHEMA, STREAM_TABLE);
        create(SCHEMA, SNAPSHOT_TABLE);
        create(SCHEMA, SMALL_TABLE);
        source.tell("register " + SCHEMA + "." + STREAM_TABLE);
        long rows = (long) events / EVENTS_OF_PATTERN * ROWS_OF_PATTERN;
        source.tell("fill " + SCHEMA + "." + STREAM_TABLE + " " + rows + " " + transactions());
        copyRows(SNAPSHOT_TABLE, events);
        copyRows(SMALL_TABLE, SMALL_ROWS);
        source.tell("register " + SCHEMA + "." + SNAPSHOT_TABLE);
        source.tell("register " + SCHEMA + "." + SMALL_TABLE);
        makePattern();
    }

    private void copyRows(String table, int rows) throws SQLException {
        source.execute("INSERT INTO " + SCHEMA + "." + table + " SELECT " + COLUMNS + " FROM " + changeTable()
                + " WHERE ID <= " + rows);
    }

    static String changeTable() {
        return "ASNCDC.CDC_" + SCHEMA + "_" + STREAM_TABLE;
    }

    /** Turns inserts into the pairs and the delete of the pattern; rows are numbered from 1. */
    private void makePattern() throws SQLException {
        source.execute("UPDATE " + changeTable() + " SET IBMSNAP_OPERATION = 'D' WHERE MOD(ID, " + ROWS_OF_PATTERN
                + ") IN (6, 8, 10, 12, 0)");
        source.execute("UPDATE " + changeTable() + " SET ID = ID - 1 WHERE MOD(ID, " + ROWS_OF_PATTERN
                + ") IN (7, 9, 11, 13)");
    }

    /** Creates the many tables; a few have changes. */
    void fillMany() throws SQLException {
        for (int i = 0; i < BUSY_TABLES; i++) {
            create(MANY_SCHEMA, manyTable(i));
            String table = MANY_SCHEMA + "." + manyTable(i);
            source.tell("register " + table);
            source.tell("fill " + table + " " + EVENTS_OF_BUSY_TABLE + " " + EVENTS_OF_BUSY_TABLE / 10);
        }
        List<String> idle = IntStream.range(BUSY_TABLES, MANY_TABLES)
                .mapToObj(Workload::manyTable)
                .toList();
        new PlainRegistrations(source, MANY_SCHEMA, manyTable(0)).add(idle);
    }

    private static String manyTable(int number) {
        return "T" + (1_000 + number);
    }

    private void create(String schema, String table) throws SQLException {
        source.execute("CREATE TABLE " + schema + "." + table
                + " (ID INTEGER NOT NULL PRIMARY KEY, FIRSTNAME VARCHAR(40), LASTNAME VARCHAR(40),"
                + " SALARY DECIMAL(9,2), HIRED DATE, UPDATED TIMESTAMP, NOTES VARCHAR(200))");
    }
}
