package io.github.cameldb2cdc.checkpoint;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.UUID;
import javax.sql.DataSource;
import org.h2.jdbcx.JdbcDataSource;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

/** Databases that a sink may write to. */
public final class TargetDatabase {

    private static EmbeddedPostgres postgres;

    private TargetDatabase() {}

    /** A new schema of a PostgreSQL that lives as long as the JVM. */
    public static DataSource postgres() {
        String schema = "s" + UUID.randomUUID().toString().replace("-", "");
        DataSource all = server().getPostgresDatabase();
        try (Connection connection = all.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE SCHEMA " + schema);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        return server().getDatabase("postgres", "postgres", Map.of("currentSchema", schema));
    }

    private static synchronized EmbeddedPostgres server() {
        if (postgres == null) {
            try {
                postgres = EmbeddedPostgres.start();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return postgres;
    }

    /** The address of a schema of the PostgreSQL, for another process. */
    public static String urlOf(DataSource postgres) {
        try (Connection connection = postgres.getConnection()) {
            String url = connection.getMetaData().getURL();
            int options = url.indexOf('?');
            return (options < 0 ? url : url.substring(0, options)) + "?currentSchema=" + connection.getSchema();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Any database at an address; each connection is a new one. */
    public static DataSource of(String url, String username, String password) {
        return new DriverManagerDataSource(url, username, password);
    }

    /** A new H2 in memory, which waits for locks as long as any test takes. */
    public static DataSource h2(String mode) {
        JdbcDataSource source = new JdbcDataSource();
        source.setURL("jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1;LOCK_TIMEOUT=20000;MODE=" + mode);
        return source;
    }
}
