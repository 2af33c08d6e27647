package io.github.cameldb2cdc.benchmarks.largesnapshot;

import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * How often each row was delivered, in a file that is mapped into memory: it takes no heap, another process can look at it,
 * and it outlives the process that is killed. One process writes, by one thread.
 */
final class DeliveryTally {

    /** Behind the count of all deliveries. */
    private static final int HEADER_BYTES = Long.BYTES;

    private final MappedByteBuffer bytes;
    private final int rows;

    /** @param rows the keys are 1 to this number */
    DeliveryTally(Path file, int rows) throws IOException {
        this.rows = rows;
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            bytes = channel.map(FileChannel.MapMode.READ_WRITE, 0, HEADER_BYTES + rows);
        }
        bytes.order(ByteOrder.nativeOrder());
    }

    /**
     * Counts a delivery.
     *
     * @return how many there were
     * @throws IllegalArgumentException if there is no such key
     */
    long count(long key) {
        if (key < 1 || key > rows) {
            throw new IllegalArgumentException("A row was delivered whose key is not in the table");
        }
        int index = HEADER_BYTES + (int) key - 1;
        bytes.put(index, (byte) Math.min(Byte.MAX_VALUE, bytes.get(index) + 1));
        long total = bytes.getLong(0) + 1;
        bytes.putLong(0, total);
        return total;
    }

    /** How many deliveries there were. */
    long total() {
        return bytes.getLong(0);
    }

    /** How often each row was delivered; the row with key 1 is first. */
    byte[] copy() {
        byte[] copy = new byte[rows];
        bytes.get(HEADER_BYTES, copy);
        return copy;
    }
}
