package io.github.cameldb2cdc.docs;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A listing or a table of a page.
 *
 * @param file the page's file
 * @param id the block's id; null without one
 * @param language the language of a listing, {@code table} for a table; null for a listing that says none
 * @param text the lines between the delimiters
 * @param firstLine the index of the first of these lines in the file
 * @param endLine the index of the closing delimiter
 */
record ManualBlock(Path file, String id, String language, String text, int firstLine, int endLine) {

    static final String TABLE = "table";

    boolean isTable() {
        return TABLE.equals(language);
    }

    /** The statements of a block of SQL, which end in semicolons at the end of a line; comments are left out. */
    List<String> statements() {
        return statements(text);
    }

    /** The same of a text. */
    static List<String> statements(String text) {
        List<String> statements = new ArrayList<>();
        StringBuilder statement = new StringBuilder();
        for (String line : text.lines().toList()) {
            if (line.isBlank() || line.startsWith("--")) {
                continue;
            }
            boolean last = line.endsWith(";");
            statement.append(last ? line.substring(0, line.length() - 1) : line).append('\n');
            if (last) {
                statements.add(statement.toString().strip());
                statement.setLength(0);
            }
        }
        if (!statement.isEmpty()) {
            throw new IllegalStateException("The last statement has no semicolon at its end: " + statement);
        }
        return statements;
    }

    /** Page and id, for the name of a test. */
    @Override
    public String toString() {
        return file.getFileName() + " " + id;
    }
}
