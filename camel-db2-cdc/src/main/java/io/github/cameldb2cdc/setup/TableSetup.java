package io.github.cameldb2cdc.setup;

import io.github.cameldb2cdc.event.TableId;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;

/**
 * How one table is to be registered. Immutable: each {@code with} returns a changed copy.
 *
 * @param source the source table
 * @param changeTable the table that Capture fills
 * @param columns the columns to capture, as the catalog stores their names; null for all that the table has, which only
 *     the server knows
 * @param sequences how the installation stores log sequences
 * @param beforeImagePrefix one to four characters in front of the names of columns with old values, which go with updates
 *     as one row; null for updates as a delete and an insert
 * @param stopOnError whether an error on this table stops all of Capture, so that nothing is lost, and not its
 *     registration only
 * @param activation how Capture begins
 * @param tableSpace the table space of the change table in SQL's spelling; null for the server's choice
 */
public record TableSetup(
        TableId source,
        TableId changeTable,
        List<String> columns,
        SequenceLayout sequences,
        String beforeImagePrefix,
        boolean stopOnError,
        Activation activation,
        String tableSpace) {

    /** The longest name of a change table: its index is called the same with two letters in front. */
    private static final int MOST_NAME_BYTES = 126;

    public TableSetup {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(changeTable, "changeTable");
        Objects.requireNonNull(sequences, "sequences");
        Objects.requireNonNull(activation, "activation");
        columns = columns == null ? null : List.copyOf(columns);
        requireName(source, changeTable);
        requirePrefix(source, columns, beforeImagePrefix);
    }

    private static void requireName(TableId source, TableId changeTable) {
        int bytes = changeTable.name().getBytes(StandardCharsets.UTF_8).length;
        if (bytes > MOST_NAME_BYTES) {
            throw new IllegalArgumentException("The change table of " + source + " would be called " + changeTable
                    + ", a name of " + bytes + " bytes, and may have " + MOST_NAME_BYTES
                    + "; give a shorter one with --change-table.");
        }
    }

    private static void requirePrefix(TableId source, List<String> columns, String prefix) {
        if (prefix == null) {
            return;
        }
        if (prefix.isEmpty() || prefix.length() > 4) {
            throw new IllegalArgumentException(
                    "The prefix '" + prefix + "' of before images must have one to four characters.");
        }
        if (columns == null) {
            throw new IllegalArgumentException("Before images need the names of the columns of " + source
                    + "; give --url, so that they can be read from the catalog.");
        }
    }

    /**
     * A registration as most set-ups have it: the change table {@code CDC_<schema>_<table>} in the schema of the control
     * tables, all columns, an update as a delete and an insert, Capture stopping at an error, CAPSTART.
     */
    public static TableSetup of(TableId source, String controlSchema) {
        return new TableSetup(
                source,
                new TableId(controlSchema, "CDC_" + source.schema() + "_" + source.name()),
                null,
                SequenceLayout.CURRENT,
                null,
                true,
                Activation.CAPSTART,
                null);
    }

    public TableSetup withChangeTable(TableId table) {
        return new TableSetup(
                source, table, columns, sequences, beforeImagePrefix, stopOnError, activation, tableSpace);
    }

    public TableSetup withColumns(List<String> names) {
        return new TableSetup(
                source, changeTable, names, sequences, beforeImagePrefix, stopOnError, activation, tableSpace);
    }

    public TableSetup withSequences(SequenceLayout layout) {
        return new TableSetup(
                source, changeTable, columns, layout, beforeImagePrefix, stopOnError, activation, tableSpace);
    }

    /** Needs {@link #withColumns} first. */
    public TableSetup withBeforeImages(String prefix) {
        return new TableSetup(source, changeTable, columns, sequences, prefix, stopOnError, activation, tableSpace);
    }

    public TableSetup withStopOnError(boolean stops) {
        return new TableSetup(
                source, changeTable, columns, sequences, beforeImagePrefix, stops, activation, tableSpace);
    }

    public TableSetup withActivation(Activation how) {
        return new TableSetup(source, changeTable, columns, sequences, beforeImagePrefix, stopOnError, how, tableSpace);
    }

    public TableSetup withTableSpace(String name) {
        return new TableSetup(
                source, changeTable, columns, sequences, beforeImagePrefix, stopOnError, activation, name);
    }
}
