package io.github.cameldb2cdc.test.relay;

/** Turns the SQL of the client into the SQL of the server behind the relay. Must be safe for many threads. */
@FunctionalInterface
public interface SqlRewriter {
    /**
     * @param sql a statement as the client wrote it
     * @return the statement for the server; the same instance when nothing has to change
     * @throws RefusedSqlException when the statement must fail with a certain SQLCODE instead of reaching the server
     */
    String rewrite(String sql);
}
