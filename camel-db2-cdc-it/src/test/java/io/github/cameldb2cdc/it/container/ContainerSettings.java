package io.github.cameldb2cdc.it.container;

import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;

/**
 * How IBM's container is started.
 *
 * <p>Facts: the image and its variables are those of IBM's registry, which Debezium's tests use with the tag 11.5.9.0; the
 * log line and the time it takes were seen by others; {@code ARCHIVE_LOGS} puts the new database in archive logging,
 * {@code AUTOCONFIG}, {@code SAMPLEDB}, {@code REPODB} and {@code PERSISTENT_HOME} only cost time. The container is
 * privileged, as IBM asks. Shared memory of 64 MB, Docker's default, was too small for others under load.
 *
 * @param image the image with its tag
 * @param licenseAccepted whether whoever runs this has accepted IBM's licence
 */
public record ContainerSettings(String image, boolean licenseAccepted) {

    /** Of at most eight characters. */
    public static final String DATABASE = "CDCTEST";

    /** The owner of the instance, which the image creates. */
    public static final String USER = "db2inst1";

    /** Guards a database of tests that ends with them. */
    public static final String PASSWORD = "cdc-test-1";

    public static final int PORT = 50_000;
    public static final String READY = "Setup has completed";
    public static final Duration STARTUP = Duration.ofMinutes(20);
    public static final long SHARED_MEMORY_BYTES = 512L << 20;
    static final String DEFAULT_IMAGE = "icr.io/db2_community/db2:11.5.9.0";

    /** As the properties {@code db2.image} and {@code db2.license} say, which both may be missing. */
    static ContainerSettings from(Properties properties) {
        String image = properties.getProperty("db2.image", "");
        return new ContainerSettings(
                image.isBlank() ? DEFAULT_IMAGE : image, "accept".equals(properties.getProperty("db2.license")));
    }

    /** The variables of the container; the licence is not among them unless it was accepted. */
    public Map<String, String> environment() {
        Map<String, String> variables = new TreeMap<>(Map.of(
                "DB2INSTANCE", USER,
                "DB2INST1_PASSWORD", PASSWORD,
                "DBNAME", DATABASE,
                "ARCHIVE_LOGS", "true",
                "AUTOCONFIG", "false",
                "SAMPLEDB", "false",
                "REPODB", "false",
                "PERSISTENT_HOME", "false"));
        if (licenseAccepted) {
            variables.put("LICENSE", "accept");
        }
        return variables;
    }
}
