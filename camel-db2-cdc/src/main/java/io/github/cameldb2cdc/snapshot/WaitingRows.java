package io.github.cameldb2cdc.snapshot;

import io.github.cameldb2cdc.event.CdcException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashSet;
import java.util.Set;

/**
 * Bytes that wait until they are taken, about in the order in which they came: in memory up to a bound, what comes beyond
 * it in temporary files that only their owner may read.
 *
 * <p>A file is dropped when the last block in it was taken, so that what is on the disk is about what waits. Where the
 * operating system lets it, a file has no name any more once it is open: also a killed process leaves nothing behind.
 *
 * <p>For one thread; the owner closes it.
 */
public final class WaitingRows implements AutoCloseable {

    private static final long BYTES_OF_FILE = 64L << 20;
    private static final long BYTES_LEFT_TO_OTHERS = 512L << 20;

    private final long mostBytesInMemory;
    private final Path directory;
    private long bytesInMemory;
    private final Set<Spill> spills = new HashSet<>();
    private Spill current;

    /**
     * @param mostBytesInMemory what is kept in memory
     * @param directory where the temporary files are
     */
    public WaitingRows(long mostBytesInMemory, Path directory) {
        this.mostBytesInMemory = mostBytesInMemory;
        this.directory = directory;
    }

    /** Bytes that wait. Taken, or dropped, once. */
    public static final class Block {
        private final int length;
        private byte[] bytes;
        private Spill spill;
        private long offset;

        private Block(int length) {
            this.length = length;
        }
    }

    /** A file with blocks. */
    private static final class Spill {
        private final FileChannel channel;
        private long end;
        private int blocks;

        Spill(FileChannel channel) {
            this.channel = channel;
        }
    }

    /** How many bytes wait in memory. */
    public long bytesInMemory() {
        return bytesInMemory;
    }

    /** Whether more may come: there is room in memory, or enough on the disk. */
    public boolean hasRoom() {
        if (bytesInMemory < mostBytesInMemory || (current != null && current.end < BYTES_OF_FILE)) {
            return true;
        }
        try {
            return Files.getFileStore(directory).getUsableSpace() > BYTES_LEFT_TO_OTHERS;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /**
     * Keeps bytes.
     *
     * @param bytes are kept as they are; the caller gives them up
     * @throws CdcException transient, if the disk does not take them
     */
    public Block put(byte[] bytes) {
        Block block = new Block(bytes.length);
        if (bytesInMemory + bytes.length <= mostBytesInMemory) {
            block.bytes = bytes;
            bytesInMemory += bytes.length;
            return block;
        }
        try {
            if (current == null || current.end >= BYTES_OF_FILE) {
                current = newSpill();
            }
            block.spill = current;
            block.offset = current.end;
            write(current.channel, bytes, current.end);
            current.end += bytes.length;
            current.blocks++;
            return block;
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private Spill newSpill() throws IOException {
        Path path = Files.createTempFile(directory, "camel-db2-cdc-", ".rows");
        FileChannel channel = FileChannel.open(
                path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            // not every system lets an open file lose its name; it is deleted when it is closed
        }
        Spill spill = new Spill(channel);
        spills.add(spill);
        return spill;
    }

    private static void write(FileChannel channel, byte[] bytes, long offset) throws IOException {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        while (buffer.hasRemaining()) {
            channel.write(buffer, offset + buffer.position());
        }
    }

    /**
     * Gives bytes back and forgets them.
     *
     * @throws CdcException transient, if the disk does not give them back
     */
    public byte[] take(Block block) {
        byte[] bytes = block.spill == null ? block.bytes : read(block);
        drop(block);
        return bytes;
    }

    private byte[] read(Block block) {
        ByteBuffer buffer = ByteBuffer.allocate(block.length);
        try {
            while (buffer.hasRemaining()) {
                if (block.spill.channel.read(buffer, block.offset + buffer.position()) < 0) {
                    throw new IOException("the file is shorter than what was written");
                }
            }
        } catch (IOException e) {
            throw failed(e);
        }
        return buffer.array();
    }

    /** Forgets bytes that nobody needs. */
    public void drop(Block block) {
        if (block.spill == null) {
            bytesInMemory -= block.length;
            block.bytes = null;
            return;
        }
        Spill spill = block.spill;
        spill.blocks--;
        if (spill.blocks == 0) {
            spills.remove(spill);
            close(spill);
            current = spill == current ? null : current;
        }
    }

    private static void close(Spill spill) {
        try {
            spill.channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private CdcException failed(IOException failure) {
        return CdcException.transientFailure(
                "Rows of an incremental snapshot that wait for their window could not be kept in the directory "
                        + directory + " (" + failure.getClass().getSimpleName()
                        + "); free space there, or set java.io.tmpdir or a larger snapshotBufferBytes.",
                failure);
    }

    /** Forgets everything; the blocks are of no further use. */
    @Override
    public void close() {
        spills.forEach(WaitingRows::close);
        spills.clear();
        current = null;
        bytesInMemory = 0;
    }
}
