package io.github.cameldb2cdc.jdbc;

import io.github.cameldb2cdc.event.FailureKind;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the codes and states of Db2 and of its driver mean for a reader: whether another try may help, and what a person
 * can do. A code counts before a state. Immutable and thread-safe.
 */
final class SqlMeanings {

    /**
     * @param kind transient or definite
     * @param advice goes on behind a semicolon; names what is wrong and what to do
     * @param tokensAreNames whether the tokens of the message are reason codes and names of objects only, so that they
     *     may be shown; those of other codes can be cell values
     */
    record Meaning(FailureKind kind, String advice, boolean tokensAreNames) {}

    private static final String AGAIN = "it is tried again";
    private static final String IF_IT_LASTS = AGAIN + "; if this lasts, ";

    private static final String CREDENTIALS = "check the user name, the password and whether the account is locked";
    private static final String PRIVILEGE = "grant the user the missing privilege";
    private static final String MISSING_OBJECT =
            "the object does not exist: create it, register its table anew or correct its name";
    private static final String MISSING_COLUMN =
            "a column does not exist: check the version of the table, and register the source anew if its change table"
                    + " lacks the column";

    private static final Map<Integer, Meaning> BY_CODE = new LinkedHashMap<>();

    static {
        connections();
        locksAndResources();
        statesOfDatabase();
        accounts();
        objects();
    }

    private static final Map<String, Meaning> BY_STATE = Map.ofEntries(
            Map.entry("42501", definite(PRIVILEGE)),
            Map.entry("42502", definite(PRIVILEGE)),
            Map.entry("42505", definite(CREDENTIALS)),
            Map.entry("42703", definite(MISSING_COLUMN)),
            Map.entry("42704", definite(MISSING_OBJECT)),
            Map.entry("55032", passing("the database ended the connection, " + AGAIN)),
            Map.entry("55039", passing("a table space cannot be used, " + AGAIN)),
            Map.entry("58009", passing("the connection was given up, " + AGAIN)));

    private static final Map<String, Meaning> BY_CLASS_OF_STATE = Map.of(
            "08", passing("there is no connection, " + AGAIN),
            "28", definite(CREDENTIALS),
            "40", passing("the unit of work was rolled back, " + AGAIN),
            "57", passing("a resource is not available, " + IF_IT_LASTS + "ask the database's administrator"));

    private static final Meaning UNKNOWN = definite("see Db2's description of this SQLCODE");
    private static final Meaning NO_CONNECTION_IN_TIME =
            passing(IF_IT_LASTS + "check that the pool has a connection to spare and that the server can be reached");

    private SqlMeanings() {}

    private static void connections() {
        String network = "the connection was lost, " + IF_IT_LASTS + "check the server, the network and networkTimeout";
        put(passing(network), -30081, -4499, -4470);
        put(passing("the connection was moved to another server, " + AGAIN), -30108, -4498);
        put(passing("the host name is not known, " + IF_IT_LASTS + "correct the JDBC URL"), -4222);
        put(
                passing("the database ended the connection (stopped, deactivated or forced off), " + IF_IT_LASTS
                        + "start or activate the database"),
                -1224,
                -1032,
                -1035,
                -923,
                -924);
        put(
                passing("the server has no connection to give, " + IF_IT_LASTS
                        + "close connections of others or raise MAX_CONNECTIONS or MAXAPPLS"),
                -1040,
                -1226);
        put(
                passing("the database or its instance is quiesced, " + IF_IT_LASTS
                        + "unquiesce it or grant the user QUIESCE_CONNECT"),
                -20157);
        put(
                passing("this is a standby server, " + IF_IT_LASTS + "connect to the primary server of the HADR pair"),
                -1776);
        put(
                definite("this is a standby server, where changes cannot be read: connect to the primary server of the"
                        + " HADR pair"),
                -1773);
        put(definite("the database is not known: correct its name in the JDBC URL"), -1013, -30061);
        put(definite("correct the JDBC URL or the driver's properties"), -4461);
        put(
                definite("this kind of server needs the driver's licence: add its jar or activate it on the server"),
                -4472);
    }

    private static void locksAndResources() {
        put(
                named(passing("it was a deadlock or a lock timeout, " + IF_IT_LASTS
                        + "look for a transaction that keeps its locks for long")),
                -911,
                -913);
        put(passing("the statement was cancelled, " + AGAIN), -952);
        put(
                passing("the transaction log is full, " + IF_IT_LASTS
                        + "end the oldest transaction or give the log more room"),
                -964);
        put(
                named(passing("a resource is not available, " + IF_IT_LASTS
                        + "look up the reason code and start or repair the resource")),
                -904);
        put(
                named(passing("the table waits for REORG, LOAD or SET INTEGRITY, " + IF_IT_LASTS
                        + "look up the reason code and run what is pending")),
                -668);
        put(
                passing("the table space is in a state that forbids this, " + IF_IT_LASTS
                        + "end its load, backup, restore or quiesce (LIST TABLESPACES shows the state)"),
                -290,
                -291);
        put(named(passing("a table space is full, " + IF_IT_LASTS + "enlarge it")), -289);
        put(passing("a file system of the database is full, " + IF_IT_LASTS + "make room"), -968);
        put(definite("let an administrator create a system temporary table space with larger pages"), -1585);
    }

    private static void statesOfDatabase() {
        put(definite("the database is damaged or was not shut down: let an administrator run RESTART DATABASE"), -1034);
        put(definite("the database was not shut down: let an administrator run RESTART DATABASE"), -1015);
        put(
                definite("the table cannot be used any more after a failed NOT LOGGED operation: restore or create it"
                        + " anew"),
                -1477);
    }

    private static void accounts() {
        put(named(definite(PRIVILEGE)), -551, -552, -567);
        put(definite("grant the user the missing authority"), -1092);
        put(definite("grant the user CONNECT on the database"), -1060);
        put(definite(CREDENTIALS), -4214, -30082, -1046, -922);
    }

    private static void objects() {
        put(named(definite(MISSING_OBJECT)), -204);
        put(named(definite(MISSING_COLUMN)), -206, -205);
        put(definite("a value is longer than the column"), -311);
        put(
                named(definite("bind the packages of the JDBC driver on the server (DB2Binder), with a larger -size if"
                        + " all of them are in use")),
                -805);
        put(named(definite("bind the packages of the JDBC driver on the server anew (DB2Binder)")), -818);
        put(definite("the statement is not prepared any more: report this with the driver's version"), -518);
    }

    private static void put(Meaning meaning, int... codes) {
        for (int code : codes) {
            BY_CODE.put(code, meaning);
        }
    }

    private static Meaning passing(String advice) {
        return new Meaning(FailureKind.TRANSIENT, advice, false);
    }

    private static Meaning definite(String advice) {
        return new Meaning(FailureKind.DEFINITE, advice, false);
    }

    private static Meaning named(Meaning meaning) {
        return new Meaning(meaning.kind(), meaning.advice(), true);
    }

    /** Whether a code alone says what to do. */
    static boolean isKnown(int code) {
        return BY_CODE.containsKey(code);
    }

    /**
     * @param code the SQLCODE; 0 if there is none
     * @param state the SQLSTATE; null if there is none
     */
    static Meaning of(int code, String state) {
        Meaning byCode = BY_CODE.get(code);
        if (byCode != null) {
            return byCode;
        }
        if (state == null) {
            // Db2 and its driver always give a code: without one it is a pool that had no connection to give in time.
            return code == 0 ? NO_CONNECTION_IN_TIME : UNKNOWN;
        }
        return Optional.ofNullable(BY_STATE.get(state)).orElseGet(() -> byClass(state));
    }

    private static Meaning byClass(String state) {
        return state.length() == 5 ? BY_CLASS_OF_STATE.getOrDefault(state.substring(0, 2), UNKNOWN) : UNKNOWN;
    }
}
