package io.github.cameldb2cdc.test;

import java.sql.Connection;
import java.sql.SQLException;
import javax.sql.DataSource;

/**
 * A database of Db2 with SQL Replication that tests may use as they like: {@link EmbeddedDb2}, or a real one. Tests that
 * keep to this interface run on both.
 *
 * <p>Safe for many threads. Whoever starts it closes it.
 */
public interface Db2WithCapture extends AutoCloseable {

    /** The URL for IBM's driver, without user and password. */
    String jdbcUrl();

    String username();

    String password();

    /** The schema of the control tables, as the catalog stores it. */
    String controlSchema();

    /** A new connection of IBM's driver, autocommit on; the caller closes it. */
    Connection connect() throws SQLException;

    /** A source of new connections of IBM's driver, without a pool. */
    DataSource dataSource();

    /**
     * Runs statements over the driver, each in its own transaction. Schemas that a CREATE TABLE names come into being.
     *
     * @throws IllegalStateException when one fails; those before it stay done
     */
    void execute(String... statements);

    /**
     * Registers a table with the defaults of {@link Registration} and waits until Capture captures it.
     *
     * @param table as {@code SCHEMA.TABLE}; parts without quotes are folded to upper case
     */
    void register(String table);

    /** Registers a table. Unless the registration says otherwise, this waits until Capture captures it. */
    void register(Registration registration);

    /**
     * Removes a registration with its change table; what Capture has not published is lost.
     *
     * @param table as {@code SCHEMA.TABLE}
     */
    void unregister(String table);

    /** The Capture program. */
    CaptureControl capture();

    @Override
    void close();
}
