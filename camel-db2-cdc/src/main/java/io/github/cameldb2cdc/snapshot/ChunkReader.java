package io.github.cameldb2cdc.snapshot;

import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.source.Db2Session;
import io.github.cameldb2cdc.source.KeysetScan;
import io.github.cameldb2cdc.source.StructureWatch;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * Reads small parts of a table, each in a unit of work of its own, in which the structure of the table is compared before
 * and after. Rows are handed over as bytes, see {@link ChunkRows}. For one thread.
 */
public final class ChunkReader {

    private static final long MOST_BYTES = 8L << 20;

    private final TableSchema ordered;
    private final KeysetScan scan;
    private final StructureWatch structure;
    private final int mostRows;
    private final RowCodec codec;

    /**
     * @param ordered the table, with the columns that order its rows as their identity
     * @param scan reads this table
     * @param structure notices that it was altered
     * @param mostRows rows of a chunk
     */
    public ChunkReader(TableSchema ordered, KeysetScan scan, StructureWatch structure, int mostRows) {
        this.ordered = ordered;
        this.scan = scan;
        this.structure = structure;
        this.mostRows = mostRows;
        this.codec = new RowCodec(ordered);
    }

    /**
     * What was read.
     *
     * @param bytes the rows
     * @param rows how many
     * @param last what orders the last row; null if there is none
     * @param isEnd whether nothing comes behind it
     */
    public record Chunk(byte[] bytes, int rows, RowKey last, boolean isEnd) {}

    /** The last row in the table's order, by what orders it; null if there is no row. */
    public RowKey last(Db2Session session) {
        return session.unit("find the last row of " + ordered.id(), scan::lastKey);
    }

    /**
     * Reads the next rows.
     *
     * @param after rows behind it are read; null to begin with the first
     * @param upTo rows up to it are read; null to end with the last
     */
    public Chunk next(Db2Session session, RowKey after, RowKey upTo) {
        Collector collector = new Collector(mostRows);
        return session.unit("read a chunk of " + ordered.id(), work -> {
            structure.requireUnchanged(work);
            scan.firstRows(work, after, upTo, mostRows, collector::take);
            structure.requireUnchanged(work);
            return collector.chunk();
        });
    }

    /** Reads the rows that have one of these identities. */
    public Chunk of(Db2Session session, List<RowKey> keys) {
        Collector collector = new Collector(Integer.MAX_VALUE);
        return session.unit("read rows of " + ordered.id() + " by their keys", work -> {
            structure.requireUnchanged(work);
            scan.rowsOf(work, keys, keys.size(), collector::take);
            structure.requireUnchanged(work);
            return collector.chunk();
        });
    }

    private final class Collector {

        private final int most;
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private final DataOutputStream out = new DataOutputStream(bytes);
        private int rows;
        private Row last;
        private boolean full;

        Collector(int most) {
            this.most = most;
        }

        boolean take(Row row) {
            try {
                codec.write(row, out);
            } catch (IOException e) {
                throw new UncheckedIOException("Writing into memory does not fail.", e);
            }
            rows++;
            last = row;
            full = rows == most || (most != Integer.MAX_VALUE && bytes.size() >= MOST_BYTES);
            return !full;
        }

        Chunk chunk() {
            return new Chunk(bytes.toByteArray(), rows, last == null ? null : ordered.identityOf(last), !full);
        }
    }
}
