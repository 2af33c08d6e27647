package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.TableId;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Checks the order of changes. Inside a run, which a start or a round begins, positions grow (delete and create of a key
 * change share one) and no key goes back to an older version. A process begins behind what was recorded.
 */
final class OrderCheck {

    private static final String VERSION = "V";

    private final Map<TableId, TableUnderProof> tables;
    private final Map<String, Integer> versions = new HashMap<>();
    private Position recorded;
    private RowChange previous;

    OrderCheck(Collection<TableUnderProof> tables) {
        this.tables = tables.stream().collect(Collectors.toMap(TableUnderProof::id, table -> table));
    }

    /** @param newRecorded what was recorded when the process started; null for a round of the same process */
    void beginRun(Position newRecorded) {
        versions.clear();
        previous = null;
        recorded = newRecorded == null ? recorded : newRecorded;
    }

    void check(RowChange event) {
        if (event.isSnapshot()) {
            return;
        }
        if (recorded != null) {
            assertThat(event.position()).as("%s was acknowledged", event).isGreaterThan(recorded);
        }
        if (previous != null) {
            int byPosition = event.position().compareTo(previous.position());
            boolean keyChange = byPosition == 0
                    && previous.operation() == Operation.DELETE
                    && event.operation() == Operation.CREATE
                    && event.table().id().equals(previous.table().id());
            assertThat(byPosition > 0 || keyChange)
                    .as("%s comes behind %s", event, previous)
                    .isTrue();
        }
        previous = event;
        checkVersion(event);
    }

    private void checkVersion(RowChange event) {
        TableUnderProof table = tables.get(event.table().id());
        if (event.after() == null || table.isKeyless()) {
            return;
        }
        String key = table.id() + " "
                + table.keyOf(table.columns().stream().map(event.after()::get).toList());
        Integer version = (Integer) event.after().get(VERSION);
        Integer before = versions.put(key, version);
        assertThat(before == null || before <= version)
                .as("%s has version %s of %s after %s", event, version, key, before)
                .isTrue();
    }
}
