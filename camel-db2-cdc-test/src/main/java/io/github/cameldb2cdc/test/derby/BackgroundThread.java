package io.github.cameldb2cdc.test.derby;

import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A daemon thread that repeats a task. It is never interrupted: the engine answers an interrupt by closing the
 * connection that was in use.
 */
public final class BackgroundThread implements AutoCloseable {
    private static final int LAST_TASK_SECONDS = 60;

    private final ScheduledThreadPoolExecutor executor;

    private BackgroundThread(String name) {
        executor = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        });
        executor.setExecuteExistingDelayedTasksAfterShutdownPolicy(false);
    }

    /**
     * @param name of the thread
     * @param pause from the end of one run to the start of the next, at least a millisecond
     * @param task what to repeat; it must not throw
     */
    public static BackgroundThread repeat(String name, Duration pause, Runnable task) {
        BackgroundThread thread = new BackgroundThread(name);
        thread.executor.scheduleWithFixedDelay(task, pause.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
        return thread;
    }

    /** Runs a task once, later. */
    public void after(Duration delay, Runnable task) {
        executor.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** Waits for the task in hand and runs no more. */
    @Override
    public void close() {
        executor.shutdown();
        boolean interrupted = Thread.interrupted();
        try {
            executor.awaitTermination(LAST_TASK_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
