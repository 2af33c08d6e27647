package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.TableId;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a consumer remembers over restarts. An immutable value; one store writes it whole or not at all.
 *
 * <p>Within a generation the position never moves backwards. Each write has a record number that is one higher than the
 * write before, also at an equal position. Rows of a table carry the id of one snapshot at a time: where all of them come again,
 * whole snapshots of that table which signals asked for are stopped.
 *
 * @param owner the consumer that wrote it, a random name for each start
 * @param epoch how often the checkpoint changed hands; a write of an earlier epoch is refused
 * @param recordNumber how often it was written
 * @param generation the history line of the position
 * @param phase how far the consumer has come
 * @param position the resume point: the last row of the last event that was completely delivered
 * @param anchor what ties it to its source
 * @param verdict a gap that waits for a decision; null if there is none
 * @param tables the tables that joined
 * @param requests what signals asked for and is not finished
 */
public record Checkpoint(
        String owner,
        long epoch,
        long recordNumber,
        long generation,
        Phase phase,
        Position position,
        Anchor anchor,
        Verdict verdict,
        Map<TableId, TableCheckpoint> tables,
        SnapshotRequests requests) {

    public Checkpoint {
        Objects.requireNonNull(owner, "owner");
        Objects.requireNonNull(phase, "phase");
        Objects.requireNonNull(position, "position");
        Objects.requireNonNull(anchor, "anchor");
        Objects.requireNonNull(requests, "requests");
        tables = Collections.unmodifiableMap(new TreeMap<>(tables));
        requests = requests.overtakenBy(tables);
    }

    /** A checkpoint of which no signal asked for anything. */
    public Checkpoint(
            String owner,
            long epoch,
            long recordNumber,
            long generation,
            Phase phase,
            Position position,
            Anchor anchor,
            Verdict verdict,
            Map<TableId, TableCheckpoint> tables) {
        this(owner, epoch, recordNumber, generation, phase, position, anchor, verdict, tables, SnapshotRequests.NONE);
    }

    /** What is remembered of a table, if it joined. */
    public Optional<TableCheckpoint> table(TableId table) {
        return Optional.ofNullable(tables.get(table));
    }

    /** The same, written by another owner in the next epoch. */
    public Checkpoint claimedBy(String newOwner) {
        return new Checkpoint(
                newOwner, epoch + 1, recordNumber + 1, generation, phase, position, anchor, verdict, tables, requests);
    }

    /** The same with the next record number: what the owner writes next. */
    public Checkpoint next() {
        return new Checkpoint(
                owner, epoch, recordNumber + 1, generation, phase, position, anchor, verdict, tables, requests);
    }

    /** The same under a record number that was written. */
    public Checkpoint withRecordNumber(long newRecordNumber) {
        return new Checkpoint(
                owner, epoch, newRecordNumber, generation, phase, position, anchor, verdict, tables, requests);
    }

    public Checkpoint withPhase(Phase newPhase) {
        return new Checkpoint(
                owner, epoch, recordNumber, generation, newPhase, position, anchor, verdict, tables, requests);
    }

    public Checkpoint withPosition(Position newPosition) {
        return new Checkpoint(
                owner, epoch, recordNumber, generation, phase, newPosition, anchor, verdict, tables, requests);
    }

    /** The same in the next generation, whose positions begin anew. */
    public Checkpoint inGenerationFrom(Position newPosition) {
        return new Checkpoint(
                owner, epoch, recordNumber, generation + 1, phase, newPosition, anchor, verdict, tables, requests);
    }

    public Checkpoint withAnchor(Anchor newAnchor) {
        return new Checkpoint(
                owner, epoch, recordNumber, generation, phase, position, newAnchor, verdict, tables, requests);
    }

    public Checkpoint withVerdict(Verdict newVerdict) {
        return new Checkpoint(
                owner, epoch, recordNumber, generation, phase, position, anchor, newVerdict, tables, requests);
    }

    /** The same with other tables; what was asked for of one that is not among them is dropped. */
    public Checkpoint withTables(Map<TableId, TableCheckpoint> newTables) {
        return new Checkpoint(
                owner,
                epoch,
                recordNumber,
                generation,
                phase,
                position,
                anchor,
                verdict,
                newTables,
                requests.without(request -> true, table -> !newTables.containsKey(table)));
    }

    public Checkpoint withRequests(SnapshotRequests newRequests) {
        return new Checkpoint(
                owner, epoch, recordNumber, generation, phase, position, anchor, verdict, tables, newRequests);
    }

    /** The same with one table added or replaced. */
    public Checkpoint withTable(TableCheckpoint table) {
        Map<TableId, TableCheckpoint> newTables = new TreeMap<>(tables);
        newTables.put(table.table(), table);
        return withTables(newTables);
    }
}
