package io.github.cameldb2cdc.signal;

import java.util.List;
import java.util.Objects;

/** What a signal asks for, read from its type and data. Immutable and thread-safe. */
public sealed interface SignalCommand {

    /**
     * Load rows of tables.
     *
     * @param blocking whether the stream waits meanwhile
     * @param tables which tables; not empty
     * @param conditions which of their rows; empty for all
     * @param orderedBy names of columns by which rows are ordered instead of the identity; empty for the identity
     * @param keys the only rows that are wanted; empty for all
     * @param keysNeverChange whether the sender vouches that no update changes a key
     */
    record Execute(
            boolean blocking,
            List<TableName> tables,
            List<RowCondition> conditions,
            List<String> orderedBy,
            List<GivenKey> keys,
            boolean keysNeverChange)
            implements SignalCommand {

        public Execute {
            tables = List.copyOf(tables);
            conditions = List.copyOf(conditions);
            orderedBy = List.copyOf(orderedBy);
            keys = List.copyOf(keys);
        }
    }

    /**
     * End incremental snapshots that were asked for.
     *
     * @param tables of which tables; empty for all
     */
    record Stop(List<TableName> tables) implements SignalCommand {

        public Stop {
            tables = List.copyOf(tables);
        }
    }

    /** Let incremental snapshots wait. */
    record Pause() implements SignalCommand {}

    /** Let them go on. */
    record Resume() implements SignalCommand {}

    /**
     * A predicate for rows of tables.
     *
     * @param table which tables
     * @param predicate what stands behind WHERE, in SQL's spelling; never shown in messages
     */
    record RowCondition(TableName table, String predicate) {

        public RowCondition {
            Objects.requireNonNull(table, "table");
            Objects.requireNonNull(predicate, "predicate");
        }

        /** The table only: a predicate holds values. */
        @Override
        public String toString() {
            return "condition on " + table;
        }
    }
}
