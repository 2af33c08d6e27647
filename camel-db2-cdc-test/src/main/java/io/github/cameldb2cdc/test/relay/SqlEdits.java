package io.github.cameldb2cdc.test.relay;

import java.util.Map;
import java.util.TreeMap;

/** Replacements in a statement, collected token by token and applied at once; the text between them stays as it is. */
final class SqlEdits {
    private final String sql;
    private final SqlTokens tokens;
    private final Map<Integer, Edit> edits = new TreeMap<>();
    private final StringBuilder appended = new StringBuilder();

    SqlEdits(String sql, SqlTokens tokens) {
        this.sql = sql;
        this.tokens = tokens;
    }

    SqlTokens tokens() {
        return tokens;
    }

    /** Replaces the tokens from the one index up to, not including, the other. The first edit of a place stays. */
    void replace(int fromToken, int toToken, String text) {
        int start = tokens.get(fromToken).start();
        edits.putIfAbsent(start, new Edit(tokens.get(toToken - 1).end(), text));
    }

    void remove(int fromToken, int toToken) {
        replace(fromToken, toToken, "");
    }

    /** Puts text behind a token. */
    void insertAfter(int token, String text) {
        int end = tokens.get(token).end();
        edits.putIfAbsent(end, new Edit(end, text));
    }

    void append(String text) {
        appended.append(' ').append(text);
    }

    String text(int fromToken, int toToken) {
        return sql.substring(
                tokens.get(fromToken).start(), tokens.get(toToken - 1).end());
    }

    String result() {
        if (edits.isEmpty() && appended.isEmpty()) {
            return sql;
        }
        StringBuilder result = new StringBuilder(sql.length() + 32);
        int position = 0;
        for (Map.Entry<Integer, Edit> entry : edits.entrySet()) {
            if (entry.getKey() >= position) {
                result.append(sql, position, entry.getKey())
                        .append(entry.getValue().text());
                position = entry.getValue().end();
            }
        }
        result.append(sql, position, sql.length());
        return result.append(appended).toString();
    }

    private record Edit(int end, String text) {}
}
