package io.github.cameldb2cdc.test.relay;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * The tokens of a statement; blanks and comments lie between them and string literals are single tokens, so no rule can
 * mistake their content for SQL. Out of range, a token is an empty symbol that fits nothing. Immutable.
 */
final class SqlTokens {
    private static final SqlToken NONE = new SqlToken(SqlToken.Kind.STRING, "", 0, 0);

    private final List<SqlToken> tokens;

    private SqlTokens(List<SqlToken> tokens) {
        this.tokens = tokens;
    }

    static SqlTokens of(String sql) {
        List<SqlToken> tokens = new ArrayList<>();
        int position = 0;
        while (position < sql.length()) {
            int end = endOfGap(sql, position);
            if (end == position) {
                SqlToken token = tokenAt(sql, position);
                tokens.add(token);
                end = token.end();
            }
            position = end;
        }
        return new SqlTokens(List.copyOf(tokens));
    }

    int size() {
        return tokens.size();
    }

    SqlToken get(int index) {
        return index < 0 || index >= tokens.size() ? NONE : tokens.get(index);
    }

    /** Whether these words stand one after the other from the index on. */
    boolean areWords(int index, String... words) {
        for (int i = 0; i < words.length; i++) {
            if (!get(index + i).isWord(words[i])) {
                return false;
            }
        }
        return true;
    }

    /** The index behind the closing parenthesis when one opens at the index, else the index itself. */
    int afterParentheses(int index) {
        if (!get(index).isSymbol('(')) {
            return index;
        }
        int depth = 0;
        for (int i = index; i < size(); i++) {
            if (get(i).isSymbol('(')) {
                depth++;
            } else if (get(i).isSymbol(')') && --depth == 0) {
                return i + 1;
            }
        }
        return size();
    }

    private static int endOfGap(String sql, int position) {
        if (Character.isWhitespace(sql.charAt(position))) {
            return position + 1;
        }
        if (sql.startsWith("--", position)) {
            int end = sql.indexOf('\n', position);
            return end < 0 ? sql.length() : end + 1;
        }
        if (sql.startsWith("/*", position)) {
            int end = sql.indexOf("*/", position + 2);
            return end < 0 ? sql.length() : end + 2;
        }
        return position;
    }

    private static SqlToken tokenAt(String sql, int start) {
        char first = sql.charAt(start);
        if (first == '\'' || first == '"') {
            int end = endOfQuoted(sql, start, first);
            boolean string = first == '\'';
            String text = string ? sql.substring(start, end) : sql.substring(start + 1, Math.max(start + 1, end - 1));
            return new SqlToken(string ? SqlToken.Kind.STRING : SqlToken.Kind.QUOTED, text, start, end);
        }
        if (!isWordPart(first)) {
            return new SqlToken(SqlToken.Kind.SYMBOL, sql.substring(start, start + 1), start, start + 1);
        }
        int end = start;
        while (end < sql.length() && isWordPart(sql.charAt(end))) {
            end++;
        }
        SqlToken.Kind kind = Character.isDigit(first) ? SqlToken.Kind.NUMBER : SqlToken.Kind.WORD;
        return new SqlToken(kind, sql.substring(start, end).toUpperCase(Locale.ROOT), start, end);
    }

    private static boolean isWordPart(char c) {
        return Character.isLetterOrDigit(c) || c == '_' || c == '#' || c == '@' || c == '$';
    }

    private static int endOfQuoted(String sql, int start, char quote) {
        int position = start + 1;
        while (position < sql.length()) {
            if (sql.charAt(position) == quote) {
                if (position + 1 >= sql.length() || sql.charAt(position + 1) != quote) {
                    return position + 1;
                }
                position++;
            }
            position++;
        }
        return sql.length();
    }
}
