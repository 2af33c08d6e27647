package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.RequestedTable;
import io.github.cameldb2cdc.event.Notification;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.snapshot.ChunkReader;
import io.github.cameldb2cdc.source.ChangeTable;
import io.github.cameldb2cdc.source.Db2Session;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * One table of an incremental snapshot: how far its rows were read, and how far they were handed over. For one thread.
 */
final class IncrementalTable {

    private static final int KEYS_OF_CHUNK = 100;

    private final WantedTable wanted;
    private final RequestedTable rows;
    private final LoadProgressLog progress;
    private ChangeTable table;
    private TableSchema ordered;
    private ChunkReader reader;
    private RowKey readTo;
    private RowKey handedTo;
    private RowKey last;
    private boolean begun;
    private boolean readWhole;
    private boolean ended;
    private long evicted;

    IncrementalTable(WantedTable wanted, LoadProgressLog progress) {
        this.wanted = wanted;
        this.rows = wanted.rows();
        this.progress = progress;
        this.readTo = rows.reached();
        this.handedTo = rows.reached();
    }

    /** What tells it from others. */
    String name() {
        return wanted.name();
    }

    TableId id() {
        return rows.table();
    }

    String snapshotId() {
        return wanted.snapshotId();
    }

    /** Whether a signal asked for it. */
    boolean isRequested() {
        return wanted.requested();
    }

    /** Whether notices stand around its rows. */
    boolean isFramed() {
        return wanted.framed();
    }

    String condition() {
        return rows.condition();
    }

    List<String> orderedBy() {
        return rows.orderedBy();
    }

    LoadProgressLog progress() {
        return progress;
    }

    ChangeTable table() {
        return table;
    }

    /** Whether its first chunk may be read. */
    boolean isBegun() {
        return begun;
    }

    /** Whether its beginning is still to be told. */
    boolean isToBeAnnounced() {
        return wanted.framed() && !rows.started();
    }

    void begin() {
        begun = true;
        progress.begin(rows.reached() != null);
    }

    /** Whether changes of the table stand between the notices now. */
    boolean isInFrame() {
        return wanted.framed() && begun && !ended;
    }

    /** Whether nothing more is to be read. */
    boolean isReadWhole() {
        return readWhole;
    }

    /** Whether its end was handed over. */
    boolean isEnded() {
        return ended;
    }

    void end() {
        ended = true;
        progress.end(evicted);
    }

    /** Ends it though not all was handed over. */
    void abort() {
        ended = true;
        progress.abort();
    }

    /** Whether its beginning was told, by this process or another. */
    boolean isAnnounced() {
        return wanted.framed() && (begun || rows.started());
    }

    /**
     * Goes on with a structure. Where other columns order the rows, or their types are others, all rows come again.
     *
     * @param newReader reads the table in the order of {@link #orderedBy()}
     */
    void restructure(ChangeTable newTable, TableSchema newOrdered, ChunkReader newReader) {
        if (ordered != null && !sameOrder(newOrdered)) {
            readTo = null;
            handedTo = null;
            last = null;
        }
        table = newTable;
        ordered = newOrdered;
        reader = newReader;
    }

    private boolean sameOrder(TableSchema newOrdered) {
        return orderedBy().stream().allMatch(name -> ordered.columns()
                .get(ordered.indexOf(name))
                .equals(newOrdered.columns().get(newOrdered.indexOf(name))));
    }

    /** Reads the next rows. */
    ChunkReader.Chunk read(Db2Session session) {
        return rows.keys().isEmpty() ? readNext(session) : readKeys(session);
    }

    /** A table that grows at its end faster than it is read would have no end: rows that come later come as changes. */
    private ChunkReader.Chunk readNext(Db2Session session) {
        if (last == null) {
            last = reader.last(session);
        }
        ChunkReader.Chunk chunk = reader.next(session, readTo, last);
        readTo = chunk.last() == null ? readTo : chunk.last();
        readWhole = chunk.isEnd() || Objects.equals(readTo, last);
        return chunk;
    }

    private ChunkReader.Chunk readKeys(Db2Session session) {
        List<RowKey> keys = rows.keys();
        int from = readTo == null ? 0 : keys.indexOf(readTo) + 1;
        int to = Math.min(keys.size(), from + KEYS_OF_CHUNK);
        ChunkReader.Chunk chunk = reader.of(session, keys.subList(from, to));
        readTo = keys.get(to - 1);
        readWhole = to == keys.size();
        return new ChunkReader.Chunk(chunk.bytes(), chunk.rows(), readTo, readWhole);
    }

    /** Forgets what was read and not handed over. */
    void giveUp() {
        readTo = handedTo;
        readWhole = false;
    }

    /**
     * Notes that a row was handed over, or that its change was.
     *
     * @return up to where all rows were
     */
    RowKey handOver(Row row, boolean isEvicted) {
        evicted += isEvicted ? 1 : 0;
        if (rows.keys().isEmpty()) {
            handedTo = ordered.identityOf(row);
        }
        return handedTo;
    }

    /** Notes that a chunk was handed over. */
    RowKey handOverUpTo(RowKey key) {
        handedTo = key == null ? handedTo : key;
        return handedTo;
    }

    TableSchema ordered() {
        return ordered;
    }

    RowChange eventOf(Row row, Origin origin, Position position, Instant readTime) {
        return new RowChange(
                origin,
                Operation.READ,
                table.schema(),
                null,
                row,
                position,
                -1,
                null,
                wanted.snapshotId(),
                readTime,
                null,
                true);
    }

    Notification notice(Notification.Type type, Origin origin, Position position, Instant now) {
        return new Notification(origin, position, type, id(), wanted.snapshotId(), now);
    }
}
