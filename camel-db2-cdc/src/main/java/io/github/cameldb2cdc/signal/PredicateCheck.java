package io.github.cameldb2cdc.signal;

/**
 * Looks whether a predicate stays inside the parentheses that are put around it: what is behind it in the statement, the
 * borders and the limit of a chunk, must stay in force. Whether it is valid SQL only the database can say.
 */
final class PredicateCheck {

    private final String text;
    private int at;

    private PredicateCheck(String text) {
        this.text = text;
    }

    /** @throws SignalRefusedException if it does not; the text is not repeated */
    static void check(String predicate) {
        new PredicateCheck(predicate).check();
    }

    private void check() {
        int depth = 0;
        while (at < text.length()) {
            char character = text.charAt(at++);
            switch (character) {
                case '\'', '"' -> skipQuoted(character);
                case '(' -> depth++;
                case ')' -> depth--;
                case ';' -> refuse("a semicolon");
                case '?' -> refuse("a parameter marker");
                case '-' -> refuseIfNext('-');
                case '/' -> refuseIfNext('*');
                default -> {
                    // part of a name, a number or an operator
                }
            }
            if (depth < 0) {
                refuse("a parenthesis that was not opened");
            }
        }
        if (depth > 0) {
            refuse("a parenthesis that is not closed");
        }
    }

    /** A doubled quote inside ends one text and begins the next. */
    private void skipQuoted(char quote) {
        int end = text.indexOf(quote, at);
        if (end < 0) {
            refuse("a quote that is not closed");
        }
        at = end + 1;
    }

    private void refuseIfNext(char next) {
        if (at < text.length() && text.charAt(at) == next) {
            refuse("a comment");
        }
    }

    private static void refuse(String what) {
        throw new SignalRefusedException("A \"filter\" has " + what + "; write one predicate, as behind WHERE.");
    }
}
