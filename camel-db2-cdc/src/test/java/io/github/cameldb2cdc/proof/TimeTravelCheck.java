package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.event.CdcEvent;
import io.github.cameldb2cdc.event.Notification;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.TableId;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Checks that no event tells an older state of a key behind a newer one, within a run that a start or a round begins. A row
 * of a snapshot shows a state that its changes up to there made: a change behind it is newer, and a row that was deleted is
 * not read. The versions in the rows grow with each change of the source.
 */
final class TimeTravelCheck {

    private static final String VERSION = "V";

    /** Of a key whose row was deleted. */
    private static final int DELETED = -1;

    private final Map<TableId, TableUnderProof> tables;
    private final Map<String, Integer> states = new HashMap<>();
    /** The keys of which a row was told last, not a change. */
    private final Set<String> lastRead = new HashSet<>();

    private final Map<String, Integer> rowsRead = new HashMap<>();
    private final Map<TableId, Set<String>> framed = new HashMap<>();
    private boolean repeats;

    TimeTravelCheck(Collection<TableUnderProof> tables) {
        this.tables = tables.stream().collect(Collectors.toMap(TableUnderProof::id, table -> table));
    }

    /**
     * A new round or process repeats what was not done.
     *
     * @param mayRepeatRows whether rows that were read may come again
     */
    void beginRun(boolean mayRepeatRows) {
        states.clear();
        lastRead.clear();
        repeats |= mayRepeatRows;
    }

    /** What is delivered next. */
    void check(CdcEvent event) {
        if (event instanceof Notification notice) {
            if (notice.type() == Notification.Type.STARTED) {
                framed.putIfAbsent(notice.table(), new HashSet<>());
            }
        } else {
            check((RowChange) event);
        }
    }

    /** The keys of which a framed load, which ends now, told anything, or a change in it. */
    Set<String> endOfFrame(TableId table) {
        return framed.remove(table);
    }

    private void check(RowChange event) {
        TableUnderProof table = tables.get(event.table().id());
        String key = table.id() + " " + keyOf(table, event.row());
        Set<String> frame = framed.get(table.id());
        if (frame != null && event.snapshotId() != null) {
            frame.add(keyOf(table, event.row()));
        }
        if (event.operation() == Operation.DELETE) {
            states.put(key, DELETED);
            lastRead.remove(key);
            return;
        }
        int version = (Integer) event.after().get(VERSION);
        Integer before = states.put(key, version);
        if (event.isSnapshot()) {
            checkRead(event, key, version, before);
            lastRead.add(key);
            return;
        }
        // one transaction may write a version twice, and a row that was read shows all that the transaction did
        boolean wasRead = lastRead.remove(key);
        if (before != null && before != DELETED) {
            assertThat(version)
                    .as("%s of %s behind version %s", event, key, before)
                    .isGreaterThanOrEqualTo(wasRead ? before + 1 : before);
        }
    }

    private void checkRead(RowChange event, String key, int version, Integer before) {
        if (before != null) {
            assertThat(version)
                    .as("%s of %s behind version %s", event, key, before)
                    .isEqualTo(before);
        }
        int times = rowsRead.merge(event.snapshotId() + " " + key + " " + version, 1, Integer::sum);
        assertThat(repeats || times == 1).as("%s of %s comes once", event, key).isTrue();
    }

    private static String keyOf(TableUnderProof table, Row row) {
        return table.keyOf(table.columns().stream().map(row::get).toList());
    }
}
