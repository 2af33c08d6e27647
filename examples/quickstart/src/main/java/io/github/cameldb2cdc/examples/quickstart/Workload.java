package io.github.cameldb2cdc.examples.quickstart;

import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** A table of employees, and somebody who changes it. */
final class Workload {

    static final String TABLE = "DB2INST1.EMPLOYEES";

    private static final int CHANGES = 6;

    private final EmbeddedDb2 db2;
    private int rowsToLoad;

    Workload(EmbeddedDb2 db2) {
        this.db2 = db2;
    }

    /** Makes the table and its first rows, unless an earlier run did. */
    void prepare() throws SQLException {
        if (exists()) {
            return;
        }
        db2.execute(
                "CREATE TABLE " + TABLE + " (EMP_ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(40) NOT NULL,"
                        + " SALARY DECIMAL(9, 2), HIRED DATE, CHANGED TIMESTAMP)",
                "INSERT INTO " + TABLE + " VALUES"
                        + " (1, 'Ada', 5200.00, '2019-04-01', '2026-01-15 09:30:00.123456'),"
                        + " (2, 'Grace', 6100.50, '2020-10-01', '2026-01-15 09:30:00.123456'),"
                        + " (3, 'Edsger', NULL, '2021-01-11', NULL)");
        db2.register(TABLE);
        rowsToLoad = 3;
    }

    private boolean exists() throws SQLException {
        try (Connection connection = db2.connect();
                ResultSet tables = connection.getMetaData().getTables(null, "DB2INST1", "EMPLOYEES", null)) {
            return tables.next();
        }
    }

    /** How many rows the component loads at its start. */
    int rowsToLoad() {
        return rowsToLoad;
    }

    /** Hires two people, raises salaries, lets one person go; answers how many changes of rows that were. */
    int run() throws SQLException {
        try (Connection connection = db2.connect();
                Statement statement = connection.createStatement()) {
            int id = nextId(statement);
            statement.execute("INSERT INTO " + TABLE + " VALUES (" + id
                    + ", 'Barbara', 5800.00, CURRENT DATE, CURRENT TIMESTAMP)");
            statement.execute("INSERT INTO " + TABLE + " VALUES (" + (id + 1)
                    + ", 'Niklaus', 4900.00, CURRENT DATE, CURRENT TIMESTAMP)");
            statement.execute("UPDATE " + TABLE + " SET SALARY = SALARY * 1.05, CHANGED = CURRENT TIMESTAMP"
                    + " WHERE EMP_ID >= " + id);
            statement.execute("UPDATE " + TABLE + " SET SALARY = 5000.00 WHERE EMP_ID = 3");
            statement.execute("DELETE FROM " + TABLE + " WHERE EMP_ID = " + (id + 1));
            return CHANGES;
        }
    }

    private static int nextId(Statement statement) throws SQLException {
        try (ResultSet rows = statement.executeQuery("SELECT MAX(EMP_ID) + 1 FROM " + TABLE)) {
            rows.next();
            return rows.getInt(1);
        }
    }
}
