package io.github.cameldb2cdc.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Pattern;

/**
 * A table's schema and name as the catalog stores them: case, blanks and quotes included.
 *
 * @param schema the schema
 * @param name the table's name
 */
public record TableId(String schema, String name) implements Comparable<TableId> {

    private static final Pattern ORDINARY = Pattern.compile("[A-Z$#@][A-Z0-9_$#@]*");

    public TableId {
        Objects.requireNonNull(schema, "schema");
        Objects.requireNonNull(name, "name");
    }

    /**
     * Reads a name in SQL's spelling: {@code SCHEMA.TABLE}, or {@code TABLE} where a default schema is given. Ordinary
     * parts fold to upper case, parts in double quotes stay as they are, two double quotes inside stand for one.
     *
     * @param text the name
     * @param defaultSchema the schema of a name without one, or null where it must have one
     * @throws IllegalArgumentException if the text is not such a name; the message is a sentence that quotes it
     */
    public static TableId parse(String text, String defaultSchema) {
        List<String> parts = new ArrayList<>();
        int at = 0;
        while (true) {
            at = readPart(text, at, parts);
            if (at == text.length()) {
                break;
            }
            if (text.charAt(at) != '.') {
                throw malformed(text);
            }
            at++;
        }
        if (parts.size() == 2) {
            return new TableId(parts.get(0), parts.get(1));
        }
        if (parts.size() == 1 && defaultSchema != null) {
            return new TableId(defaultSchema, parts.get(0));
        }
        throw malformed(text);
    }

    private static int readPart(String text, int from, List<String> parts) {
        if (from < text.length() && text.charAt(from) == '"') {
            return readDelimited(text, from + 1, parts);
        }
        int end = from;
        while (end < text.length() && text.charAt(end) != '.') {
            end++;
        }
        String part = text.substring(from, end).strip();
        if (part.isEmpty() || part.indexOf('"') >= 0) {
            throw malformed(text);
        }
        parts.add(foldToUpperCase(part));
        return end;
    }

    private static int readDelimited(String text, int from, List<String> parts) {
        StringBuilder part = new StringBuilder();
        int at = from;
        while (at < text.length()) {
            char character = text.charAt(at++);
            if (character != '"') {
                part.append(character);
            } else if (at < text.length() && text.charAt(at) == '"') {
                part.append('"');
                at++;
            } else {
                if (part.isEmpty()) {
                    throw malformed(text);
                }
                parts.add(part.toString());
                return at;
            }
        }
        throw malformed(text);
    }

    private static IllegalArgumentException malformed(String text) {
        return new IllegalArgumentException("'" + text
                + "' is not a table's name; write SCHEMA.TABLE, with double quotes around a part that is not an"
                + " ordinary upper-case name.");
    }

    /** Folds as Db2 folds an ordinary identifier. */
    public static String foldToUpperCase(String identifier) {
        return identifier.toUpperCase(Locale.ROOT);
    }

    /** The identifier as SQL text: in double quotes where it is not an ordinary upper-case name. */
    public static String spell(String identifier) {
        return ORDINARY.matcher(identifier).matches() ? identifier : '"' + identifier.replace("\"", "\"\"") + '"';
    }

    /** By schema, then by name. */
    @Override
    public int compareTo(TableId other) {
        int bySchema = schema.compareTo(other.schema);
        return bySchema != 0 ? bySchema : name.compareTo(other.name);
    }

    /** The name in SQL's spelling, which {@link #parse} reads. */
    @Override
    public String toString() {
        return spell(schema) + '.' + spell(name);
    }
}
