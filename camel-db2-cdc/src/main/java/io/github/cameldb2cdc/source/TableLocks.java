package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.TableId;
import java.util.SortedSet;

/**
 * Locks on tables that keep writers out, held by a unit of work that stays open. Who reads under them reads in the same
 * session: a reader of another one may have to queue up behind a writer that waits for the lock to end. For one thread.
 */
public final class TableLocks {

    private TableLocks() {}

    /**
     * Locks tables one after the other, waiting for writers as long as the database lets a lock wait.
     *
     * @param session holds the locks until its next unit of work ends or it is closed; it is closed if one is not granted
     * @param tables in the order in which they are locked, which is the same for all who do so
     * @throws io.github.cameldb2cdc.event.CdcException if a lock is not granted; none is kept
     */
    public static void acquire(Db2Session session, SortedSet<TableId> tables) {
        try {
            session.open("lock the tables " + tables, work -> {
                for (TableId table : tables) {
                    work.execute(Db2Sql.lockInShareMode(table));
                }
                return null;
            });
        } catch (RuntimeException e) {
            session.close();
            throw e;
        }
    }
}
