package io.github.cameldb2cdc.test.derby;

import java.sql.Types;

/**
 * One column as the engine's catalog describes it.
 *
 * @param table the table it belongs to
 * @param name its name as stored
 * @param position its place in the table, from 1
 * @param typeName the engine's name of the type, such as {@code VARCHAR () FOR BIT DATA}
 * @param sqlType the type as DDL writes it, such as {@code VARCHAR(20)}
 * @param jdbcType a constant of {@link Types}
 * @param length the declared length in characters or bytes, or the precision of a decimal
 * @param scale digits behind the decimal point
 * @param nullable whether it accepts null
 * @param defaultText the default as DDL writes it, or null
 * @param generated whether its value comes from an expression
 * @param identity whether it is an identity column
 */
public record Column(
        TableName table,
        String name,
        int position,
        String typeName,
        String sqlType,
        int jdbcType,
        int length,
        int scale,
        boolean nullable,
        String defaultText,
        boolean generated,
        boolean identity) {

    /** True for the types that Capture never writes to a change table. */
    public boolean large() {
        return jdbcType == Types.BLOB || jdbcType == Types.CLOB || jdbcType == Types.SQLXML;
    }

    /** The name in double quotes. */
    public String sqlName() {
        return TableName.quote(name);
    }
}
