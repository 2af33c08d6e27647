package io.github.cameldb2cdc.test.relay;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BiPredicate;

/** One scripted fault: when it fires, what it does, how often it did. Thread-safe. */
public final class WireFault {
    private final BiPredicate<String, Long> condition;
    private final FaultAction action;
    private final CountDownLatch released = new CountDownLatch(1);
    private final CountDownLatch firstFiring = new CountDownLatch(1);
    private int limit;
    private int fired;
    private boolean removed;

    WireFault(BiPredicate<String, Long> condition, FaultAction action, int limit) {
        this.condition = condition;
        this.action = action;
        this.limit = limit;
    }

    /**
     * Lets the fault fire this many times in all, in place of once.
     *
     * @return this fault
     */
    public synchronized WireFault times(int count) {
        limit = count;
        return this;
    }

    /** How often the fault fired so far. */
    public synchronized int fired() {
        return fired;
    }

    /**
     * Waits until the fault fires for the first time.
     *
     * @return false when it did not within the time
     * @throws InterruptedException when the calling thread is interrupted
     */
    public boolean awaitFired(Duration longest) throws InterruptedException {
        return firstFiring.await(longest.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Lets all answers go that this fault withholds, now and later. */
    public void release() {
        released.countDown();
    }

    void remove() {
        synchronized (this) {
            removed = true;
        }
        release();
    }

    synchronized boolean fires(String sql, long statementNumber) {
        if (removed || fired >= limit || !condition.test(sql, statementNumber)) {
            return false;
        }
        fired++;
        firstFiring.countDown();
        return true;
    }

    FaultAction action() {
        return action;
    }

    CountDownLatch released() {
        return released;
    }
}
