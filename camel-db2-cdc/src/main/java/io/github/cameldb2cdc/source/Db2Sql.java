package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;

/**
 * All statements that are sent to the source, one method each. Identifiers come from the catalog or from checked
 * options and are always quoted; values are always bound.
 *
 * <p>The text keeps to what Db2 for LUW and for z/OS share: no window functions, no common table expressions, no row
 * comparison; {@code FETCH FIRST} takes a literal. Every read says {@code WITH CS}, whatever the connection's default.
 *
 * <p>Immutable and thread-safe.
 */
final class Db2Sql {

    /** Tables of one {@link #whoHasRows} statement; statement size and the optimizer's time speak for an upper bound. */
    static final int TABLES_PER_QUESTION = 64;

    private final Platform platform;
    private final String controlSchema;

    Db2Sql(Platform platform, String controlSchema) {
        this.platform = platform;
        this.controlSchema = controlSchema;
    }

    /** The identifier as a delimited one. */
    static String quote(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    static String quote(TableId table) {
        return quote(table.schema()) + '.' + quote(table.name());
    }

    /** What a SELECT names to read a column: for dates and times their text, see {@link TemporalText}. */
    static String value(Column column) {
        return value(column, column.name());
    }

    /** The same for a column with the type of another one, such as a before image. */
    private static String value(Column type, String name) {
        return switch (type.type()) {
            case DATE, TIME -> "CHAR(" + quote(name) + ", ISO)";
            case TIMESTAMP -> "CHAR(" + quote(name) + ')';
            default -> quote(name);
        };
    }

    private String control(String table) {
        return quote(controlSchema) + '.' + table;
    }

    /** CURRENT SERVER, and CURRENT TIMEZONE as a decimal of the form hhmmss. */
    static String serverFacts() {
        return "SELECT CURRENT SERVER, CURRENT TIMEZONE FROM SYSIBM.SYSDUMMY1";
    }

    /** The server's clock: CURRENT TIMESTAMP, and CURRENT TIMEZONE as a decimal of the form hhmmss. */
    static String currentTime() {
        return "SELECT CURRENT TIMESTAMP, CURRENT TIMEZONE FROM SYSIBM.SYSDUMMY1";
    }

    /** When a table was created and last altered; markers: schema, table. */
    static String timesOfTable(Platform platform) {
        return platform == Platform.LUW
                ? "SELECT CREATE_TIME, ALTER_TIME FROM SYSCAT.TABLES WHERE TABSCHEMA = ? AND TABNAME = ? WITH CS"
                : "SELECT CREATEDTS, ALTEREDTS FROM SYSIBM.SYSTABLES WHERE CREATOR = ? AND NAME = ? WITH CS";
    }

    /** No row: shows whether the table may be read. */
    static String nothingOf(TableId table) {
        return "SELECT 1 FROM " + quote(table) + " WHERE 1 = 0 WITH CS";
    }

    /** Reads nothing of a table, with a predicate that the server has to understand. */
    static String nothingOf(TableId table, String predicate) {
        return "SELECT 1 FROM " + quote(table) + " WHERE (" + predicate + ") AND 1 = 0 WITH CS";
    }

    /** Keeps writers of a table out until the end of the unit of work. */
    static String lockInShareMode(TableId table) {
        return "LOCK TABLE " + quote(table) + " IN SHARE MODE";
    }

    /** One row if the catalog of this platform is there and has the register; markers: control schema. */
    String registerInCatalog() {
        return platform == Platform.LUW
                ? "SELECT 1 FROM SYSCAT.TABLES WHERE TABSCHEMA = ? AND TABNAME = 'IBMSNAP_REGISTER'"
                : "SELECT 1 FROM SYSIBM.SYSTABLES WHERE CREATOR = ? AND NAME = 'IBMSNAP_REGISTER'";
    }

    /** SYNCHPOINT, SYNCHTIME of the global row; no markers. */
    String globalWatermark() {
        return "SELECT SYNCHPOINT, SYNCHTIME FROM " + control("IBMSNAP_REGISTER")
                + " WHERE GLOBAL_RECORD = 'Y' WITH CS";
    }

    /** SYNCHPOINT, CD_NEW_SYNCHPOINT of all rows; no markers. */
    String allSynchpoints() {
        return "SELECT SYNCHPOINT, CD_NEW_SYNCHPOINT FROM " + control("IBMSNAP_REGISTER") + " WITH CS";
    }

    /**
     * The registrations of real tables with their change tables, the times of both tables in the catalog, and the
     * source's DATACAPTURE.
     *
     * @param schemas how many schemas are bound
     */
    String registrations(int schemas) {
        String catalog = platform == Platform.LUW ? "SYSCAT.TABLES" : "SYSIBM.SYSTABLES";
        String schema = platform == Platform.LUW ? "TABSCHEMA" : "CREATOR";
        String name = platform == Platform.LUW ? "TABNAME" : "NAME";
        String created = platform == Platform.LUW ? "CREATE_TIME" : "CREATEDTS";
        String altered = platform == Platform.LUW ? "ALTER_TIME" : "ALTEREDTS";
        return "SELECT R.SOURCE_OWNER, R.SOURCE_TABLE, R.CD_OWNER, R.CD_TABLE, R.STATE, R.STATE_INFO,"
                + " R.CD_OLD_SYNCHPOINT, R.CD_NEW_SYNCHPOINT, R.BEFORE_IMG_PREFIX, R.CHG_UPD_TO_DEL_INS,"
                + " S." + created + ", S." + altered + ", C." + created + ", C." + altered + ", S.DATACAPTURE"
                + " FROM " + control("IBMSNAP_REGISTER") + " R"
                + " LEFT JOIN " + catalog + " S ON S." + schema + " = R.SOURCE_OWNER AND S." + name
                + " = R.SOURCE_TABLE"
                + " LEFT JOIN " + catalog + " C ON C." + schema + " = R.CD_OWNER AND C." + name + " = R.CD_TABLE"
                + " WHERE R.GLOBAL_RECORD <> 'Y' AND R.SOURCE_VIEW_QUAL = 0 AND R.SOURCE_STRUCTURE IN (1, 7)"
                + " AND R.CD_TABLE IS NOT NULL AND R.SOURCE_OWNER IN (" + markers(schemas) + ") WITH CS";
    }

    /** COLNAME, type name, LENGTH, SCALE, NULLS, bit data (1 or 0), by position; markers: schema, table. */
    String columns() {
        return platform == Platform.LUW
                ? "SELECT COLNAME, TYPENAME, LENGTH, SCALE, NULLS, CASE WHEN CODEPAGE = 0 THEN 1 ELSE 0 END"
                        + " FROM SYSCAT.COLUMNS WHERE TABSCHEMA = ? AND TABNAME = ? ORDER BY COLNO"
                : "SELECT NAME, COLTYPE, LENGTH, SCALE, NULLS, CASE WHEN FOREIGNKEY = 'B' THEN 1 ELSE 0 END"
                        + " FROM SYSIBM.SYSCOLUMNS WHERE TBCREATOR = ? AND TBNAME = ? ORDER BY COLNO";
    }

    /** Index name and schema, rule (P primary, others unique), column name, by index and place; markers: schema, table. */
    String uniqueIndexColumns() {
        return platform == Platform.LUW
                ? "SELECT I.INDNAME, I.INDSCHEMA, I.UNIQUERULE, U.COLNAME FROM SYSCAT.INDEXES I JOIN SYSCAT.INDEXCOLUSE U"
                        + " ON U.INDSCHEMA = I.INDSCHEMA AND U.INDNAME = I.INDNAME"
                        + " WHERE I.TABSCHEMA = ? AND I.TABNAME = ? AND I.UNIQUERULE IN ('P', 'U')"
                        + " AND U.COLORDER IN ('A', 'D', 'R') ORDER BY I.INDNAME, I.INDSCHEMA, U.COLSEQ"
                : "SELECT I.NAME, I.CREATOR, I.UNIQUERULE, U.COLNAME FROM SYSIBM.SYSINDEXES I JOIN SYSIBM.SYSKEYS U"
                        + " ON U.IXCREATOR = I.CREATOR AND U.IXNAME = I.NAME"
                        + " WHERE I.TBCREATOR = ? AND I.TBNAME = ? AND I.UNIQUERULE IN ('P', 'U', 'C', 'R')"
                        + " AND U.ORDERING IN ('A', 'D', 'R') ORDER BY I.NAME, I.CREATOR, U.COLSEQ";
    }

    /**
     * For each table that has rows with {@code ? < COMMITSEQ <= ?} its number in the list and the smallest COMMITSEQ;
     * null for a table that has none.
     */
    static String whoHasRows(List<ChangeTable> tables) {
        StringBuilder sql = new StringBuilder();
        for (int i = 0; i < tables.size(); i++) {
            sql.append(i == 0 ? "SELECT " : " UNION ALL SELECT ")
                    .append(i)
                    .append(", MIN(IBMSNAP_COMMITSEQ) FROM ")
                    .append(quote(tables.get(i).registration().changeTable()))
                    .append(" WHERE IBMSNAP_COMMITSEQ > ? AND IBMSNAP_COMMITSEQ <= ?");
        }
        return sql.append(" WITH CS").toString();
    }

    /** The smallest COMMITSEQ that each table has; null for one that has none. */
    static String oldestRows(List<ChangeTable> tables) {
        StringBuilder sql = new StringBuilder();
        for (int i = 0; i < tables.size(); i++) {
            sql.append(i == 0 ? "SELECT " : " UNION ALL SELECT ")
                    .append(i)
                    .append(", MIN(IBMSNAP_COMMITSEQ) FROM ")
                    .append(quote(tables.get(i).registration().changeTable()));
        }
        return sql.append(" WITH CS").toString();
    }

    /** A count that no table outgrows. */
    static String countRows(TableId table) {
        return "SELECT SUM(CAST(1 AS BIGINT)) FROM " + quote(table) + " WITH CS";
    }

    /**
     * By how many rows changes make the source larger, and how many they are: those behind a place, which is COMMITSEQ twice
     * and INTENTSEQ, and up to a COMMITSEQ.
     */
    static String countChanges(ChangeTable table) {
        return "SELECT SUM(CAST(CASE WHEN IBMSNAP_OPERATION = 'I' THEN 1 WHEN IBMSNAP_OPERATION = 'D' THEN -1 ELSE 0 END"
                + " AS BIGINT)), SUM(CAST(1 AS BIGINT)) FROM "
                + quote(table.registration().changeTable())
                + " WHERE (IBMSNAP_COMMITSEQ > ? OR (IBMSNAP_COMMITSEQ = ? AND IBMSNAP_INTENTSEQ > ?))"
                + " AND IBMSNAP_COMMITSEQ <= ? WITH CS";
    }

    /**
     * Rows of a commit behind a row of it: {@code COMMITSEQ = ? AND INTENTSEQ > ?}. A statement of its own: with an OR
     * in one predicate each page would read the whole commit again.
     */
    static String restOfCommit(ChangeTable table, int mostRows) {
        return changes(table, "IBMSNAP_COMMITSEQ = ? AND IBMSNAP_INTENTSEQ > ?", mostRows);
    }

    /** Rows of later commits: {@code COMMITSEQ > ? AND COMMITSEQ <= ?}. */
    static String laterCommits(ChangeTable table, int mostRows) {
        return changes(table, "IBMSNAP_COMMITSEQ > ? AND IBMSNAP_COMMITSEQ <= ?", mostRows);
    }

    /**
     * COMMITSEQ, INTENTSEQ, OPERATION, the columns except large objects, then the before images of those columns that have one, in the order
     * of the columns.
     */
    private static String changes(ChangeTable table, String where, int mostRows) {
        StringBuilder sql = new StringBuilder("SELECT IBMSNAP_COMMITSEQ, IBMSNAP_INTENTSEQ, IBMSNAP_OPERATION");
        List<Column> columns = table.schema().columns();
        columns.stream().filter(column -> !column.type().isLargeObject()).forEach(column -> sql.append(", ")
                .append(value(column)));
        String prefix = table.registration().beforeImagePrefix();
        columns.stream()
                .filter(column -> table.columnsWithBeforeImage().contains(column.name()))
                .forEach(column -> sql.append(", ").append(value(column, prefix + column.name())));
        return sql.append(" FROM ")
                .append(quote(table.registration().changeTable()))
                .append(" WHERE ")
                .append(where)
                .append(" ORDER BY IBMSNAP_COMMITSEQ, IBMSNAP_INTENTSEQ FETCH FIRST ")
                .append(mostRows)
                .append(" ROWS ONLY WITH CS")
                .toString();
    }

    /** COMMITSEQ, LOGMARKER, AUTHID in order; markers: first and last COMMITSEQ, both included. */
    String commitNotes() {
        return "SELECT IBMSNAP_COMMITSEQ, IBMSNAP_LOGMARKER, IBMSNAP_AUTHID FROM " + control("IBMSNAP_UOW")
                + " WHERE IBMSNAP_COMMITSEQ >= ? AND IBMSNAP_COMMITSEQ <= ?"
                + " ORDER BY IBMSNAP_COMMITSEQ, IBMSNAP_LOGMARKER WITH CS";
    }

    /**
     * A row {@code 0, CAPTURE_FIRST_SEQ, null}, and with an anchor a row {@code 1, null, LOGMARKER} for each note of that
     * commit; marker: the anchor's COMMITSEQ.
     */
    String logFacts(boolean withAnchor) {
        String first = "SELECT 0, CAPTURE_FIRST_SEQ, CAST(NULL AS TIMESTAMP) FROM " + control("IBMSNAP_RESTART");
        String notes = " UNION ALL SELECT 1, IBMSNAP_COMMITSEQ, IBMSNAP_LOGMARKER FROM " + control("IBMSNAP_UOW")
                + " WHERE IBMSNAP_COMMITSEQ = ?";
        return first + (withAnchor ? notes : "") + " WITH CS";
    }

    /** One row if a commit before a place is noted; marker: COMMITSEQ. */
    String noteBefore() {
        return "SELECT 1 FROM " + control("IBMSNAP_UOW")
                + " WHERE IBMSNAP_COMMITSEQ < ? FETCH FIRST 1 ROWS ONLY WITH CS";
    }

    /** RETENTION_LIMIT in minutes. */
    String retention() {
        return "SELECT RETENTION_LIMIT FROM " + control("IBMSNAP_CAPPARMS") + " WITH CS";
    }

    /**
     * SOURCE_OWNER, SOURCE_TABLE and SYNCHPOINT of each subscription set that has the table as a member.
     *
     * @param schemas how many schemas are bound
     */
    String subscriptions(int schemas) {
        return "SELECT P.SOURCE_OWNER, P.SOURCE_TABLE, S.SYNCHPOINT FROM " + control("IBMSNAP_PRUNCNTL") + " P JOIN "
                + control("IBMSNAP_PRUNE_SET")
                + " S ON S.TARGET_SERVER = P.TARGET_SERVER AND S.APPLY_QUAL = P.APPLY_QUAL"
                + " AND S.SET_NAME = P.SET_NAME WHERE P.SOURCE_VIEW_QUAL = 0 AND P.SOURCE_OWNER IN ("
                + markers(schemas) + ") WITH CS";
    }

    /** LOGMARKER of the newest commit that was noted up to a place; marker: COMMITSEQ, included. */
    String newestCommitTime() {
        return "SELECT IBMSNAP_LOGMARKER FROM " + control("IBMSNAP_UOW") + " WHERE IBMSNAP_COMMITSEQ <= ?"
                + " ORDER BY IBMSNAP_COMMITSEQ DESC FETCH FIRST 1 ROWS ONLY WITH CS";
    }

    /** The smallest COMMITSEQ of a commit that is not earlier; marker: a time by the source's clock. */
    String firstCommitSince() {
        return "SELECT MIN(IBMSNAP_COMMITSEQ) FROM " + control("IBMSNAP_UOW") + " WHERE IBMSNAP_LOGMARKER >= ? WITH CS";
    }

    /**
     * The message keys among the given ones that rows of the source have.
     *
     * @param nullPatterns for each key, which of its values are null: those have no marker
     */
    static String existingKeys(ChangeTable table, List<boolean[]> nullPatterns) {
        List<String> names =
                table.schema().messageKey().stream().map(Db2Sql::quote).toList();
        String conditions =
                nullPatterns.stream().map(nulls -> keyCondition(names, nulls)).collect(Collectors.joining(" OR "));
        return "SELECT " + values(table.schema(), table.schema().messageKey()) + " FROM " + quote(table.id())
                + " WHERE "
                + conditions
                + " WITH CS";
    }

    /**
     * The identity and the large objects of rows.
     *
     * @param keys how many identities are bound
     */
    static String largeObjects(TableSchema table, LargeObjectColumns columns, int keys) {
        List<String> names = table.identity().stream().map(Db2Sql::quote).toList();
        String condition = keyCondition(names, new boolean[names.size()]);
        return "SELECT " + values(table, table.identity()) + columns.select() + " FROM " + quote(table.id()) + " WHERE "
                + String.join(" OR ", Collections.nCopies(keys, condition)) + " WITH CS";
    }

    /** What a SELECT names to read some of a table's columns. */
    static String values(TableSchema table, List<String> columns) {
        return columns.stream()
                .map(name -> value(table.columns().get(table.indexOf(name))))
                .collect(Collectors.joining(", "));
    }

    private static String keyCondition(List<String> names, boolean[] nulls) {
        StringBuilder condition = new StringBuilder("(");
        for (int i = 0; i < names.size(); i++) {
            condition.append(i == 0 ? "" : " AND ").append(names.get(i)).append(nulls[i] ? " IS NULL" : " = ?");
        }
        return condition.append(')').toString();
    }

    /** The catalog's estimate of the number of rows, -1 where there is none; markers: schema, table. */
    String estimatedRows() {
        return platform == Platform.LUW
                ? "SELECT CARD FROM SYSCAT.TABLES WHERE TABSCHEMA = ? AND TABNAME = ?"
                : "SELECT CARDF FROM SYSIBM.SYSTABLES WHERE CREATOR = ? AND NAME = ?";
    }

    static String markers(int count) {
        return String.join(", ", Collections.nCopies(count, "?"));
    }
}
