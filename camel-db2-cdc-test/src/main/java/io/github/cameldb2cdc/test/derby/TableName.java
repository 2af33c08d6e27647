package io.github.cameldb2cdc.test.derby;

import java.util.Locale;
import java.util.Objects;

/**
 * Schema and name of a table as the catalog stores them.
 *
 * @param schema the schema, never blank
 * @param name the table, never blank
 */
public record TableName(String schema, String name) {

    public TableName {
        requireText(schema, "schema");
        requireText(name, "table");
    }

    /**
     * Reads {@code SCHEMA.TABLE} as SQL does: a part without double quotes is folded to upper case, a quoted one is
     * kept, and a doubled quote inside stands for one.
     *
     * @throws IllegalArgumentException when the text is not two parts
     */
    public static TableName parse(String text) {
        Objects.requireNonNull(text, "table name");
        int dot = separator(text);
        if (dot < 0) {
            throw new IllegalArgumentException(
                    "The table name '" + text + "' has no schema; write it as SCHEMA.TABLE, with quotes where needed");
        }
        return new TableName(part(text.substring(0, dot)), part(text.substring(dot + 1)));
    }

    /** Both parts quoted, fit for any statement. */
    public String sql() {
        return quote(schema) + "." + quote(name);
    }

    /** An identifier in double quotes, quotes inside doubled. */
    public static String quote(String identifier) {
        return '"' + identifier.replace("\"", "\"\"") + '"';
    }

    @Override
    public String toString() {
        return schema + "." + name;
    }

    private static int separator(String text) {
        boolean quoted = false;
        for (int index = 0; index < text.length(); index++) {
            char character = text.charAt(index);
            if (character == '"') {
                quoted = !quoted;
            } else if (character == '.' && !quoted) {
                return index;
            }
        }
        return -1;
    }

    private static String part(String text) {
        String trimmed = text.trim();
        if (trimmed.length() >= 2 && trimmed.startsWith("\"") && trimmed.endsWith("\"")) {
            return trimmed.substring(1, trimmed.length() - 1).replace("\"\"", "\"");
        }
        return trimmed.toUpperCase(Locale.ROOT);
    }

    private static void requireText(String text, String what) {
        if (text == null || text.isBlank()) {
            throw new IllegalArgumentException("The " + what + " of a table name is empty; write SCHEMA.TABLE");
        }
    }
}
