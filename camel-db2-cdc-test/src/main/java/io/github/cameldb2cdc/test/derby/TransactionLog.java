package io.github.cameldb2cdc.test.derby;

import java.sql.Timestamp;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The log of one database, reduced to what Capture needs of it: every row change gets the next position, and knows
 * its transaction. Positions grow in the order of conflicting changes, since a change takes its position while it
 * holds the lock on its row. Safe for many threads; triggers find the log of their database by its name.
 */
public final class TransactionLog {
    private static final Map<String, TransactionLog> OPEN = new ConcurrentHashMap<>();

    private final AtomicLong position;
    private final InstantSource clock;
    // transaction numbers start anew with each start of the engine, rows staged before it must not be mixed up
    private final String start = Long.toString(System.currentTimeMillis(), 36);

    private TransactionLog(long position, InstantSource clock) {
        this.position = new AtomicLong(position);
        this.clock = clock;
    }

    /**
     * Opens the log of a database at a position; the next change gets the one after it.
     *
     * @param clock the server's clock
     */
    public static TransactionLog open(String database, long position, InstantSource clock) {
        TransactionLog log = new TransactionLog(position, clock);
        OPEN.put(database, log);
        return log;
    }

    /** Forgets the log of a database that is closed. */
    public static void close(String database) {
        OPEN.remove(database);
    }

    static TransactionLog of(String database) {
        TransactionLog log = OPEN.get(database);
        if (log == null) {
            throw new IllegalStateException("The database " + database
                    + " is not open as an EmbeddedDb2; its captured tables cannot be changed without it");
        }
        return log;
    }

    /** What the server's clock shows, to the microsecond. */
    Timestamp now() {
        return Timestamp.from(clock.instant().truncatedTo(ChronoUnit.MICROS));
    }

    /** The position given last. */
    public long last() {
        return position.get();
    }

    /** Takes the next position. */
    public long next() {
        return position.incrementAndGet();
    }

    /** Makes sure that later positions are beyond the given one. */
    public void skipTo(long reached) {
        position.accumulateAndGet(reached, Math::max);
    }

    /** Steps back or forth, as the restore of an older image does. */
    public void restore(long restored) {
        position.set(restored);
    }

    /** The name under which rows are staged by the engine's transaction of that number. */
    public String transaction(String number) {
        return start + '-' + number;
    }
}
