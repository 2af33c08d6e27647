package io.github.cameldb2cdc.snapshot;

import io.github.cameldb2cdc.checkpoint.KeyRange;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.source.Db2Session;
import io.github.cameldb2cdc.source.KeysetScan;
import io.github.cameldb2cdc.source.RowReader;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads the rows of tables in key ranges, with several threads, ahead of the one who delivers them.
 *
 * <p><b>Steps.</b> One thread, the finder, goes over the tables one by one and reads the keys of each, which an index
 * answers; every n-th key is a border, and the range before it can be read at once. Readers take ranges and hand their
 * rows over in blocks by a bounded queue. A table without a key is one range, and so is every table where one transaction
 * reads all.
 *
 * <p><b>Guarantee.</b> The ranges of a table, with those that were finished before, cover all keys and do not overlap; the
 * rows of a range come in order, and the block that ends it comes behind them. The order of ranges is the order of the
 * finder's scan, so keys are never compared here.
 *
 * <p>In each unit of work the structure of its table is compared before the first row and after the last: a range counts as
 * read only if the table was the same all the time.
 *
 * <p>A failure of any thread ends the whole: {@link #poll} throws it, and another one of these goes on with the ranges
 * that are not finished. {@link #poll} and {@link #close} are for one thread.
 */
public final class SnapshotReaders implements AutoCloseable {

    private static final int ROWS_OF_BLOCK = 512;
    private static final long BYTES_OF_BLOCK = 1 << 20;
    private static final int BLOCKS_OF_QUEUE = 8;
    private static final int RANGES_AHEAD = 64;
    private static final Duration PATIENCE_AT_CLOSE = Duration.ofSeconds(2);
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);

    private final SnapshotSettings settings;
    private final Supplier<Db2Session> sessions;
    private final BlockingQueue<RangeTask> tasks = new ArrayBlockingQueue<>(RANGES_AHEAD);
    private final BlockingQueue<Waiting> blocks;
    private final Semaphore room;
    private final AtomicReference<CdcException> failure = new AtomicReference<>();
    private final Set<Db2Session> open = ConcurrentHashMap.newKeySet();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean closed;
    private volatile boolean allFound;

    /** The ranges of one table that were found and not handed over as a whole, and whether more will be found. */
    private static final class TableTask {
        private final TableScan scan;
        private final KeysetScan keyset;
        private final AtomicInteger pending = new AtomicInteger(1);

        TableTask(TableScan scan, KeysetScan keyset) {
            this.scan = scan;
            this.keyset = keyset;
        }
    }

    /** A block with the room that it takes. */
    private record Waiting(SnapshotBlock block, int kilobytes) {}

    private record RangeTask(TableTask table, KeyRange range, RangePlace place) {}

    /**
     * @param scans the tables in the order in which they are begun
     * @param sessions opens sessions, which this closes
     */
    public SnapshotReaders(List<TableScan> scans, SnapshotSettings settings, Supplier<Db2Session> sessions) {
        this.settings = settings;
        this.sessions = sessions;
        this.blocks = new ArrayBlockingQueue<>(BLOCKS_OF_QUEUE * settings.readers());
        this.room = new Semaphore(kilobytesOfQueue());
        threads.add(thread("finder", () -> findAll(scans)));
        for (int i = 1; i <= settings.readers(); i++) {
            threads.add(thread("reader-" + i, this::readAll));
        }
    }

    private Thread thread(String name, Runnable work) {
        Thread thread = new Thread(() -> runGuarded(work), "db2-cdc-snapshot-" + name);
        thread.setDaemon(true);
        return thread;
    }

    /** Begins to read. */
    public void start() {
        threads.forEach(Thread::start);
    }

    /**
     * The next block; null if none came in time.
     *
     * @throws CdcException if a thread failed; what it had handed over comes first
     */
    public SnapshotBlock poll(Duration patience) throws InterruptedException {
        Waiting next = blocks.poll(failure.get() == null ? patience.toNanos() : 0, TimeUnit.NANOSECONDS);
        if (next != null) {
            room.release(next.kilobytes());
            return next.block();
        }
        CdcException failed = failure.get();
        if (failed != null) {
            throw failed;
        }
        return null;
    }

    private void runGuarded(Runnable work) {
        try {
            work.run();
        } catch (CdcException e) {
            failure.compareAndSet(null, e);
        } catch (RuntimeException e) {
            failure.compareAndSet(
                    null,
                    CdcException.bug("Reading rows failed with " + e.getClass().getName() + "; please report it."));
        }
    }

    private boolean isOver() {
        return closed || failure.get() != null;
    }

    private <T> T withSession(Function<Db2Session, T> work) {
        try (Db2Session session = sessions.get()) {
            open.add(session);
            try {
                return work.apply(session);
            } finally {
                open.remove(session);
            }
        }
    }

    private void findAll(List<TableScan> scans) {
        if (settings.oneTransaction()) {
            findAll(null, scans);
        } else {
            withSession(session -> findAll(session, scans));
        }
    }

    private Void findAll(Db2Session session, List<TableScan> scans) {
        for (TableScan scan : scans) {
            if (isOver()) {
                break;
            }
            KeysetScan keyset =
                    new KeysetScan(scan.table(), scan.condition(), settings.isolationClause(), settings.largeObjects());
            TableTask table = new TableTask(scan, keyset);
            find(session, table);
            finishOne(table, null, null, List.of(), 0);
        }
        allFound = true;
        return null;
    }

    private void find(Db2Session session, TableTask table) {
        List<KeyRange> finished = table.scan.finishedRanges();
        boolean oneRange =
                settings.oneTransaction() || table.scan.table().identity().isEmpty();
        if (oneRange) {
            put(new RangeTask(table, KeyRange.ALL, new RangePlace(0, 0)));
            return;
        }
        RowKey after = null;
        for (int gap = 0; gap <= finished.size(); gap++) {
            boolean last = gap == finished.size();
            RowKey upTo = last ? null : finished.get(gap).after();
            boolean isEmpty = !last && (upTo == null || upTo.equals(after));
            boolean isBehindEnd = gap > 0 && after == null;
            if (!isEmpty && !isBehindEnd) {
                findInGap(session, table, gap, new KeyRange(after, upTo));
            }
            after = last ? null : finished.get(gap).upTo();
        }
    }

    private void findInGap(Db2Session session, TableTask table, int gap, KeyRange whole) {
        BorderCollector borders = new BorderCollector(table, gap, whole);
        session.unit("find key ranges of " + table.scan.table().id(), work -> {
            table.scan.structure().requireUnchanged(work);
            table.keyset.keys(work, whole.after(), whole.upTo(), settings.fetchSize(), borders::take);
            return null;
        });
        borders.putLast();
    }

    /** Makes a range of each n keys. */
    private final class BorderCollector {

        private final TableTask table;
        private final int gap;
        private final KeyRange whole;
        private RowKey after;
        private int number;
        private int keys;

        BorderCollector(TableTask table, int gap, KeyRange whole) {
            this.table = table;
            this.gap = gap;
            this.whole = whole;
            this.after = whole.after();
        }

        boolean take(RowKey key) {
            keys++;
            if (keys == settings.rowsOfRange()) {
                keys = 0;
                put(new RangeTask(table, new KeyRange(after, key), new RangePlace(gap, number++)));
                after = key;
            }
            return !isOver();
        }

        void putLast() {
            put(new RangeTask(table, new KeyRange(after, whole.upTo()), new RangePlace(gap, number)));
        }
    }

    private void put(RangeTask task) {
        task.table().pending.incrementAndGet();
        offer(tasks, task);
    }

    private void readAll() {
        withSession(session -> {
            if (settings.oneTransaction()) {
                return session.unit("read a snapshot in one transaction", this::readTasks);
            }
            return readTasksOneByOne(session);
        });
    }

    private Void readTasks(Db2Session session) throws SQLException {
        for (RangeTask task = take(); task != null; task = take()) {
            read(session, task);
        }
        return null;
    }

    private Void readTasksOneByOne(Db2Session session) {
        for (RangeTask task = take(); task != null; task = take()) {
            RangeTask taken = task;
            session.unit("read rows of " + task.table().scan.table().id(), work -> {
                read(work, taken);
                return null;
            });
        }
        return null;
    }

    /** The next range; null when there is none any more. */
    private RangeTask take() {
        try {
            while (!isOver()) {
                boolean none = allFound;
                RangeTask task = tasks.poll(none ? 0 : BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS);
                if (task != null || none) {
                    return task;
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return null;
    }

    private void read(Db2Session session, RangeTask task) throws SQLException {
        BlockCollector collector = new BlockCollector(task);
        KeyRange range = task.range();
        task.table().scan.structure().requireUnchanged(session);
        task.table().keyset.rows(session, range.after(), range.upTo(), settings.fetchSize(), collector::take);
        if (!isOver()) {
            task.table().scan.structure().requireUnchanged(session);
            finishOne(task.table(), range, task.place(), collector.rows, collector.bytes);
        }
    }

    /** Gathers the rows of one range in blocks. */
    private final class BlockCollector {

        private final RangeTask task;
        private final List<Row> rows = new ArrayList<>();
        private long bytes;

        BlockCollector(RangeTask task) {
            this.task = task;
        }

        boolean take(Row row) {
            rows.add(row);
            bytes += RowReader.sizeOf(row);
            if (rows.size() < ROWS_OF_BLOCK && bytes < BYTES_OF_BLOCK) {
                return true;
            }
            boolean handed = handOver(
                    new SnapshotBlock(task.table().scan, task.range(), task.place(), rows, false, false), bytes);
            rows.clear();
            bytes = 0;
            return handed;
        }
    }

    /** Hands over the end of a range, or, with null, that all ranges were found; the last of these ends the table. */
    private void finishOne(TableTask table, KeyRange range, RangePlace place, List<Row> rows, long bytes) {
        // in one step with handing over, so that the block that ends the table is the last one
        synchronized (table) {
            boolean endsTable = table.pending.decrementAndGet() == 0;
            if (range != null || endsTable) {
                handOver(new SnapshotBlock(table.scan, range, place, rows, range != null, endsTable), bytes);
            }
        }
    }

    /** Blocks that wait are bounded in bytes as well: a row of large objects may be larger than a block is meant to be. */
    private boolean handOver(SnapshotBlock block, long bytes) {
        int kilobytes = (int) Math.min(kilobytesOfQueue(), 1 + (bytes >> 10));
        try {
            while (!isOver()) {
                if (room.tryAcquire(kilobytes, BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS)) {
                    return offer(blocks, new Waiting(block, kilobytes));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return false;
    }

    private int kilobytesOfQueue() {
        return (int) (BYTES_OF_BLOCK >> 10) * BLOCKS_OF_QUEUE * settings.readers();
    }

    /** Waits for room; gives up when this is closed or a thread failed. */
    private <T> boolean offer(BlockingQueue<T> queue, T element) {
        try {
            while (!isOver()) {
                if (queue.offer(element, BETWEEN_LOOKS.toMillis(), TimeUnit.MILLISECONDS)) {
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
        open.forEach(Db2Session::cancel);
        if (!joinAll()) {
            open.forEach(Db2Session::abort);
            joinAll();
        }
    }

    private boolean joinAll() {
        long deadline = System.nanoTime() + PATIENCE_AT_CLOSE.toNanos();
        try {
            for (Thread thread : threads) {
                long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
                thread.join(Math.max(1, left));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return threads.stream().noneMatch(Thread::isAlive);
    }
}
