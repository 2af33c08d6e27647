package io.github.cameldb2cdc.test.catalog;

import io.github.cameldb2cdc.test.derby.Column;
import java.sql.Types;

/**
 * A column's type in the words of Db2's catalogs.
 *
 * @param name TYPENAME on LUW
 * @param zosName COLTYPE on z/OS
 * @param length LENGTH
 * @param scale SCALE
 * @param bitData whether it is FOR BIT DATA
 * @param text whether it holds characters of a code page
 */
record Db2Type(String name, String zosName, int length, int scale, boolean bitData, boolean text) {

    static Db2Type of(Column column) {
        int length = column.length();
        return switch (column.jdbcType()) {
            case Types.SMALLINT -> plain("SMALLINT", "SMALLINT", 2, 0);
            case Types.INTEGER -> plain("INTEGER", "INTEGER", 4, 0);
            case Types.BIGINT -> plain("BIGINT", "BIGINT", 8, 0);
            case Types.DECIMAL, Types.NUMERIC -> plain("DECIMAL", "DECIMAL", length, column.scale());
            case Types.REAL -> plain("REAL", "FLOAT", 4, 0);
            case Types.DOUBLE, Types.FLOAT -> plain("DOUBLE", "FLOAT", 8, 0);
            case Types.DATE -> plain("DATE", "DATE", 4, 0);
            case Types.TIME -> plain("TIME", "TIME", 3, 0);
            case Types.TIMESTAMP -> plain("TIMESTAMP", "TIMESTMP", 10, 6);
            case Types.BOOLEAN -> plain("BOOLEAN", "BOOLEAN", 1, 0);
            case Types.CHAR -> new Db2Type("CHARACTER", "CHAR", length, 0, false, true);
            case Types.VARCHAR -> new Db2Type("VARCHAR", "VARCHAR", length, 0, false, true);
            case Types.LONGVARCHAR -> new Db2Type("LONG VARCHAR", "LONGVAR", length, 0, false, true);
            case Types.BINARY -> new Db2Type("CHARACTER", "CHAR", length, 0, true, false);
            case Types.VARBINARY -> new Db2Type("VARCHAR", "VARCHAR", length, 0, true, false);
            case Types.LONGVARBINARY -> new Db2Type("LONG VARCHAR", "LONGVAR", length, 0, true, false);
            case Types.CLOB -> new Db2Type("CLOB", "CLOB", length, 0, false, true);
            case Types.BLOB -> plain("BLOB", "BLOB", length, 0);
            case Types.SQLXML -> plain("XML", "XML", 0, 0);
            default -> plain(column.typeName(), column.typeName(), length, column.scale());
        };
    }

    /** CODEPAGE on LUW: that of a UTF-8 database for characters, 0 for anything else. */
    int codePage() {
        return text ? 1208 : 0;
    }

    private static Db2Type plain(String name, String zosName, int length, int scale) {
        return new Db2Type(name, zosName, length, scale, false, false);
    }
}
