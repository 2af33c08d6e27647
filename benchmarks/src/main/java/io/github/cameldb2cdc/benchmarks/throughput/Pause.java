package io.github.cameldb2cdc.benchmarks.throughput;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Lets the other threads work. */
public final class Pause {

    private static final CountDownLatch NEVER = new CountDownLatch(1);

    private Pause() {}

    public static void ofMillis(long millis) throws InterruptedException {
        if (NEVER.await(millis, TimeUnit.MILLISECONDS)) {
            throw new IllegalStateException("Nobody counts this down");
        }
    }
}
