package io.github.cameldb2cdc.test.relay;

/**
 * One token of a statement.
 *
 * @param kind what it is
 * @param text words in upper case, quoted identifiers without their quotes, the rest as written
 * @param start where it begins in the statement, in characters
 * @param end where it ends, exclusive
 */
record SqlToken(Kind kind, String text, int start, int end) {
    enum Kind {
        WORD,
        QUOTED,
        STRING,
        NUMBER,
        SYMBOL
    }

    boolean isWord(String word) {
        return kind == Kind.WORD && text.equals(word);
    }

    boolean isSymbol(char symbol) {
        return kind == Kind.SYMBOL && text.charAt(0) == symbol;
    }

    /** An ordinary or a quoted identifier; ordinary ones may also be keywords. */
    boolean isName() {
        return kind == Kind.WORD || kind == Kind.QUOTED;
    }
}
