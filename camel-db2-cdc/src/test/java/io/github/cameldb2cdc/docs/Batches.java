package io.github.cameldb2cdc.docs;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Takes batches, except for the first. Public, since Camel calls it as a bean. */
public final class Batches {

    final List<List<?>> taken = new CopyOnWriteArrayList<>();
    volatile boolean failed;

    public void take(List<?> batch) {
        if (!failed) {
            failed = true;
            throw new IllegalStateException("The target is down.");
        }
        taken.add(batch);
    }
}
