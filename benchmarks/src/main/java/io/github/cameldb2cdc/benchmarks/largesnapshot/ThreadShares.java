package io.github.cameldb2cdc.benchmarks.largesnapshot;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** CPU time of the component's threads. Looks ten times a second: what a thread did after the last look is lost. */
final class ThreadShares implements AutoCloseable {

    /** A part of the component with threads of its own. */
    enum Part {
        /** The one that goes over the keys. */
        FINDER("db2-cdc-snapshot-finder"),
        /** Those that read rows. */
        READERS("db2-cdc-snapshot-reader"),
        /** The one that delivers rows and runs the route. */
        DELIVERY("db2-cdc:/");

        private final String name;

        Part(String name) {
            this.name = name;
        }
    }

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final long PERIOD_MILLIS = 100;

    private final Map<Long, Part> parts = new HashMap<>();
    private final Map<Long, Long> nanos = new HashMap<>();
    private final ScheduledExecutorService sampler = Executors.newSingleThreadScheduledExecutor();

    ThreadShares() {
        sampler.scheduleAtFixedRate(this::look, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    private synchronized void look() {
        for (long id : THREADS.getAllThreadIds()) {
            Part part = parts.computeIfAbsent(id, ThreadShares::partOf);
            long used = part == null ? -1 : THREADS.getThreadCpuTime(id);
            if (used >= 0) {
                nanos.put(id, used);
            }
        }
    }

    private static Part partOf(long id) {
        ThreadInfo thread = THREADS.getThreadInfo(id);
        if (thread != null) {
            for (Part part : Part.values()) {
                if (thread.getThreadName().contains(part.name)) {
                    return part;
                }
            }
        }
        return null;
    }

    /** CPU time of a part so far. */
    synchronized long nanosOf(Part part) {
        look();
        return nanos.entrySet().stream()
                .filter(thread -> parts.get(thread.getKey()) == part)
                .mapToLong(Map.Entry::getValue)
                .sum();
    }

    @Override
    public void close() {
        sampler.shutdownNow();
    }
}
