package io.github.cameldb2cdc.snapshot;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.source.Db2Session;
import io.github.cameldb2cdc.source.KeysetScan;
import io.github.cameldb2cdc.source.RowReader;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Reads the rows of one table in key ranges, on a thread of its own and ahead of the one who delivers them, by a bounded
 * queue.
 *
 * <p>Each range is one statement in a unit of work of its own, at CS: it sees committed rows, takes no lock that
 * outlives the row under the cursor, and may see rows that were changed after the snapshot's start. Those changes follow
 * in the stream.
 *
 * <p>It ends with a block that ends the table, or that carries a failure. {@link #poll} and {@link #close} are for the
 * thread that made it.
 */
public final class TableReader implements AutoCloseable {

    private static final int ROWS_OF_BLOCK = 512;
    private static final long BYTES_OF_BLOCK = 1 << 20;
    private static final int BLOCKS_OF_QUEUE = 8;
    private static final Duration PATIENCE_AT_CLOSE = Duration.ofSeconds(2);

    private final TableSchema table;
    private final KeysetScan scan;
    private final Supplier<Db2Session> sessions;
    private final int rowsOfRange;
    private final int fetchSize;
    private final BlockingQueue<SnapshotBlock> queue = new ArrayBlockingQueue<>(BLOCKS_OF_QUEUE);
    private final Thread thread;
    private volatile boolean closed;
    private volatile Db2Session session;

    /**
     * @param sessions opens a session, which this reader closes
     * @param rowsOfRange rows of a range; a table without a key is one range
     * @param start where to begin; for a table without a key its first row
     */
    public TableReader(
            TableSchema table, Supplier<Db2Session> sessions, int rowsOfRange, int fetchSize, RangeStart start) {
        this.table = table;
        this.scan = new KeysetScan(table);
        this.sessions = sessions;
        this.rowsOfRange = table.identity().isEmpty() ? 0 : rowsOfRange;
        this.fetchSize = fetchSize;
        this.thread = new Thread(() -> run(start), "db2-cdc-snapshot-" + table.id());
        this.thread.setDaemon(true);
    }

    /** Begins to read. */
    public void start() {
        thread.start();
    }

    /** The next block; null if none came in time. */
    public SnapshotBlock poll(Duration patience) throws InterruptedException {
        return queue.poll(patience.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void run(RangeStart start) {
        try (Db2Session opened = sessions.get()) {
            session = opened;
            RowKey after = start.readAfter();
            boolean more = true;
            while (more && !closed) {
                RangeCollector range = new RangeCollector(after);
                opened.unit("read rows of " + table.id(), work -> {
                    scan.read(work, range.lastKey, rowsOfRange, fetchSize, range::take);
                    return null;
                });
                more = rowsOfRange > 0 && range.rowsSeen == rowsOfRange;
                range.flush(more ? SnapshotBlock.End.RANGE : SnapshotBlock.End.TABLE);
                after = range.lastKey;
            }
        } catch (CdcException e) {
            hand(SnapshotBlock.failed(e));
        } catch (RuntimeException e) {
            hand(SnapshotBlock.failed(CdcException.bug(
                    "Reading rows of " + table.id() + " failed: " + e.getClass().getName() + ".")));
        }
    }

    /** Waits for room in the queue; gives up when the reader is closed. */
    private boolean hand(SnapshotBlock block) {
        try {
            while (!closed) {
                if (queue.offer(block, 100, TimeUnit.MILLISECONDS)) {
                    return true;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    @Override
    public void close() {
        closed = true;
        Db2Session running = session;
        if (running != null) {
            running.cancel();
        }
        try {
            thread.join(PATIENCE_AT_CLOSE.toMillis());
            if (thread.isAlive() && running != null) {
                running.abort();
                thread.join(PATIENCE_AT_CLOSE.toMillis());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Gathers the rows of one range in blocks. */
    private final class RangeCollector {

        private final List<Row> rows = new ArrayList<>();
        private long bytes;
        private int rowsSeen;
        private RowKey lastKey;

        RangeCollector(RowKey after) {
            this.lastKey = after;
        }

        boolean take(Row row) {
            rows.add(row);
            rowsSeen++;
            bytes += RowReader.sizeOf(row);
            lastKey = table.identityOf(row);
            return (rows.size() < ROWS_OF_BLOCK && bytes < BYTES_OF_BLOCK) || flush(SnapshotBlock.End.NOTHING);
        }

        boolean flush(SnapshotBlock.End end) {
            boolean handed = hand(new SnapshotBlock(rows, bytes, end, null));
            rows.clear();
            bytes = 0;
            return handed;
        }
    }
}
