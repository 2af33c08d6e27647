package io.github.cameldb2cdc.signal;

import io.github.cameldb2cdc.event.TableId;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Tables as a signal names them: one table in SQL's spelling, such as {@code HR.EMPLOYEES} or {@code HR."Öl"}, or, as in
 * Debezium, a regular expression that matches {@code SCHEMA.TABLE} as a whole, where upper and lower case differ.
 */
public final class TableName {

    private final String text;
    private final TableId exact;
    private final Pattern pattern;

    private TableName(String text, TableId exact, Pattern pattern) {
        this.text = text;
        this.exact = exact;
        this.pattern = pattern;
    }

    /** @throws SignalRefusedException if the text is neither a name nor a regular expression */
    static TableName parse(String text) {
        String name = text.strip();
        if (name.isEmpty()) {
            throw new SignalRefusedException("A table's name is empty; write SCHEMA.TABLE, or a regular expression.");
        }
        TableId exact = exactOf(name);
        try {
            return new TableName(name, exact, Pattern.compile(name));
        } catch (PatternSyntaxException e) {
            if (exact != null) {
                return new TableName(name, exact, null);
            }
            throw new SignalRefusedException("'" + name
                    + "' names no table; write SCHEMA.TABLE, with double quotes around a part that is not ordinary, or a"
                    + " regular expression that matches SCHEMA.TABLE.");
        }
    }

    /** Without double quotes a name is what it says: Debezium folds nothing. */
    private static TableId exactOf(String name) {
        if (name.indexOf('"') < 0) {
            int dot = name.indexOf('.');
            boolean isPlain = dot > 0 && dot == name.lastIndexOf('.') && dot < name.length() - 1;
            return isPlain ? new TableId(name.substring(0, dot), name.substring(dot + 1)) : null;
        }
        try {
            return TableId.parse(name, null);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }

    /** Whether the table is meant. */
    public boolean matches(TableId table) {
        return table.equals(exact)
                || (pattern != null
                        && pattern.matcher(table.schema() + '.' + table.name()).matches());
    }

    /** As it was sent. */
    @Override
    public String toString() {
        return text;
    }
}
