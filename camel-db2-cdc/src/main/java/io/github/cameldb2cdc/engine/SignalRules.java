package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.LoadState;
import io.github.cameldb2cdc.checkpoint.Phase;
import io.github.cameldb2cdc.checkpoint.RequestedTable;
import io.github.cameldb2cdc.checkpoint.SnapshotRequest;
import io.github.cameldb2cdc.checkpoint.SnapshotRequests;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.signal.SignalCommand;
import io.github.cameldb2cdc.signal.SignalCommand.RowCondition;
import io.github.cameldb2cdc.signal.SignalRefusedException;
import io.github.cameldb2cdc.signal.TableName;
import io.github.cameldb2cdc.source.ChangeTable;
import io.github.cameldb2cdc.source.Db2ChangeSource;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Says what a signal changes in a checkpoint, or why it is refused. Nothing is half done: a signal of which one part
 * cannot be done is refused as a whole. For the engine's thread.
 */
final class SignalRules {

    private static final int TABLES_NAMED_MAX = 20;

    private final Checkpoint checkpoint;
    private final CapturedTables structures;
    private final Db2ChangeSource source;

    SignalRules(Checkpoint checkpoint, CapturedTables structures, Db2ChangeSource source) {
        this.checkpoint = checkpoint;
        this.structures = structures;
        this.source = source;
    }

    /**
     * What a signal comes to.
     *
     * @param checkpoint the checkpoint with what it asks for
     * @param tables the tables that it concerns
     */
    record Outcome(Checkpoint checkpoint, List<TableId> tables) {}

    /**
     * Applies a signal.
     *
     * @param snapshotId the id that rows will carry, if it asks for some
     * @throws SignalRefusedException if it cannot be done
     */
    Outcome apply(String signalId, SignalCommand command, String snapshotId) {
        if (command instanceof SignalCommand.Execute execute) {
            return execute(signalId, execute, snapshotId);
        }
        if (command instanceof SignalCommand.Stop stop) {
            return stop(stop);
        }
        SnapshotRequests requests = checkpoint.requests();
        boolean paused = command instanceof SignalCommand.Pause;
        return new Outcome(checkpoint.withRequests(requests.withPaused(paused)), tablesOf(requests));
    }

    private static List<TableId> tablesOf(SnapshotRequests requests) {
        return requests.open().stream()
                .filter(request -> !request.blocking())
                .flatMap(request -> request.tables().stream())
                .map(RequestedTable::table)
                .distinct()
                .toList();
    }

    private Outcome stop(SignalCommand.Stop stop) {
        List<TableId> open = tablesOf(checkpoint.requests());
        List<TableId> stopped =
                stop.tables().isEmpty() ? open : chosen(stop.tables(), open, "that a signal has asked for");
        SnapshotRequests rest = checkpoint.requests();
        for (SnapshotRequest request : rest.open()) {
            for (RequestedTable requested : request.tables()) {
                if (!request.blocking() && stopped.contains(requested.table())) {
                    rest = rest.withTable(request.snapshotId(), requested.table(), RequestedTable::withStopped);
                }
            }
        }
        return new Outcome(checkpoint.withRequests(rest), stopped);
    }

    private Outcome execute(String signalId, SignalCommand.Execute command, String snapshotId) {
        List<TableId> tables =
                chosen(command.tables(), List.copyOf(checkpoint.tables().keySet()), "that takes part");
        requireOneTableForKeys(command, tables);
        requireConditionsMatch(command, tables);
        List<RequestedTable> requested = new ArrayList<>();
        for (TableId table : tables) {
            ChangeTable structure = structures.get(table);
            if (!structure.registration().isActive()) {
                throw new SignalRefusedException("Capture does not write changes of " + table
                        + " at present, so rows that are loaded could not be kept up to date; activate its registration"
                        + " first.");
            }
            requireRows(structure);
            requested.add(command.blocking() ? blocking(structure) : incremental(structure, command));
        }
        Checkpoint next = checkpoint.withRequests(
                checkpoint.requests().with(new SnapshotRequest(signalId, snapshotId, command.blocking(), requested)));
        if (command.blocking()) {
            for (TableId table : tables) {
                next = next.withTable(next.tables().get(table).withLoad(LoadState.RELOADING, snapshotId, List.of()));
            }
        }
        return new Outcome(next, tables);
    }

    private void requireRows(ChangeTable structure) {
        if (!structure.registration().hasBothTables() || !source.mayRead(structure.id())) {
            throw new SignalRefusedException("Rows of " + structure.id()
                    + " cannot be read: the table does not exist any more, or the user has no SELECT on it.");
        }
    }

    /** The tables that names mean, each once, in the order of the names. */
    private static List<TableId> chosen(List<TableName> names, List<TableId> known, String whichAreKnown) {
        Set<TableId> chosen = new LinkedHashSet<>();
        for (TableName name : names) {
            List<TableId> matching = known.stream().filter(name::matches).toList();
            if (matching.isEmpty()) {
                throw new SignalRefusedException("'" + name + "' names no table " + whichAreKnown + "; these are "
                        + known.stream().limit(TABLES_NAMED_MAX).toList()
                        + (known.size() > TABLES_NAMED_MAX ? " and others" : "") + ".");
            }
            chosen.addAll(matching);
        }
        return List.copyOf(chosen);
    }

    private static void requireOneTableForKeys(SignalCommand.Execute command, List<TableId> tables) {
        if (!command.keys().isEmpty() && tables.size() != 1) {
            throw new SignalRefusedException(
                    "\"keys\" are rows of one table, and these are meant: " + tables + "; name one.");
        }
    }

    private static void requireConditionsMatch(SignalCommand.Execute command, List<TableId> tables) {
        for (RowCondition condition : command.conditions()) {
            if (tables.stream().noneMatch(condition.table()::matches)) {
                throw new SignalRefusedException("The condition on '" + condition.table()
                        + "' concerns none of the tables " + tables + "; name one of them.");
            }
        }
    }

    private RequestedTable blocking(ChangeTable structure) {
        TableCheckpoint known = checkpoint.tables().get(structure.id());
        if (known.load().isPending() || checkpoint.phase() != Phase.STREAMING) {
            throw new SignalRefusedException("Rows of "
                    + (known.load().isPending() ? structure.id() : "other tables")
                    + " are being loaded; ask for the blocking snapshot when that is done.");
        }
        List<String> order = structure.schema().identity().isEmpty()
                ? structure.schema().columns().stream()
                        .map(column -> column.name())
                        .toList()
                : structure.schema().identity();
        return RequestedTable.of(structure.id(), null, order, List.of(), false);
    }

    private RequestedTable incremental(ChangeTable structure, SignalCommand.Execute command) {
        TableSchema schema = structure.schema();
        if (schema.identity().isEmpty()) {
            throw new SignalRefusedException("The table " + schema.id()
                    + " has no key, by which rows that changed meanwhile could be told apart; set the option keyColumns, or"
                    + " ask for \"type\": \"BLOCKING\".");
        }
        if (!structure.knowsIdentityBefore() && !command.keysNeverChange()) {
            throw new SignalRefusedException("Updates of " + schema.id()
                    + " do not tell the old key, so a row whose key changes meanwhile could come twice; register the table"
                    + " with before images of its key, or confirm \"keys-never-change\": true.");
        }
        requireNotComingAgain(schema.id(), command);
        List<RowKey> keys =
                command.keys().stream().map(key -> key.keyOf(schema)).distinct().toList();
        return RequestedTable.of(
                schema.id(),
                conditionOn(schema.id(), command),
                order(schema, command),
                keys,
                command.keysNeverChange());
    }

    /** Changes of a table carry the id of one snapshot, and so all rows come under one at a time. */
    private void requireNotComingAgain(TableId table, SignalCommand.Execute command) {
        boolean whole = command.keys().isEmpty()
                && command.conditions().stream()
                        .noneMatch(condition -> condition.table().matches(table));
        if (whole && checkpoint.tables().get(table).load() == LoadState.RELOADING) {
            throw new SignalRefusedException("All rows of " + table
                    + " are coming again already; ask when that is done, if that is not enough.");
        }
    }

    private String conditionOn(TableId table, SignalCommand.Execute command) {
        List<String> predicates = command.conditions().stream()
                .filter(condition -> condition.table().matches(table))
                .map(RowCondition::predicate)
                .toList();
        if (predicates.isEmpty()) {
            return null;
        }
        String condition = predicates.size() == 1 ? predicates.get(0) : '(' + String.join(") AND (", predicates) + ')';
        try {
            source.requirePredicate(table, condition);
        } catch (CdcException e) {
            if (e.kind() == FailureKind.TRANSIENT) {
                throw e;
            }
            throw new SignalRefusedException(
                    "The filter for " + table + " is refused by the database. " + e.getMessage());
        }
        return condition;
    }

    /** Rows behind a border are found by it only if no two have the same values and none is null. */
    private List<String> order(TableSchema schema, SignalCommand.Execute command) {
        List<String> wanted = command.orderedBy();
        if (wanted.isEmpty()) {
            return schema.identity();
        }
        boolean isKey = wanted.stream().allMatch(name -> schema.indexOf(name) >= 0)
                && wanted.size() == Set.copyOf(wanted).size()
                && source.uniqueKeys(schema.id()).stream()
                        .anyMatch(key -> Set.copyOf(key).equals(Set.copyOf(wanted)));
        if (!isKey) {
            throw new SignalRefusedException("The surrogate key " + wanted + " of " + schema.id()
                    + " must be the columns of its primary key or of a unique index without nullable columns, all of them"
                    + " captured; leave it out to use " + schema.identity() + ".");
        }
        return wanted;
    }
}
