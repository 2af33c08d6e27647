package io.github.cameldb2cdc.benchmarks.throughput;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * CPU time and allocations of chosen threads during a run. Looks every few milliseconds, since a thread that has ended
 * cannot be asked; what it did after the last look is lost. Safe for its own sampling thread and one other.
 */
final class ThreadCosts {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final long PERIOD_MILLIS = 5;
    private static final int MOST_THREADS = 200;

    private final Set<Thread> chosen = new HashSet<>();
    private final Map<Thread, long[]> first = new HashMap<>();
    private final Map<Thread, long[]> last = new HashMap<>();
    private final StackProfile profile = new StackProfile();
    private final Predicate<Thread> choice;
    private final boolean stacks;
    private final long begun;
    private final long processBegun;
    private final ScheduledExecutorService sampler = Executors.newSingleThreadScheduledExecutor(work -> {
        Thread thread = new Thread(work, "sampler");
        thread.setDaemon(true);
        return thread;
    });

    private ThreadCosts(Predicate<Thread> choice, boolean stacks) {
        this.choice = choice;
        this.stacks = stacks;
        for (Thread thread : allThreads()) {
            long[] costs = costsOf(thread);
            if (costs != null) {
                first.put(thread, costs);
            }
            if (thread == Thread.currentThread() && choice.test(thread)) {
                chosen.add(thread);
            }
        }
        processBegun = SYSTEM.getProcessCpuTime();
        begun = System.nanoTime();
    }

    /**
     * Begins a run.
     *
     * @param choice the threads that count, also those that are started later
     * @param stacks whether to look where they are
     */
    static ThreadCosts begin(Predicate<Thread> choice, boolean stacks) {
        ThreadCosts costs = new ThreadCosts(choice, stacks);
        if (costs.chosen.isEmpty()) {
            costs.sampler.scheduleAtFixedRate(costs::look, 0, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
        }
        return costs;
    }

    private synchronized void look() {
        for (Thread thread : allThreads()) {
            if (!chosen.contains(thread) && !choice.test(thread)) {
                continue;
            }
            chosen.add(thread);
            long[] costs = costsOf(thread);
            if (costs != null) {
                last.put(thread, costs);
            }
            if (stacks) {
                profile.add(thread);
            }
        }
    }

    private static Thread[] allThreads() {
        Thread[] threads = new Thread[MOST_THREADS];
        int count = Thread.currentThread().getThreadGroup().enumerate(threads);
        return Arrays.copyOf(threads, count);
    }

    /** Null for a thread that has ended. */
    private static long[] costsOf(Thread thread) {
        long cpuNanos = THREADS.getThreadCpuTime(thread.getId());
        return cpuNanos < 0 ? null : new long[] {cpuNanos, THREADS.getThreadAllocatedBytes(thread.getId())};
    }

    /** Ends the run. */
    Cost end(int events) {
        return end(events, System.nanoTime());
    }

    /** Ends the run, whose last event came at the given time. */
    Cost end(int events, long lastEventNanos) {
        sampler.shutdownNow();
        synchronized (this) {
            chosen.forEach(thread -> {
                long[] costs = costsOf(thread);
                if (costs != null) {
                    last.put(thread, costs);
                }
            });
            return new Cost(events, lastEventNanos - begun, sum(0), sum(1), SYSTEM.getProcessCpuTime() - processBegun);
        }
    }

    private long sum(int figure) {
        long sum = 0;
        for (Map.Entry<Thread, long[]> entry : last.entrySet()) {
            long[] before = first.get(entry.getKey());
            sum += entry.getValue()[figure] - (before == null ? 0 : before[figure]);
        }
        return sum;
    }

    StackProfile profile() {
        return profile;
    }
}
