package io.github.cameldb2cdc.docs;

import io.github.cameldb2cdc.event.RowChange;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.CopyOnWriteArrayList;

/** The keys of a table, kept by its events. Public, since Camel calls it as a bean. */
public final class Copy {

    final Set<Integer> ids = new ConcurrentSkipListSet<>();
    final List<Integer> removed = new CopyOnWriteArrayList<>();

    public void put(RowChange change) {
        ids.add((Integer) change.key().get(0));
    }

    public void remove(RowChange change) {
        ids.remove((Integer) change.key().get(0));
        removed.add((Integer) change.key().get(0));
    }
}
