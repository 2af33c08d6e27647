package io.github.cameldb2cdc.snapshot;

import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.RowKey;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The identities of rows of one table that changes touched, each with the place of the last change. Compared by value. For
 * one thread.
 */
public final class TouchedKeys {

    private static final int BYTES_OF_ENTRY = 120;
    private static final int BYTES_OF_VALUE = 40;

    /** The one that was touched last comes last. */
    private final Map<RowKey, Position> lastTouches = new LinkedHashMap<>();

    private long bytes;

    /** Notes a change; places come in order, some once more. */
    public void touch(RowKey key, Position position) {
        Position before = lastTouches.remove(key);
        if (before == null) {
            bytes += sizeOf(key);
        }
        lastTouches.put(key, before == null || before.compareTo(position) < 0 ? position : before);
    }

    /** Whether a change behind a place touched the row. */
    public boolean isTouchedBehind(RowKey key, Position place) {
        Position last = lastTouches.get(key);
        return last != null && last.compareTo(place) > 0;
    }

    /** Forgets what nobody asks for any more. */
    public void forgetUpTo(Position place) {
        Iterator<Map.Entry<RowKey, Position>> eldest = lastTouches.entrySet().iterator();
        while (eldest.hasNext()) {
            Map.Entry<RowKey, Position> entry = eldest.next();
            if (entry.getValue().compareTo(place) > 0) {
                return;
            }
            bytes -= sizeOf(entry.getKey());
            eldest.remove();
        }
    }

    /** About how many bytes this takes in memory. */
    public long bytes() {
        return bytes;
    }

    private static long sizeOf(RowKey key) {
        long size = BYTES_OF_ENTRY;
        for (int i = 0; i < key.size(); i++) {
            Object value = key.get(i);
            size += BYTES_OF_VALUE;
            if (value instanceof String text) {
                size += text.length();
            } else if (value instanceof byte[] array) {
                size += array.length;
            }
        }
        return size;
    }
}
