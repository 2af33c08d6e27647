package io.github.cameldb2cdc.benchmarks.largesnapshot;

import java.util.ArrayList;
import java.util.List;

/** What is claimed of the loads, and which of it turned out wrong. For one thread. */
final class Claims {

    private final List<String> broken = new ArrayList<>();

    /** Notes a claim that does not hold. */
    void require(boolean holds, String sentence, Object... values) {
        if (!holds) {
            broken.add(String.format(sentence, values));
        }
    }

    List<String> broken() {
        return List.copyOf(broken);
    }
}
