package io.github.cameldb2cdc.test.relay;

import java.util.List;
import java.util.Map;

/**
 * CREATE TABLE, ALTER TABLE and the like, and types in CAST: what Derby does not know is left out or replaced by the
 * nearest it has. Stateless.
 */
final class TableDefinition {
    private static final Map<String, String> CHARACTER_TYPES = Map.of(
            "GRAPHIC",
            "CHAR",
            "VARGRAPHIC",
            "VARCHAR",
            "DBCLOB",
            "CLOB",
            "NCHAR",
            "CHAR",
            "NVARCHAR",
            "VARCHAR",
            "NCLOB",
            "CLOB");
    private static final Map<String, String> BIT_TYPES = Map.of("BINARY", "CHAR", "VARBINARY", "VARCHAR");
    private static final List<String> STRING_UNITS = List.of("OCTETS", "CODEUNITS16", "CODEUNITS32");

    /** Options of fixed words, each left out. */
    private static final List<List<String>> OPTIONS = List.of(
            List.of("ORGANIZE", "BY", "ROW", "USING", "DIMENSIONS"),
            List.of("ORGANIZE", "BY", "ROW"),
            List.of("NOT", "LOGGED", "INITIALLY"),
            List.of("NOT", "LOGGED"),
            List.of("NOT", "COMPACT"),
            List.of("NOT", "VOLATILE"),
            List.of("VOLATILE", "CARDINALITY"),
            List.of("VOLATILE"),
            List.of("COMPRESS", "YES", "ADAPTIVE"),
            List.of("COMPRESS", "YES", "STATIC"),
            List.of("COMPRESS", "YES"),
            List.of("COMPRESS", "NO"),
            List.of("WITH", "RESTRICT", "ON", "DROP"),
            List.of("ALLOW", "REVERSE", "SCANS"),
            List.of("CCSID", "UNICODE"),
            List.of("CCSID", "ASCII"),
            List.of("CCSID", "EBCDIC"));

    private TableDefinition() {}

    /**
     * @param edits the statement with the edits other rules made
     * @param unchanged the result when this statement defines nothing
     */
    static String rewrite(SqlEdits edits, String unchanged) {
        SqlTokens tokens = edits.tokens();
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).isWord("AS") && tokens.get(i + 2).isSymbol('(')) {
                type(edits, i + 1);
            }
        }
        if (isPureDataCapture(tokens) || isPureVolatile(tokens)) {
            // fails as the original would when there is no such table
            return "DELETE FROM " + edits.text(2, endOfName(tokens, 2)) + " WHERE 1=0";
        }
        if (definesTable(tokens)) {
            options(edits);
        }
        return unchanged.equals(Db2Dialect.HARMLESS) ? unchanged : edits.result();
    }

    private static boolean definesTable(SqlTokens tokens) {
        return tokens.areWords(0, "CREATE", "TABLE")
                || tokens.areWords(0, "ALTER", "TABLE")
                || tokens.areWords(0, "CREATE", "INDEX")
                || tokens.areWords(0, "CREATE", "UNIQUE", "INDEX")
                || tokens.areWords(0, "DECLARE", "GLOBAL", "TEMPORARY", "TABLE");
    }

    private static boolean isPureDataCapture(SqlTokens tokens) {
        int name = endOfName(tokens, 2);
        return tokens.areWords(0, "ALTER", "TABLE")
                && dataCaptureLength(tokens, name) > 0
                && name + dataCaptureLength(tokens, name) == tokens.size();
    }

    private static boolean isPureVolatile(SqlTokens tokens) {
        int name = endOfName(tokens, 2);
        int words = tokens.get(name).isWord("NOT") ? 1 : 0;
        return tokens.areWords(0, "ALTER", "TABLE")
                && tokens.get(name + words).isWord("VOLATILE")
                && (name + words + 1 == tokens.size()
                        || tokens.get(name + words + 1).isWord("CARDINALITY") && name + words + 2 == tokens.size());
    }

    private static int endOfName(SqlTokens tokens, int at) {
        return tokens.get(at + 1).isSymbol('.') ? at + 3 : at + 1;
    }

    private static void options(SqlEdits edits) {
        SqlTokens tokens = edits.tokens();
        int depth = 0;
        for (int i = 2; i < tokens.size(); i++) {
            if (tokens.get(i).isSymbol('(')) {
                depth++;
            } else if (tokens.get(i).isSymbol(')')) {
                depth--;
            }
            int length = optionLength(tokens, i, depth);
            if (length > 0) {
                edits.remove(i, i + length);
                i += length - 1;
            } else if (isTypePosition(tokens, i)) {
                type(edits, i);
            }
        }
    }

    private static int optionLength(SqlTokens tokens, int at, int depth) {
        if (isDefinedName(tokens, at)) {
            return 0;
        }
        for (List<String> option : OPTIONS) {
            if (tokens.areWords(at, option.toArray(String[]::new))) {
                return option.size();
            }
        }
        if (tokens.areWords(at, "INLINE", "LENGTH") || tokens.get(at).isWord("PCTFREE")) {
            return tokens.get(at).isWord("PCTFREE") ? 2 : 3;
        }
        if (depth == 0 && tokens.get(at).isWord("IN")) {
            return tokens.get(at + 1).isWord("DATABASE")
                    ? endOfName(tokens, at + 2) - at
                    : endOfName(tokens, at + 1) - at;
        }
        if (depth == 0 && (tokens.areWords(at, "INDEX", "IN") || tokens.areWords(at, "LONG", "IN"))) {
            return 3;
        }
        if (STRING_UNITS.contains(tokens.get(at).text()) && tokens.get(at + 1).isSymbol(')')) {
            return 1;
        }
        return dataCaptureLength(tokens, at);
    }

    private static int dataCaptureLength(SqlTokens tokens, int at) {
        if (!tokens.areWords(at, "DATA", "CAPTURE")) {
            return 0;
        }
        boolean includes =
                tokens.get(at + 3).isWord("INCLUDE") && tokens.get(at + 5).isWord("COLUMNS");
        return includes ? 6 : 3;
    }

    /** Whether the token names a column or another thing that is defined here, so that no word of it is an option. */
    private static boolean isDefinedName(SqlTokens tokens, int at) {
        SqlToken before = tokens.get(at - 1);
        return before.isSymbol('(') || before.isSymbol(',') || before.isWord("COLUMN");
    }

    private static boolean isTypePosition(SqlTokens tokens, int at) {
        SqlToken before = tokens.get(at - 1);
        return before.isName() && !before.isWord("COLUMN") && !before.isWord("ADD") && !before.isWord("ON");
    }

    private static void type(SqlEdits edits, int at) {
        SqlTokens tokens = edits.tokens();
        if (tokens.get(at).kind() != SqlToken.Kind.WORD) {
            return;
        }
        String type = tokens.get(at).text();
        int end = tokens.afterParentheses(at + 1);
        if (CHARACTER_TYPES.containsKey(type)) {
            edits.replace(at, at + 1, CHARACTER_TYPES.get(type));
        } else if (BIT_TYPES.containsKey(type) && !tokens.get(at + 1).isWord("LARGE")) {
            String length = end == at + 1 ? "(1)" : edits.text(at + 1, end);
            edits.replace(at, end, BIT_TYPES.get(type) + length + " FOR BIT DATA");
        } else if (type.equals("TIMESTAMP") && end == at + 4) {
            edits.replace(at, end, "TIMESTAMP");
        } else if (type.equals("DECFLOAT")) {
            edits.replace(at, end, "DOUBLE");
        }
    }
}
