package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.jdbc.SqlFailure;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.util.List;

/** Finds out what server a session leads to, and whether it is the right kind. */
public final class ServerFacts {

    private ServerFacts() {}

    /**
     * @param configured the platform that is configured; null to find out by the catalog that is there
     * @param controlSchema the schema of Capture's control tables
     * @throws CdcException definite, if this is no Db2, or it has no control tables in that schema
     */
    public static Server read(Db2Session session, Platform configured, String controlSchema) {
        List<Platform> candidates = configured == null ? List.of(Platform.values()) : List.of(configured);
        for (Platform platform : candidates) {
            Boolean registerFound = session.unit(
                    "look for Capture's control tables", work -> findRegister(work, platform, controlSchema));
            if (registerFound != null) {
                requireRegister(session, registerFound, controlSchema);
                return session.unit("ask the server's name and zone", work -> readServer(work, platform));
            }
        }
        throw CdcException.definite("The data source leads to " + session.product() + " and not to a Db2"
                + (configured == null ? "" : " of the platform " + configured)
                + "; set jdbcUrl, or the option dataSource to a data source of the Db2 whose changes are captured.");
    }

    /** Whether the register is there; null if the catalog of this platform is not. */
    private static Boolean findRegister(Db2Session session, Platform platform, String controlSchema)
            throws SQLException {
        try {
            return session.query(
                    new Db2Sql(platform, controlSchema).registerInCatalog(),
                    1,
                    statement -> statement.setString(1, controlSchema),
                    ResultSet::next);
        } catch (SQLException e) {
            if (SqlFailure.isMissingObject(e)) {
                return null;
            }
            throw e;
        }
    }

    private static void requireRegister(Db2Session session, boolean found, String controlSchema) {
        if (!found) {
            throw CdcException.definite("The schema " + controlSchema + " of " + session.product()
                    + " has no table IBMSNAP_REGISTER; set controlSchema to the schema of Capture's control tables, or"
                    + " create them.");
        }
    }

    private static Server readServer(Db2Session session, Platform platform) throws SQLException {
        return session.query(Db2Sql.serverFacts(), 1, statement -> {}, rows -> {
            rows.next();
            return new Server(
                    rows.getString(1).strip(),
                    platform,
                    offsetOf(rows.getBigDecimal(2).intValue()));
        });
    }

    /** CURRENT TIMEZONE is a decimal number of the form hhmmss, negative west of Greenwich. */
    static ZoneOffset offsetOf(int timezone) {
        return ZoneOffset.ofHoursMinutesSeconds(timezone / 10_000, timezone / 100 % 100, timezone % 100);
    }
}
