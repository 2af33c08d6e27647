package io.github.cameldb2cdc.envelope;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** Writes the values of one column. Chosen when a table is first seen, so that rows are written without asking types. */
@FunctionalInterface
interface ValueWriter {

    /**
     * Writes one JSON value.
     *
     * @param value of the class that the column's type names; never null
     */
    void write(Object value, JsonGenerator json) throws IOException;
}
