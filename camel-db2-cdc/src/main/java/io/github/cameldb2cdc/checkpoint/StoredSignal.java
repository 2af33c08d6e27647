package io.github.cameldb2cdc.checkpoint;

import java.util.Objects;

/**
 * A signal that was met in the stream of changes and is not looked at yet: what stands in the row, whatever that is.
 *
 * @param id what tells it from others; null if the row has none
 * @param type what is asked for; null if the row does not say
 * @param data details; null for none
 */
public record StoredSignal(String id, String type, String data) {

    /** Its id only: the data may hold values of rows. */
    @Override
    public String toString() {
        return "signal '" + Objects.toString(id, "") + "'";
    }
}
