package io.github.cameldb2cdc.setup;

/**
 * A statement with what an administrator has to know about it.
 *
 * @param comment plain sentences on one line; null if nothing is to be said
 * @param sql the statement without a terminator; null if there is only something to be said or done
 */
public record SetupStep(String comment, String sql) {

    public SetupStep {
        if (comment == null && sql == null) {
            throw new IllegalArgumentException("A step has a comment, a statement, or both.");
        }
    }

    static SetupStep of(String sql) {
        return new SetupStep(null, sql);
    }

    static SetupStep hint(String comment) {
        return new SetupStep(comment, null);
    }

    /** As it stands in a script: the comment, then the statement with a semicolon; no line break at the end. */
    @Override
    public String toString() {
        String said = comment == null ? "" : "-- " + comment;
        return sql == null ? said : said + (said.isEmpty() ? "" : "\n") + sql + ";";
    }
}
