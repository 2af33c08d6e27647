package io.github.cameldb2cdc.test.derby;

import java.sql.Connection;
import java.sql.SQLException;

/** Work in one transaction that somebody else commits. */
@FunctionalInterface
public interface JdbcWork {
    void run(Connection connection) throws SQLException;
}
