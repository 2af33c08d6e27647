package io.github.cameldb2cdc.benchmarks.throughput;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** The end of a route: counts what arrives and notes the first and the last time. Called by one thread. */
final class EventCount implements Processor {

    private static final long PATIENCE_SECONDS = 120;

    private final int wanted;
    private final CountDownLatch complete = new CountDownLatch(1);
    private int count;
    private volatile long firstNanos;
    private volatile long lastNanos;

    EventCount(int wanted) {
        this.wanted = wanted;
    }

    @Override
    public void process(Exchange exchange) {
        if (count++ == 0) {
            firstNanos = System.nanoTime();
        }
        if (count == wanted) {
            lastNanos = System.nanoTime();
            complete.countDown();
        }
    }

    void await() throws InterruptedException {
        if (!complete.await(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException("Only " + count + " of " + wanted + " events arrived");
        }
    }

    long firstNanos() {
        return firstNanos;
    }

    long lastNanos() {
        return lastNanos;
    }
}
