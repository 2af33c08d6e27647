package io.github.cameldb2cdc;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Reads regular expressions separated by commas. A comma inside brackets, braces or parentheses, or behind a backslash,
 * belongs to its expression: {@code A\.(B,C){1,2},D\..*} is two.
 */
final class PatternList {

    private PatternList() {}

    /**
     * The expressions in their order.
     *
     * @throws java.util.regex.PatternSyntaxException if one is not a regular expression
     */
    static List<Pattern> parse(String text) {
        List<Pattern> patterns = new ArrayList<>();
        int depth = 0;
        int from = 0;
        for (int at = 0; at < text.length(); at++) {
            char character = text.charAt(at);
            if (character == '\\') {
                at++;
            } else if ("([{".indexOf(character) >= 0) {
                depth++;
            } else if (")]}".indexOf(character) >= 0) {
                depth--;
            } else if (character == ',' && depth == 0) {
                patterns.add(Pattern.compile(text.substring(from, at).strip()));
                from = at + 1;
            }
        }
        patterns.add(Pattern.compile(text.substring(from).strip()));
        return List.copyOf(patterns);
    }
}
