package io.github.cameldb2cdc.benchmarks;

import org.apache.camel.Exchange;
import org.apache.camel.support.SynchronizationAdapter;

/** Counts how exchanges ended, as a delivery's answer would be taken; one object for each exchange. */
final class CompletionCount extends SynchronizationAdapter {

    private final long[] done;

    CompletionCount(long[] done) {
        this.done = done;
    }

    @Override
    public void onComplete(Exchange exchange) {
        done[0]++;
    }

    @Override
    public void onFailure(Exchange exchange) {
        throw new IllegalStateException("The route that does nothing failed.", exchange.getException());
    }
}
