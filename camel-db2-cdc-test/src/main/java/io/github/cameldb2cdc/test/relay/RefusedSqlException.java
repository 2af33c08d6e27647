package io.github.cameldb2cdc.test.relay;

import java.util.List;

/** Says that a statement is not to reach the server; the client gets the error as an SQLCA. */
public final class RefusedSqlException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Db2Error error;

    /**
     * @param sqlCode a negative SQLCODE such as -199
     * @param sqlState its five-character SQLSTATE
     * @param tokens the tokens of the message, in order
     */
    public RefusedSqlException(int sqlCode, String sqlState, List<String> tokens) {
        super("SQLCODE " + sqlCode + ", SQLSTATE " + sqlState + ", tokens " + tokens);
        this.error = new Db2Error(sqlCode, sqlState, tokens);
    }

    Db2Error error() {
        return error;
    }
}
