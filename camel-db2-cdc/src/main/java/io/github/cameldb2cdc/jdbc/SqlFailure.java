package io.github.cameldb2cdc.jdbc;

import io.github.cameldb2cdc.event.CdcException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Says what a failure of JDBC asks for: by its SQLCODE, else by the class of its SQLSTATE. Never by its Java class, for
 * the driver throws "non transient" exceptions for connections that were reset.
 *
 * <p>A pool or a batch hides the telling exception behind another one, so all linked exceptions are looked at, the
 * outermost first.
 *
 * <p>The driver's text is not repeated, neither in the message nor in the cause: it can quote cell values (SQLCODE -433
 * does). Its tokens are repeated for those codes whose tokens are reason codes and names of objects: which table is
 * missing, which privilege. Thread-safe: there is no state.
 */
public final class SqlFailure {

    /** Says only that one of a batch's statements failed; which and why stands in the linked exceptions. */
    private static final int BATCH_FAILED = -4229;

    private static final int MOST_LINKS = 16;

    /** How the driver's text spells the tokens of a message. */
    private static final Pattern TOKENS = Pattern.compile("SQLERRMC=(.{1,300}?)(?:, DRIVER=|$)");

    private static final String BETWEEN_TOKENS = ";";

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
        SqlMeanings.Meaning meaning = SqlMeanings.of(telling.getErrorCode(), telling.getSQLState());
        String sentence = "Could not " + whatWasTried + ": " + nameOf(telling, meaning) + "; " + meaning.advice() + ".";
        return new CdcException(meaning.kind(), sentence, withoutText(failure));
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

    /** A known code anywhere in the chain wins over a state: a pool repeats the state 08001 of a wrong password. */
    private static SQLException tellingOf(SQLException failure) {
        List<SQLException> chain = chainOf(failure);
        return chain.stream()
                .filter(link -> SqlMeanings.isKnown(link.getErrorCode()))
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

    private static String nameOf(SQLException telling, SqlMeanings.Meaning meaning) {
        if (telling.getErrorCode() == 0 && telling.getSQLState() == null) {
            return "no connection was available in time";
        }
        String name = "SQLCODE " + telling.getErrorCode() + ", SQLSTATE " + telling.getSQLState();
        return meaning.tokensAreNames() ? name + tokensOf(telling) : name;
    }

    private static String tokensOf(SQLException telling) {
        Matcher tokens = TOKENS.matcher(String.valueOf(telling.getMessage()));
        return tokens.find() ? " (" + tokens.group(1).strip().replace(BETWEEN_TOKENS, ", ") + ")" : "";
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
