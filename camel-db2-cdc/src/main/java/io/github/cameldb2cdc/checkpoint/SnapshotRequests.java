package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * What signals asked for and is not finished. It is the queue of signals as well: a signal is taken over by the write that
 * stores what it asks for.
 *
 * @param paused whether incremental snapshots wait
 * @param open the snapshots, in the order in which they were asked for
 * @param taken ids of the signals that were taken over last, the newest at the end; no more than {@value #TAKEN_MAX}
 * @param waiting signals that were met in the stream of changes and are still to be looked at, in their order
 * @param signalPosition the place of the last signal that was taken from the stream of changes; null if there was none
 */
public record SnapshotRequests(
        boolean paused,
        List<SnapshotRequest> open,
        List<String> taken,
        List<StoredSignal> waiting,
        Position signalPosition) {

    /** How many ids are remembered: a signal that is sent again is known as long as no more than these came meanwhile. */
    public static final int TAKEN_MAX = 64;

    /** Nobody asked for anything. */
    public static final SnapshotRequests NONE = new SnapshotRequests(false, List.of(), List.of(), List.of(), null);

    public SnapshotRequests {
        open = List.copyOf(open);
        taken = List.copyOf(taken.subList(Math.max(0, taken.size() - TAKEN_MAX), taken.size()));
        waiting = List.copyOf(waiting);
    }

    public SnapshotRequests withPaused(boolean newPaused) {
        return new SnapshotRequests(newPaused, open, taken, waiting, signalPosition);
    }

    /** The same with one more signal taken over. */
    public SnapshotRequests withTaken(String id) {
        List<String> more = new ArrayList<>(taken);
        more.add(id);
        return new SnapshotRequests(paused, open, more, waiting, signalPosition);
    }

    /** The same with one more signal that was met in the stream, at a place behind all others. */
    public SnapshotRequests withMet(StoredSignal signal, Position place) {
        List<StoredSignal> more = new ArrayList<>(waiting);
        more.add(signal);
        return new SnapshotRequests(paused, open, taken, more, place);
    }

    /** The same without the first of the signals that wait. */
    public SnapshotRequests withoutFirstWaiting() {
        return new SnapshotRequests(paused, open, taken, waiting.subList(1, waiting.size()), signalPosition);
    }

    public SnapshotRequests withSignalPosition(Position newPosition) {
        return new SnapshotRequests(paused, open, taken, waiting, newPosition);
    }

    /** The same with one more snapshot, behind the others. */
    public SnapshotRequests with(SnapshotRequest request) {
        List<SnapshotRequest> more = new ArrayList<>(open);
        more.add(request);
        return withOpen(more);
    }

    /** The same with one table of one snapshot in another state; unchanged if it is not open. */
    public SnapshotRequests withTable(String snapshotId, TableId table, UnaryOperator<RequestedTable> change) {
        return changed(
                request -> request.snapshotId().equals(snapshotId),
                requested -> requested.table().equals(table) ? change.apply(requested) : requested);
    }

    /** The same without some tables; a snapshot whose last table goes is finished. */
    public SnapshotRequests without(Predicate<SnapshotRequest> ofRequests, Predicate<TableId> tables) {
        return changed(ofRequests, requested -> tables.test(requested.table()) ? null : requested);
    }

    /** The same with whole incremental snapshots of tables stopped whose rows all come again for another reason. */
    SnapshotRequests overtakenBy(Map<TableId, TableCheckpoint> tables) {
        return open.isEmpty()
                ? this
                : changed(request -> !request.blocking(), requested -> {
                    TableCheckpoint table = tables.get(requested.table());
                    boolean overtaken = table != null && table.load() == LoadState.RELOADING && requested.isWhole();
                    return overtaken ? requested.withStopped() : requested;
                });
    }

    /** The same with the incremental snapshots of a table stopped. */
    public SnapshotRequests stopped(TableId table) {
        return changed(
                request -> !request.blocking(),
                requested -> requested.table().equals(table) ? requested.withStopped() : requested);
    }

    /** The same with all rows still to be delivered. */
    public SnapshotRequests fromTheBeginning() {
        return changed(request -> true, requested -> requested.withReached(null));
    }

    /**
     * The same with the progress of a table forgotten if the columns that order its rows have other types now, and its
     * snapshots stopped if its key is another one, or they cannot be ordered any more.
     */
    public SnapshotRequests restructured(TableSchema before, TableSchema after) {
        UnaryOperator<RequestedTable> change = requested -> {
            if (!requested.table().equals(after.id())) {
                return requested;
            }
            boolean alike = requested.isOrderedAlikeIn(before, after);
            boolean lost = !before.identity().equals(after.identity())
                    || (!alike && !requested.keys().isEmpty())
                    || requested.orderedBy().stream().anyMatch(name -> after.indexOf(name) < 0);
            return lost ? requested.withStopped() : alike ? requested : requested.withReached(null);
        };
        return changed(request -> true, change);
    }

    /** @param change of a table; null to take it out */
    private SnapshotRequests changed(Predicate<SnapshotRequest> ofRequests, UnaryOperator<RequestedTable> change) {
        List<SnapshotRequest> changed = new ArrayList<>();
        for (SnapshotRequest request : open) {
            if (!ofRequests.test(request)) {
                changed.add(request);
                continue;
            }
            List<RequestedTable> tables = new ArrayList<>();
            for (RequestedTable table : request.tables()) {
                RequestedTable next = change.apply(table);
                if (next != null) {
                    tables.add(next);
                }
            }
            if (!tables.isEmpty()) {
                changed.add(request.withTables(tables));
            }
        }
        return withOpen(changed);
    }

    private SnapshotRequests withOpen(List<SnapshotRequest> newOpen) {
        return new SnapshotRequests(paused, newOpen, taken, waiting, signalPosition);
    }
}
