package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.snapshot.ChunkReader;
import io.github.cameldb2cdc.snapshot.ChunkRows;
import io.github.cameldb2cdc.snapshot.WaitingRows;
import java.time.Instant;
import java.util.Iterator;

/** A chunk whose rows wait for their window. For one thread. */
final class OpenChunk {

    private final IncrementalTable table;
    private final TableSchema schema;
    private final Position begun;
    private final ChunkWindow window;
    private final Instant readTime;
    private final int rows;
    private final RowKey last;
    private WaitingRows.Block block;
    private Iterator<Row> handedOver;
    private int evicted;

    /**
     * @param begun where the stream was when it was read
     * @param block its rows
     */
    OpenChunk(
            IncrementalTable table,
            Position begun,
            ChunkWindow window,
            Instant readTime,
            ChunkReader.Chunk chunk,
            WaitingRows.Block block) {
        this.table = table;
        this.schema = table.table().schema();
        this.begun = begun;
        this.window = window;
        this.readTime = readTime;
        this.rows = chunk.rows();
        this.last = chunk.last();
        this.block = block;
    }

    IncrementalTable table() {
        return table;
    }

    Position begun() {
        return begun;
    }

    ChunkWindow window() {
        return window;
    }

    Instant readTime() {
        return readTime;
    }

    int rowCount() {
        return rows;
    }

    /** What orders its last row; null if it has none. */
    RowKey last() {
        return last;
    }

    int evicted() {
        return evicted;
    }

    void evict() {
        evicted++;
    }

    /** Whether its rows are those of the table as it is known now. */
    boolean fits(TableSchema now) {
        return schema.equals(now);
    }

    /** Whether the stream has seen every change that its rows can show, and stands between two commits. */
    boolean isDueAt(Position place) {
        Position close = window.close();
        return close != null && place.compareTo(close) >= 0 && place.isEndOfCommit();
    }

    /** The rows that were not handed over yet. */
    Iterator<Row> rows(WaitingRows waiting) {
        if (handedOver == null) {
            handedOver = new ChunkRows(schema, waiting.take(block), rows);
            block = null;
        }
        return handedOver;
    }

    void drop(WaitingRows waiting) {
        if (block != null) {
            waiting.drop(block);
            block = null;
        }
    }
}
