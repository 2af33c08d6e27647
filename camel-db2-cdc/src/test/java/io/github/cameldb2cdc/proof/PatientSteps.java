package io.github.cameldb2cdc.proof;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Steps of a consumer beside open transactions of a workload, on a thread of their own. For one caller. */
final class PatientSteps implements AutoCloseable {

    /** A step that takes longer may wait for a row that an open transaction holds. */
    private static final long PATIENCE_MILLIS = 100;

    private final ExecutorService stepper = Executors.newSingleThreadExecutor();

    /** Makes one step; the workload commits if that waits. */
    void step(ConsumerUnderProof consumer, Workload workload) throws Exception {
        Future<Integer> step = stepper.submit(consumer::step);
        try {
            step.get(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            workload.commitAll();
            step.get(1, TimeUnit.MINUTES);
        }
    }

    @Override
    public void close() {
        stepper.shutdownNow();
    }
}
