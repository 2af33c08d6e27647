package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.Registration;
import java.util.ArrayList;
import java.util.List;

/** A table of every type that the embedded engine has, and rows at the edges of each. */
final class AllTypes {

    static final String SCHEMA = "S";

    private static final List<String> COLUMNS = List.of(
            "ID CHAR(4) FOR BIT DATA NOT NULL PRIMARY KEY",
            "C_SMALLINT SMALLINT",
            "C_INTEGER INTEGER",
            "C_BIGINT BIGINT",
            "C_DECIMAL DECIMAL(31,31)",
            "C_WHOLE DECIMAL(31,0)",
            "C_MONEY DECIMAL(9,2)",
            "C_REAL REAL",
            "C_DOUBLE DOUBLE",
            "C_CHAR CHAR(6)",
            "C_VARCHAR VARCHAR(40)",
            "C_LONG LONG VARCHAR",
            "C_BITS CHAR(5) FOR BIT DATA",
            "C_VARBITS VARCHAR(5) FOR BIT DATA",
            "C_DATE DATE",
            "C_TIME TIME",
            "C_TIMESTAMP TIMESTAMP",
            "C_BOOLEAN BOOLEAN");

    /** Each row without its key. */
    private static final List<String> ROWS = List.of(
            "-32768, -2147483648, -9223372036854775808, -0.9999999999999999999999999999999,"
                    + " -9999999999999999999999999999999, -9999999.99, -3.402E+38, -1.79769E+308, '', '', '', X'0000000000',"
                    + " X'', '0001-01-01', '00:00:00', '0001-01-01 00:00:00', FALSE",
            "32767, 2147483647, 9223372036854775807, 0.9999999999999999999999999999999,"
                    + " 9999999999999999999999999999999, 9999999.99, 3.402E+38, 1.79769E+308, 'abcdef', ' a ', 'x', X'FFFFFFFFFF',"
                    + " X'FF00', '9999-12-31', '23:59:59', '9999-12-31 23:59:59.999999', TRUE",
            "0, 0, 0, 0.0000000000000000000000000000001, 0, 10.00, 1.175E-37, 2.225E-307, 'a', 'a''\"b', 'l', X'2020202020',"
                    + " X'20', '1582-10-04', '02:30:00', '2026-03-29 02:30:00.000001', TRUE",
            "1, 1, 1, 0, 1, 0.01, 0, 0, '\u00e4', '\u6f22\u5b57', '\u00df', X'0120202020', X'01', '1582-10-15', '12:00:00',"
                    + " '2026-10-25 02:30:00.1', FALSE",
            "2, 2, 2, 0.1, 2, -0.01, 0.1, 0.1, ' ', ' ', ' ', X'00', X'0000', '1970-01-01', '01:02:03',"
                    + " '1969-12-31 23:59:59.999', NULL",
            "NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL");

    private AllTypes() {}

    static int rows() {
        return ROWS.size();
    }

    static String table(String name) {
        return SCHEMA + "." + name;
    }

    /** Creates and registers a table without rows. */
    static void create(EmbeddedDb2 db2, String name, boolean pairs) {
        db2.execute("CREATE TABLE " + table(name) + " (" + String.join(", ", COLUMNS) + ")");
        Registration registration = Registration.of(SCHEMA, name);
        db2.register(pairs ? registration : registration.updatesAsRows().beforeImages("X"));
    }

    /** Inserts a row for each edge; keys have bytes that no text has, and an end that is blanks. */
    static void insertAll(EmbeddedDb2 db2, String name) {
        List<String> statements = new ArrayList<>();
        for (int i = 0; i < ROWS.size(); i++) {
            statements.add("INSERT INTO " + table(name) + " VALUES (" + key(i) + ", " + ROWS.get(i) + ")");
        }
        db2.execute(statements.toArray(String[]::new));
    }

    /** The key of a row as a literal; the order of the bytes is that of the numbers. */
    static String key(int row) {
        return "X'" + String.format("%02X", row * 51) + "00FF20'";
    }
}
