package io.github.cameldb2cdc;

import io.github.cameldb2cdc.event.TableId;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads names in SQL's spelling from the text of an option, one after the other: parts separated by dots, ordinary parts
 * folded to upper case, parts in double quotes as they stand. Between names it leaves the separators to the caller.
 *
 * <p>Stricter than the server where that helps: an ordinary part has no blank, since a {@code +} in an endpoint's URI
 * arrives as one.
 */
final class SqlNameReader {

    /** What {@link #separator()} says when nothing is left. */
    static final char END = 0;

    private final String text;
    private int at;

    SqlNameReader(String text) {
        this.text = text;
    }

    /**
     * The names of a list that commas separate, each as its parts.
     *
     * @throws IllegalArgumentException if the text is no such list; the message ends a sentence after "because"
     */
    static List<List<String>> readList(String text) {
        SqlNameReader reader = new SqlNameReader(text);
        List<List<String>> names = new ArrayList<>();
        char separator;
        do {
            names.add(reader.name());
            separator = reader.separator();
            if (separator != END && separator != ',') {
                throw new IllegalArgumentException("'" + separator + "' stands where a comma or the end is expected");
            }
        } while (separator != END);
        return names;
    }

    /** The parts of the next name. */
    List<String> name() {
        List<String> parts = new ArrayList<>();
        parts.add(part());
        while (at < text.length() && text.charAt(at) == '.') {
            at++;
            parts.add(part());
        }
        return parts;
    }

    /** Takes the character behind a name. */
    char separator() {
        return at < text.length() ? text.charAt(at++) : END;
    }

    private String part() {
        skipBlanks();
        String part = at < text.length() && text.charAt(at) == '"' ? delimitedPart() : ordinaryPart();
        skipBlanks();
        return part;
    }

    private String ordinaryPart() {
        int from = at;
        while (at < text.length() && isOrdinary(text.charAt(at))) {
            at++;
        }
        if (from == at) {
            throw new IllegalArgumentException(
                    at < text.length()
                            ? "'" + text.charAt(at) + "' stands where a name is expected"
                            : "a name is missing");
        }
        return TableId.foldToUpperCase(text.substring(from, at));
    }

    private static boolean isOrdinary(char character) {
        return Character.isLetterOrDigit(character) || "_$#@".indexOf(character) >= 0;
    }

    private String delimitedPart() {
        StringBuilder part = new StringBuilder();
        at++;
        while (at < text.length()) {
            char character = text.charAt(at++);
            if (character != '"') {
                part.append(character);
            } else if (at < text.length() && text.charAt(at) == '"') {
                part.append('"');
                at++;
            } else if (part.isEmpty()) {
                throw new IllegalArgumentException("a name in double quotes is empty");
            } else {
                return part.toString();
            }
        }
        throw new IllegalArgumentException("a double quote is not closed");
    }

    private void skipBlanks() {
        while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
            at++;
        }
    }
}
