package io.github.cameldb2cdc.benchmarks.largesnapshot;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.Notification;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/**
 * What is left of the heap when garbage is collected: by a full collection in the middle of each tenth of the run, so that
 * only what can be reached counts, and the most that was left after any collection. {@link #row} is for one thread.
 */
final class HeapSamples {

    private static final int TENTHS = 10;

    private final Set<String> heapPools = new HashSet<>();
    private final AtomicLong mostAfterAny = new AtomicLong();
    private final List<Long> reachable = new ArrayList<>();
    private final long rows;
    private long nextSample;

    /** @param rows how many rows the run has */
    HeapSamples(long rows) {
        this.rows = rows;
        nextSample = sampleRow(0);
        for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
            if (pool.getType() == MemoryType.HEAP) {
                heapPools.add(pool.getName());
            }
        }
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            ((NotificationEmitter) collector).addNotificationListener((note, nothing) -> collected(note), null, null);
        }
    }

    private long sampleRow(int tenth) {
        return rows * (2L * tenth + 1) / (2 * TENTHS);
    }

    private void collected(Notification note) {
        if (note.getType().equals(GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
            long used =
                    GarbageCollectionNotificationInfo.from((CompositeData) note.getUserData())
                            .getGcInfo()
                            .getMemoryUsageAfterGc()
                            .entrySet()
                            .stream()
                            .filter(pool -> heapPools.contains(pool.getKey()))
                            .mapToLong(pool -> pool.getValue().getUsed())
                            .sum();
            mostAfterAny.accumulateAndGet(used, Math::max);
        }
    }

    /** Takes a sample where one is due. */
    void row(long number) {
        if (number >= nextSample && reachable.size() < TENTHS) {
            System.gc();
            reachable.add(
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
            nextSample = sampleRow(reachable.size());
        }
    }

    /** Bytes in the middle of each tenth. */
    List<Long> reachable() {
        return Collections.unmodifiableList(reachable);
    }

    long mostAfterAny() {
        return mostAfterAny.get();
    }
}
