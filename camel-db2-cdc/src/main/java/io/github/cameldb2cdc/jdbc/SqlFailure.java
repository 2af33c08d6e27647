package io.github.cameldb2cdc.jdbc;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Says what a failure of JDBC asks for: by its SQLCODE, else by the class of its SQLSTATE. Never by its Java class, for
 * the driver throws "non transient" exceptions for connections that were reset.
 *
 * <p>A pool or a batch hides the telling exception behind another one, so all linked exceptions are looked at, the
 * outermost first.
 *
 * <p>The driver's text is not repeated, neither in the message nor in the cause: it can quote cell values (SQLCODE -433
 * does). Thread-safe: there is no state.
 */
public final class SqlFailure {

    private static final Set<Integer> TRANSIENT_CODES =
            Set.of(-904, -911, -913, -952, -964, -1224, -1035, -30081, -30108, -4498, -4499, -4222, -4470);
    private static final Set<String> TRANSIENT_STATE_CLASSES = Set.of("08", "40", "57");
    private static final String TERMINATED_STATE = "55032";

    private static final String CREDENTIALS = "check the user name, the password and whether the account is locked";
    private static final String PRIVILEGE = "grant the user the missing privilege";
    private static final Map<Integer, String> DEFINITE_CODES = Map.of(
            -204, "the object does not exist: create it or correct its name",
            -206, "a column does not exist: check the version of the table",
            -551, PRIVILEGE,
            -552, PRIVILEGE,
            -311, "a value is longer than the column",
            -805, "bind the packages of the JDBC driver on the server",
            -4214, CREDENTIALS,
            -30082, CREDENTIALS,
            -4461, "correct the JDBC URL or the driver's properties",
            -4472, "this kind of server needs the driver's licence: add its jar or activate it on the server");

    /** Says only that one of a batch's statements failed; which and why stands in the linked exceptions. */
    private static final int BATCH_FAILED = -4229;

    private static final int MOST_LINKS = 16;

    private SqlFailure() {}

    /**
     * The failure as this component throws it.
     *
     * @param failure what the driver, or the pool, threw
     * @param whatWasTried ends the phrase "Could not ...", for example "read the register ASNCDC.IBMSNAP_REGISTER";
     *     holds no cell value and no secret
     * @return transient or definite; the caller throws it
     */
    public static CdcException of(SQLException failure, String whatWasTried) {
        SQLException telling = tellingOf(failure);
        FailureKind kind = kindOf(telling);
        String sentence = "Could not " + whatWasTried + ": " + nameOf(telling) + "; " + adviceOn(telling, kind) + ".";
        return new CdcException(kind, sentence, withoutText(failure));
    }

    /** Whether a table, or another object that the statement names, does not exist. */
    public static boolean isMissingObject(SQLException failure) {
        return has(failure, -204, "42704");
    }

    /** Whether the object to be created exists. */
    public static boolean isExistingObject(SQLException failure) {
        return has(failure, -601, "42710");
    }

    /** Whether a row with this key exists. */
    public static boolean isDuplicateKey(SQLException failure) {
        return has(failure, -803, "23505");
    }

    /** Whether the user may not do this. */
    public static boolean isMissingPrivilege(SQLException failure) {
        return has(failure, -551, "42501") || has(failure, -552, "42502");
    }

    private static boolean has(SQLException failure, int code, String state) {
        SQLException telling = tellingOf(failure);
        return telling.getErrorCode() < 0 ? telling.getErrorCode() == code : state.equals(telling.getSQLState());
    }

    private static FailureKind kindOf(SQLException telling) {
        int code = telling.getErrorCode();
        if (TRANSIENT_CODES.contains(code)) {
            return FailureKind.TRANSIENT;
        }
        if (DEFINITE_CODES.containsKey(code)) {
            return FailureKind.DEFINITE;
        }
        return isTransientState(telling.getSQLState()) || isUnnamed(telling)
                ? FailureKind.TRANSIENT
                : FailureKind.DEFINITE;
    }

    private static boolean isTransientState(String state) {
        return state != null
                && state.length() == 5
                && (state.equals(TERMINATED_STATE) || TRANSIENT_STATE_CLASSES.contains(state.substring(0, 2)));
    }

    /** Db2 and its driver always give a code: without one it is a pool that had no connection to give in time. */
    private static boolean isUnnamed(SQLException telling) {
        return telling.getErrorCode() == 0 && telling.getSQLState() == null;
    }

    /** A known code anywhere in the chain wins over a state: a pool repeats the state 08001 of a wrong password. */
    private static SQLException tellingOf(SQLException failure) {
        List<SQLException> chain = chainOf(failure);
        return chain.stream()
                .filter(link -> TRANSIENT_CODES.contains(link.getErrorCode())
                        || DEFINITE_CODES.containsKey(link.getErrorCode()))
                .findFirst()
                .or(() -> chain.stream()
                        .filter(link -> link.getErrorCode() < 0 && link.getErrorCode() != BATCH_FAILED)
                        .findFirst())
                .or(() -> chain.stream()
                        .filter(link -> link.getSQLState() != null)
                        .findFirst())
                .orElse(failure);
    }

    private static List<SQLException> chainOf(SQLException failure) {
        List<SQLException> chain = new ArrayList<>();
        chain.add(failure);
        for (int i = 0; i < chain.size() && chain.size() < MOST_LINKS; i++) {
            addLink(chain, chain.get(i).getNextException());
            addLink(chain, chain.get(i).getCause());
        }
        return chain;
    }

    private static void addLink(List<SQLException> chain, Throwable link) {
        if (link instanceof SQLException sql && chain.stream().noneMatch(known -> known == sql)) {
            chain.add(sql);
        }
    }

    private static String nameOf(SQLException telling) {
        return isUnnamed(telling)
                ? "no connection was available in time"
                : "SQLCODE " + telling.getErrorCode() + ", SQLSTATE " + telling.getSQLState();
    }

    private static String adviceOn(SQLException telling, FailureKind kind) {
        if (kind == FailureKind.TRANSIENT) {
            return "it is tried again";
        }
        String state = String.valueOf(telling.getSQLState());
        String byState =
                switch (state) {
                    case "42501", "42502" -> PRIVILEGE;
                    case "42704" -> DEFINITE_CODES.get(-204);
                    case "42703" -> DEFINITE_CODES.get(-206);
                    default -> state.startsWith("28") ? CREDENTIALS : "see Db2's description of this SQLCODE";
                };
        return DEFINITE_CODES.getOrDefault(telling.getErrorCode(), byState);
    }

    /** The same failure with its stack trace, and with its class, code and state for a text. */
    private static SQLException withoutText(SQLException failure) {
        SQLException first = null;
        SQLException last = null;
        for (SQLException link : chainOf(failure)) {
            SQLException copy = new SQLException(
                    link.getClass().getName() + ": SQLCODE " + link.getErrorCode() + ", SQLSTATE " + link.getSQLState(),
                    link.getSQLState(),
                    link.getErrorCode());
            copy.setStackTrace(link.getStackTrace());
            if (last == null) {
                first = copy;
            } else {
                last.initCause(copy);
            }
            last = copy;
        }
        return first;
    }
}
