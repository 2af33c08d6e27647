package io.github.cameldb2cdc.test.relay;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiPredicate;
import java.util.function.Predicate;

/**
 * The faults a test scripts into the wire between driver and server, and what passed over it.
 *
 * <p>A <em>statement</em> is one execution: of a prepared statement (each entry of a batch counts), of an immediate
 * statement, the opening of a cursor, and the pseudo statements {@code COMMIT} and {@code ROLLBACK}. Preparing and
 * fetching are not statements. Its text is what the client wrote, before it is rewritten for the server. Of several
 * faults that match, the one scripted first fires; each fires once unless told otherwise.
 *
 * <p>Thread-safe. One instance may serve several relays; nobody has to close it, but {@link #clear()} lets withheld
 * answers go.
 */
public final class WireFaults {
    /** The text of a commit as a statement. */
    public static final String COMMIT = "COMMIT";
    /** The text of a rollback as a statement. */
    public static final String ROLLBACK = "ROLLBACK";

    private final List<WireFault> faults = new CopyOnWriteArrayList<>();
    private final AtomicLong statements = new AtomicLong();
    private final AtomicLong connections = new AtomicLong();
    private final Deque<String> recorded = new ArrayDeque<>();
    private volatile int recordedCapacity;
    private volatile boolean refusing;

    /** A fault for the next statement whose text fits. */
    public Trigger onStatement(Predicate<String> sql) {
        return new Trigger((text, number) -> sql.test(text));
    }

    /**
     * A fault for the n-th statement from now on, over all connections.
     *
     * @param n 1 for the next one
     */
    public Trigger onNthStatement(long n) {
        long wanted = statements.get() + n;
        return new Trigger((text, number) -> number >= wanted);
    }

    /** A fault for the next statement, whatever it is. */
    public Trigger onAny() {
        return new Trigger((text, number) -> true);
    }

    /** While true, new connections are accepted and reset at once; open ones are left alone. */
    public void refuseConnections(boolean refuse) {
        refusing = refuse;
    }

    /** Forgets all faults, releases what they withhold and accepts connections again; counters stay. */
    public void clear() {
        refusing = false;
        faults.forEach(WireFault::remove);
        faults.clear();
    }

    /** How many statements the client sent so far. */
    public long statements() {
        return statements.get();
    }

    /** How many connections were accepted so far, refused ones not counted. */
    public long connections() {
        return connections.get();
    }

    /**
     * Starts to keep the texts of the last statements, or stops it with 0; what was kept is dropped.
     *
     * @param capacity how many texts are kept at most
     */
    public void recordStatements(int capacity) {
        synchronized (recorded) {
            recordedCapacity = capacity;
            recorded.clear();
        }
    }

    /** The texts of the statements since recording was switched on, oldest first. */
    public List<String> recordedStatements() {
        synchronized (recorded) {
            return List.copyOf(recorded);
        }
    }

    boolean isRefusing() {
        return refusing;
    }

    void countConnection() {
        connections.incrementAndGet();
    }

    /** Counts and records a statement and says which fault it meets. */
    Optional<WireFault> meet(String sql) {
        long number = statements.incrementAndGet();
        if (recordedCapacity > 0) {
            record(sql);
        }
        for (WireFault fault : faults) {
            if (fault.fires(sql, number)) {
                return Optional.of(fault);
            }
        }
        return Optional.empty();
    }

    private void record(String sql) {
        synchronized (recorded) {
            if (recorded.size() >= recordedCapacity) {
                recorded.pollFirst();
            }
            recorded.addLast(sql);
        }
    }

    /** When a fault fires; choose what it does. */
    public final class Trigger {
        private final BiPredicate<String, Long> condition;
        private int limit = 1;

        private Trigger(BiPredicate<String, Long> condition) {
            this.condition = condition;
        }

        /** Lets the fault fire this many times in place of once. */
        public Trigger times(int count) {
            limit = count;
            return this;
        }

        /** The connection ends before the server sees the statement. */
        public WireFault dropConnection() {
            return script(new FaultAction.DropBefore());
        }

        /** The server does the work, the connection ends in place of the answer. */
        public WireFault dropConnectionAfterExecution() {
            return script(new FaultAction.DropAfter());
        }

        /**
         * The connection ends inside the rows of a query.
         *
         * @param bytes how many bytes of row data still reach the client
         */
        public WireFault dropConnectionInsideResultSet(long bytes) {
            return script(new FaultAction.DropInsideRows(RowCut.Unit.BYTES, bytes));
        }

        /**
         * The connection ends between two blocks of rows of a query, a block being up to 32 KB of rows.
         *
         * @param blocks how many blocks still reach the client
         */
        public WireFault dropConnectionAfterBlocks(long blocks) {
            return script(new FaultAction.DropInsideRows(RowCut.Unit.BLOCKS, blocks));
        }

        /** The statement reaches the server this much later. */
        public WireFault delay(Duration duration) {
            return script(new FaultAction.Delay(duration));
        }

        /** The server does the work, the client hears nothing until the fault is released or the connection ends. */
        public WireFault withholdAnswer() {
            return script(new FaultAction.WithholdAnswer());
        }

        /**
         * The statement fails without reaching the server. With -911, and for a commit with any code, the unit of work
         * is rolled back, as it is in Db2; other codes leave it as it was. A rollback takes place in any case.
         *
         * @param sqlCode a negative SQLCODE
         * @param sqlState its SQLSTATE, five characters
         * @param tokens the tokens of the message, such as a reason code
         */
        public WireFault failWith(int sqlCode, String sqlState, String... tokens) {
            return script(new FaultAction.Fail(new Db2Error(sqlCode, sqlState, List.of(tokens))));
        }

        private WireFault script(FaultAction action) {
            WireFault fault = new WireFault(condition, action, limit);
            faults.add(fault);
            return fault;
        }
    }
}
