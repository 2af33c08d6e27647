package io.github.cameldb2cdc.test;

import java.sql.Connection;
import java.sql.SQLException;

/** Work in one transaction that somebody else commits. */
@FunctionalInterface
interface JdbcWork {
    void run(Connection connection) throws SQLException;
}
