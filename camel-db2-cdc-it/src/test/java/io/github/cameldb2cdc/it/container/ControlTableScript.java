package io.github.cameldb2cdc.it.container;

import java.util.List;
import java.util.regex.Pattern;

/**
 * IBM's script {@code asnctlw.sql}, made fit for a database with one partition.
 *
 * <p>It puts the tables in the schema ASN, which stays. It creates table spaces that name files and a partition group, and
 * puts each table in one: both are left out (T), so that the tables lie in the default table space. Its statements end
 * with a semicolon, and only comments hold others.
 */
final class ControlTableScript {

    static final String SCHEMA = "ASN";

    private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*--.*$");
    private static final Pattern TABLE_SPACE = Pattern.compile("(?is)\\bCREATE\\s+TABLESPACE\\b[^;]*;");
    private static final Pattern PLACE = Pattern.compile("(?im)^\\s*IN\\s+TSASN\\w*");

    /** The tables without which nothing works. */
    static final List<String> REQUIRED_TABLES = List.of(
            "IBMSNAP_REGISTER",
            "IBMSNAP_UOW",
            "IBMSNAP_SIGNAL",
            "IBMSNAP_PRUNCNTL",
            "IBMSNAP_CAPPARMS",
            "IBMSNAP_RESTART");

    /**
     * What asncap 12.1 expects and the script of that version does not create (T: it ends with -206 without
     * COORDINATETYPE, and takes its commands from IBMQREP_CAPCMD).
     */
    static final List<String> ADDITIONS_OF_12 = List.of(
            "ALTER TABLE ASN.IBMQREP_COLVERSION ADD COLUMN COORDINATETYPE VARCHAR(8) WITH DEFAULT NULL",
            "ALTER TABLE ASN.IBMSNAP_CAPPARMS ADD COLUMN STALE INTEGER NOT NULL WITH DEFAULT 3600",
            "ALTER TABLE ASN.IBMSNAP_CAPPARMS ADD COLUMN WARNTXSZ INTEGER NOT NULL WITH DEFAULT 0",
            "ALTER TABLE ASN.IBMSNAP_CAPPARMS ADD COLUMN WARNLOGAPI INTEGER NOT NULL WITH DEFAULT 0",
            "CREATE TABLE ASN.IBMQREP_CAPCMD (QMGR VARCHAR(48), RECVQ VARCHAR(48), IGNERR CHAR(1) NOT NULL WITH DEFAULT"
                    + " 'N', COMMAND VARCHAR(2048) NOT NULL, STATUS CHAR(1) WITH DEFAULT 'P', CAPSCHEMA VARCHAR(128) NOT"
                    + " NULL, CMD_TIME TIMESTAMP NOT NULL WITH DEFAULT CURRENT TIMESTAMP)");

    private ControlTableScript() {}

    /** The script without comments, table spaces and places. */
    static String adapted(String script) {
        String statements = COMMENT.matcher(script.replace("\r", "")).replaceAll("");
        String withoutSpaces = TABLE_SPACE.matcher(statements).replaceAll("");
        return PLACE.matcher(withoutSpaces).replaceAll("");
    }

    /** Whether the installation that the script lies in is of version 12. */
    static boolean isOfVersion12(String path) {
        return path.contains("/V12.");
    }
}
