package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.TableSchema;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Which large objects are read from source tables, the same for a snapshot and for the stream: those of tables with a key,
 * by which a row of the stream can be found again. Thread-safe.
 */
public final class LargeObjects {

    private static final Logger LOG = LoggerFactory.getLogger(LargeObjects.class);

    private final LobMode mode;
    private final long mostBytes;
    private final ConcurrentMap<TableSchema, Optional<LargeObjectColumns>> columns = new ConcurrentHashMap<>();

    /** @param mostBytes a larger value is left out; of no meaning with OMIT */
    public LargeObjects(LobMode mode, long mostBytes) {
        this.mode = mode;
        this.mostBytes = mostBytes;
    }

    /** The columns that are read; empty if there are none. */
    Optional<LargeObjectColumns> columnsOf(TableSchema table) {
        return mode == LobMode.OMIT || !table.hasLargeObjects()
                ? Optional.empty()
                : columns.computeIfAbsent(table, this::choose);
    }

    private Optional<LargeObjectColumns> choose(TableSchema table) {
        if (table.identity().isEmpty()) {
            LOG.warn(
                    "Events of {} have no large objects, since the table has no key by which a row could be read again; add"
                            + " a unique index of columns that are not null, or set keyColumns.",
                    table.id());
            return Optional.empty();
        }
        return Optional.of(new LargeObjectColumns(table, mostBytes));
    }
}
