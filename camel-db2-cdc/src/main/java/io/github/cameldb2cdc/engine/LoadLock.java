package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.snapshot.ReadOnlyWindow;
import io.github.cameldb2cdc.source.Db2Session;
import io.github.cameldb2cdc.source.TableLocks;
import io.github.cameldb2cdc.source.Watermark;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps writers out of tables while they are loaded.
 *
 * <p><b>Steps.</b> The tables are locked, in the order of their names, in a session of its own. A window opens under the
 * lock. The watermark that closes it is the place behind which the tables' changes begin; the rows are read in the session
 * that holds the locks, which gives them back at its end.
 *
 * <p><b>Guarantee.</b> The rows are those of the closing watermark: every change up to it is in them, none behind it.
 * <b>Why.</b> What was committed before the lock is at or below that watermark, and nothing is committed under the lock.
 *
 * <p>For one thread.
 */
final class LoadLock implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LoadLock.class);

    private final EngineOptions options;
    private final Supplier<Db2Session> sessions;
    private final InstantSource clock;
    private Db2Session holder;
    private ReadOnlyWindow window;
    private Instant since;
    private Watermark closedBy;

    /** @param sessions opens the session that holds the locks */
    LoadLock(EngineOptions options, Supplier<Db2Session> sessions, InstantSource clock) {
        this.options = options;
        this.sessions = sessions;
        this.clock = clock;
    }

    /**
     * Locks the tables at the first call and looks whether the window has closed.
     *
     * @return the watermark that closed it; null as long as it is open
     * @throws CdcException definite, if Capture stands still: the locks are given back
     */
    Watermark closedBy(Set<TableId> tables, SourceConnection connection) {
        if (closedBy != null) {
            return closedBy;
        }
        if (holder == null) {
            lock(tables, connection);
        }
        Watermark watermark = Streaming.requireWatermark(connection.source());
        if (window.isClosedBy(watermark, () -> connection.source().time().offset())) {
            closedBy = watermark;
            LOG.info("The lock on {} is exact at the watermark {}.", tables, watermark.synchpoint());
        } else if (Duration.between(since, clock.instant()).compareTo(options.captureStallTimeout()) >= 0) {
            close();
            throw CdcException.definite("Capture's time has not passed the moment of the lock on " + tables + " within "
                    + options.captureStallTimeout().toSeconds()
                    + " s (captureStallTimeout), so the tables were unlocked and not loaded; look whether Capture runs,"
                    + " or set snapshotLock=false.");
        }
        return closedBy;
    }

    private void lock(Set<TableId> tables, SourceConnection connection) {
        if (Streaming.requireWatermark(connection.source()).isFallback()) {
            throw CdcException.definite(
                    "The option snapshotLock needs the global row of Capture's register, which tells"
                            + " when Capture has passed the moment of a lock, and there is none; set snapshotLock=false.");
        }
        LOG.info("Locking {} against writers until they are loaded.", tables);
        Db2Session session = sessions.get();
        TableLocks.acquire(session, new TreeSet<>(tables));
        try {
            window = new ReadOnlyWindow(connection.source().time(), options.sourceTimeZone());
        } catch (RuntimeException e) {
            // without a window the locks would never be given back
            session.close();
            throw e;
        }
        holder = session;
        since = clock.instant();
    }

    /** Whether the tables are locked and the window has closed. */
    boolean isClosed() {
        return closedBy != null;
    }

    /** The session that holds the locks, which is the caller's to close from now on. */
    Db2Session handOver() {
        Db2Session session = holder;
        holder = null;
        closedBy = null;
        return session;
    }

    /** Gives the locks back. */
    @Override
    public void close() {
        if (holder != null) {
            holder.close();
            holder = null;
        }
        closedBy = null;
    }
}
