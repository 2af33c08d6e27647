package io.github.cameldb2cdc.envelope;

import com.fasterxml.jackson.core.JsonGenerator;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.TableId;
import java.io.IOException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes null for the values of a column that its style has no form for, and says so in the log once. Failing instead
 * would hold up all events behind such a row for good. Thread-safe.
 */
final class UnwritableValues {

    private static final Logger LOG = LoggerFactory.getLogger(UnwritableValues.class);

    private final TableId table;
    private final String column;
    private final String sentence;
    private final AtomicBoolean said = new AtomicBoolean();

    /** @param sentence what cannot be written and what to do, for the log */
    UnwritableValues(TableId table, Column column, String sentence) {
        this.table = table;
        this.column = column.name();
        this.sentence = sentence;
    }

    void write(JsonGenerator json) throws IOException {
        if (said.compareAndSet(false, true)) {
            LOG.warn("A value of the column {} of {} is written as null: {}", TableId.spell(column), table, sentence);
        }
        json.writeNull();
    }
}
