package io.github.cameldb2cdc.examples.quickstart;

import io.github.cameldb2cdc.Db2CdcConstants;
import java.io.PrintStream;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** Prints the body of each exchange as a line, and counts them. Thread-safe. */
final class EventPrinter implements Processor {

    private final PrintStream out;
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition counted = lock.newCondition();
    private int rows;
    private int changes;

    EventPrinter(PrintStream out) {
        this.out = out;
    }

    @Override
    public void process(Exchange exchange) {
        out.println(exchange.getMessage().getBody(String.class));
        boolean snapshot = exchange.getMessage().getHeader(Db2CdcConstants.SNAPSHOT, Boolean.class);
        lock.lock();
        try {
            if (snapshot) {
                rows++;
            } else {
                changes++;
            }
            counted.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Waits for rows of the snapshot; answers whether they came in time. */
    boolean awaitRows(int expected, Duration patience) throws InterruptedException {
        return await(() -> rows >= expected, patience);
    }

    /** Waits for changes; answers whether they came in time. */
    boolean awaitChanges(int expected, Duration patience) throws InterruptedException {
        return await(() -> changes >= expected, patience);
    }

    private boolean await(BooleanSupplier reached, Duration patience) throws InterruptedException {
        lock.lock();
        try {
            long left = patience.toNanos();
            while (!reached.getAsBoolean() && left > 0) {
                left = counted.awaitNanos(left);
            }
            return reached.getAsBoolean();
        } finally {
            lock.unlock();
        }
    }

    int rows() {
        lock.lock();
        try {
            return rows;
        } finally {
            lock.unlock();
        }
    }

    int changes() {
        lock.lock();
        try {
            return changes;
        } finally {
            lock.unlock();
        }
    }
}
