package io.github.cameldb2cdc.benchmarks.largesnapshot;

import io.github.cameldb2cdc.benchmarks.throughput.Pause;
import io.github.cameldb2cdc.benchmarks.throughput.SourceProcess;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Random;
import java.util.concurrent.TimeUnit;

/**
 * Changes rows of the table at a steady pace, by a thread of its own. The name that a row gets is the time of the change,
 * see {@link #timeIn}.
 */
final class ChangeWriter implements AutoCloseable {

    private static final String MARK = "t";
    private static final int TRANSACTIONS_OF_SECOND = 100;

    private final SourceProcess source;
    private final int rows;
    private final int changesOfTransaction;
    private final Thread thread = new Thread(this::write, "change-writer");
    private volatile boolean stopped;
    private volatile SQLException failure;

    ChangeWriter(SourceProcess source, int rows, int changesOfSecond) {
        this.source = source;
        this.rows = rows;
        this.changesOfTransaction = changesOfSecond / TRANSACTIONS_OF_SECOND;
        thread.start();
    }

    /** The time of the change that wrote this name, in milliseconds. */
    static long timeIn(String name) {
        return Long.parseLong(name.substring(MARK.length()));
    }

    private void write() {
        Random random = new Random(1);
        String sql = "UPDATE " + LargeTable.SCHEMA + "." + LargeTable.NAME + " SET NAME = ? WHERE ID = ?";
        try (Connection connection = source.connect();
                PreparedStatement update = connection.prepareStatement(sql)) {
            connection.setAutoCommit(false);
            long begun = System.nanoTime();
            for (long transaction = 0; !stopped; transaction++) {
                pauseUntil(begun + transaction * TimeUnit.SECONDS.toNanos(1) / TRANSACTIONS_OF_SECOND);
                for (int change = 0; change < changesOfTransaction; change++) {
                    update.setString(1, MARK + System.currentTimeMillis());
                    update.setLong(2, 1 + random.nextInt(rows));
                    update.executeUpdate();
                }
                connection.commit();
            }
        } catch (SQLException e) {
            failure = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void pauseUntil(long nanos) throws InterruptedException {
        long millis = TimeUnit.NANOSECONDS.toMillis(nanos - System.nanoTime());
        if (millis > 0) {
            Pause.ofMillis(millis);
        }
    }

    /** Ends the changes and waits for the last. */
    @Override
    public void close() throws InterruptedException, SQLException {
        stopped = true;
        thread.join();
        if (failure != null) {
            throw failure;
        }
    }
}
