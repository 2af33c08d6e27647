package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The joined tables in a plain repository, each as a few readable keys.
 *
 * <pre>
 * table/SCHEMA.TABLE                            it joined
 * table/SCHEMA.TABLE/CREATED                    with the change table of this time
 * table/SCHEMA.TABLE/CREATED/of/CREATED         and the source table of this time
 * table/SCHEMA.TABLE/CREATED/old/SEQUENCE       with this CD_OLD_SYNCHPOINT
 * table/SCHEMA.TABLE/to-load                    its rows are to be loaded, and none was read
 * table/SCHEMA.TABLE/loading                    its rows are being loaded
 * table/SCHEMA.TABLE/loaded                     its rows were loaded
 * table/SCHEMA.TABLE/reloading                  its rows are to be loaded, or are being loaded, again
 * table/SCHEMA.TABLE/inactive                   Capture was seen not to write its changes
 * </pre>
 *
 * <p>A repository cannot be listed, so each key is one that can be asked for knowing the source as it is. That is enough
 * for the rules on gaps, which compare what is remembered of a table with what is there for equality. What is not there
 * is another value, whichever it was.
 */
final class PlainTables {

    /** Stands for a time that is another one than that of today, and not known. */
    private static final LocalDateTime ANOTHER_TIME = LocalDateTime.of(1, 1, 1, 0, 0);

    /**
     * The signs of a load. While it goes from one to the next two may be there for a moment; then the first of these counts,
     * by which more is done once more.
     */
    private static final Map<LoadState, String> LOADS = new LinkedHashMap<>();

    static {
        LOADS.put(LoadState.RELOADING, "/reloading");
        LOADS.put(LoadState.TO_LOAD, "/to-load");
        LOADS.put(LoadState.LOADING, "/loading");
        LOADS.put(LoadState.LOADED, "/loaded");
    }

    private static final String INACTIVE = "/inactive";

    private final PlainKeys keys;

    PlainTables(PlainKeys keys) {
        this.keys = keys;
    }

    /**
     * The tables of the source that joined, without columns and keys, for these are read again, and without the ranges of
     * an unfinished load, which is repeated.
     *
     * @param position stands for the places at which a table joined and became inactive
     */
    Map<TableId, TableCheckpoint> recall(List<CurrentSource.Table> tables, Sequence position) {
        Map<TableId, TableCheckpoint> joined = new LinkedHashMap<>();
        for (CurrentSource.Table table : tables) {
            if (has(keyOf(table.id()))) {
                joined.put(table.id(), recall(table, position));
            }
        }
        return joined;
    }

    private TableCheckpoint recall(CurrentSource.Table table, Sequence position) {
        String key = keyOf(table.id());
        CaptureIdentity now = table.capture();
        boolean sameChangeTable = has(createdKey(key, now));
        boolean sameSource = has(sourceKey(key, now));
        CaptureIdentity capture = new CaptureIdentity(
                now.changeTable(),
                sameChangeTable ? now.changeTableCreated() : ANOTHER_TIME,
                sameSource ? now.sourceCreated() : ANOTHER_TIME);
        Sequence old = table.oldSynchpoint();
        boolean sameOld = old != null && has(oldKey(key, now, old));
        return new TableCheckpoint(
                capture,
                new TableSchema(table.id(), List.of(), List.of(), List.of()),
                position,
                sameOld ? old : null,
                loadOf(key),
                null,
                List.of(),
                has(key + INACTIVE) ? position : null);
    }

    private LoadState loadOf(String key) {
        return LOADS.entrySet().stream()
                .filter(load -> has(key + load.getValue()))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElse(LoadState.NOT_LOADED);
    }

    /** Forgets tables of an earlier checkpoint of this name, of which no record is left. */
    void forgetAll(List<CurrentSource.Table> tables) {
        for (CurrentSource.Table table : tables) {
            if (has(keyOf(table.id()))) {
                forget(table.id());
            }
        }
    }

    /** Writes what differs. What is not to be there goes first: a table that is half known joins anew. */
    void write(Map<TableId, TableCheckpoint> before, Map<TableId, TableCheckpoint> after) {
        for (TableId id : before.keySet()) {
            if (!after.containsKey(id)) {
                forget(id);
            }
        }
        after.forEach((id, table) -> {
            TableCheckpoint known = before.get(id);
            if (known == null) {
                forget(id);
            }
            if (known == null || !keysOf(known).equals(keysOf(table))) {
                signsOf(table).forEach((sign, present) -> keys.setAndCheck(keys.keyOf(sign), present));
            }
        });
    }

    private void forget(TableId id) {
        String key = keyOf(id);
        keys.setAndCheck(keys.keyOf(key), false);
        LOADS.values().forEach(load -> keys.setAndCheck(keys.keyOf(key + load), false));
        keys.setAndCheck(keys.keyOf(key + INACTIVE), false);
    }

    /** The keys in the order in which they are written: that it joined comes last. */
    private static Map<String, Boolean> signsOf(TableCheckpoint table) {
        String key = keyOf(table.table());
        Map<String, Boolean> signs = new LinkedHashMap<>();
        keysOf(table).forEach(present -> signs.put(present, true));
        LOADS.values().forEach(load -> signs.putIfAbsent(key + load, false));
        signs.putIfAbsent(key + INACTIVE, false);
        return signs;
    }

    private static List<String> keysOf(TableCheckpoint table) {
        String key = keyOf(table.table());
        CaptureIdentity capture = table.capture();
        List<String> present = new ArrayList<>();
        present.add(createdKey(key, capture));
        present.add(sourceKey(key, capture));
        if (table.oldSynchpointWhenJoined() != null) {
            present.add(oldKey(key, capture, table.oldSynchpointWhenJoined()));
        }
        if (LOADS.containsKey(table.load())) {
            present.add(key + LOADS.get(table.load()));
        }
        if (table.inactiveSince() != null) {
            present.add(key + INACTIVE);
        }
        present.add(key);
        return present;
    }

    private boolean has(String sign) {
        return keys.has(keys.keyOf(sign));
    }

    private static String keyOf(TableId id) {
        return "table/" + id;
    }

    private static String createdKey(String key, CaptureIdentity capture) {
        return key + '/' + capture.changeTableCreated();
    }

    private static String sourceKey(String key, CaptureIdentity capture) {
        return createdKey(key, capture) + "/of/" + capture.sourceCreated();
    }

    private static String oldKey(String key, CaptureIdentity capture, Sequence old) {
        return createdKey(key, capture) + "/old/" + old;
    }
}
