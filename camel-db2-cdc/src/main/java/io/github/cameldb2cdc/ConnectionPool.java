package io.github.cameldb2cdc;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import java.sql.Driver;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.apache.camel.spi.ClassResolver;

/** Builds the pool of a consumer that is given a URL. */
final class ConnectionPool {

    static final String DRIVER_CLASS = "com.ibm.db2.jcc.DB2Driver";

    /** One to poll and one for the checkpoint. */
    private static final int CONNECTIONS_TO_STREAM = 2;

    /** One finds the ranges that the readers of a snapshot read. */
    private static final int CONNECTIONS_TO_FIND = 1;

    private ConnectionPool() {}

    /**
     * A pool that has no connection yet: a source that is down is no reason not to start. The caller closes it.
     *
     * @param snapshotParallelism how many readers a snapshot has
     * @throws CdcException definite, if the driver is not there
     */
    static HikariDataSource open(
            Db2CdcConfiguration configuration, String name, int snapshotParallelism, ClassResolver classes) {
        HikariConfig pool = new HikariConfig();
        pool.setPoolName("db2-cdc " + name.replace(':', ' '));
        pool.setDataSource(
                new DriverDataSource(loadDriver(classes), configuration.getJdbcUrl(), driverProperties(configuration)));
        pool.setMaximumPoolSize(CONNECTIONS_TO_STREAM + CONNECTIONS_TO_FIND + snapshotParallelism);
        pool.setMinimumIdle(0);
        pool.setInitializationFailTimeout(-1);
        pool.setConnectionTimeout(configuration.getNetworkTimeout());
        pool.setValidationTimeout(Math.min(configuration.getNetworkTimeout(), TimeUnit.SECONDS.toMillis(5)));
        return new HikariDataSource(pool);
    }

    /** The same source without a pool, for a few questions. Nothing to close. */
    static DataSource unpooled(Db2CdcConfiguration configuration, ClassResolver classes) {
        return new DriverDataSource(loadDriver(classes), configuration.getJdbcUrl(), driverProperties(configuration));
    }

    private static Driver loadDriver(ClassResolver classes) {
        Class<?> driver = classes.resolveClass(DRIVER_CLASS);
        if (driver == null) {
            throw CdcException.definite("jdbcUrl is set and IBM's driver " + DRIVER_CLASS
                    + " is not on the class path; add the dependency com.ibm.db2:jcc, or set dataSource.");
        }
        try {
            return (Driver) driver.getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException | LinkageError | ClassCastException e) {
            throw new CdcException(
                    FailureKind.DEFINITE,
                    "IBM's driver " + DRIVER_CLASS + " is on the class path and cannot be loaded; check the jars of"
                            + " com.ibm.db2:jcc.",
                    e);
        }
    }

    /** The driver's properties: timeouts first, so that what the user gives replaces them. */
    static Properties driverProperties(Db2CdcConfiguration configuration) {
        Properties properties = new Properties();
        String seconds = String.valueOf(TimeUnit.MILLISECONDS.toSeconds(configuration.getNetworkTimeout()));
        for (String timeout : new String[] {"loginTimeout", "blockingReadConnectionTimeout"}) {
            if (!JdbcUrl.sets(configuration.getJdbcUrl(), timeout)) {
                properties.setProperty(timeout, seconds);
            }
        }
        configuration
                .getDriverProperties()
                .forEach((name, value) -> properties.setProperty(name, String.valueOf(value)));
        if (configuration.getUsername() != null) {
            properties.setProperty("user", configuration.getUsername());
        }
        if (configuration.getPassword() != null) {
            properties.setProperty("password", configuration.getPassword());
        }
        return properties;
    }
}
