package io.github.cameldb2cdc.snapshot;

import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.TableSchema;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** The rows of a {@link ChunkReader.Chunk}, in order. For one thread. */
public final class ChunkRows implements Iterator<Row> {

    private final RowCodec codec;
    private final DataInputStream in;
    private int left;

    /**
     * @param table has the columns of the table that was read
     * @param rows how many there are
     */
    public ChunkRows(TableSchema table, byte[] bytes, int rows) {
        this.codec = new RowCodec(table);
        this.in = new DataInputStream(new ByteArrayInputStream(bytes));
        this.left = rows;
    }

    @Override
    public boolean hasNext() {
        return left > 0;
    }

    @Override
    public Row next() {
        if (left == 0) {
            throw new NoSuchElementException();
        }
        left--;
        try {
            return codec.read(in);
        } catch (IOException e) {
            throw new UncheckedIOException("The bytes of a row are not those that were written.", e);
        }
    }
}
