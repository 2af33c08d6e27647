package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowKey;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The message keys that rows of one table wrote so far in one commit, each with a hash of the row it was last written
 * with. A key stays in until the commit ends.
 *
 * <p>Beyond a number of keys a Bloom filter stands for the rest, so that a commit of any size takes bounded memory. It
 * may say that a key was written that was not, which costs a question to the source and never an event.
 */
final class WrittenKeys {

    private static final int FILTER_BITS = 1 << 23;
    private static final int FILTER_HASHES = 4;
    private static final int MOST_KEYS_TO_EMPTY = 1000;

    private final int mostExactKeys;
    private Map<RowKey, Long> imageByKey = new HashMap<>();
    private BitSet filter;

    WrittenKeys(int mostExactKeys) {
        this.mostExactKeys = mostExactKeys;
    }

    void add(RowKey key, Row image) {
        if (imageByKey.size() < mostExactKeys || imageByKey.containsKey(key)) {
            imageByKey.put(key, image.hashOfValues());
            return;
        }
        if (filter == null) {
            filter = new BitSet(FILTER_BITS);
        }
        for (int i = 0; i < FILTER_HASHES; i++) {
            filter.set(bit(key, i));
        }
    }

    /** Whether the key was written, or may have been. */
    boolean mayContain(RowKey key) {
        if (imageByKey.containsKey(key)) {
            return true;
        }
        if (filter == null) {
            return false;
        }
        for (int i = 0; i < FILTER_HASHES; i++) {
            if (!filter.get(bit(key, i))) {
                return false;
            }
        }
        return true;
    }

    /** Whether the row is another one than that with which its key was last written; empty if that is not known. */
    Optional<Boolean> differsFromWritten(RowKey key, Row image) {
        Long written = imageByKey.get(key);
        return written == null ? Optional.empty() : Optional.of(written != image.hashOfValues());
    }

    void clear() {
        // A map that was large stays large, and emptying it would cost each later commit as much as this one.
        if (imageByKey.size() <= MOST_KEYS_TO_EMPTY) {
            imageByKey.clear();
        } else {
            imageByKey = new HashMap<>();
        }
        filter = null;
    }

    private static int bit(RowKey key, int number) {
        long mixed = (key.hashCode() + 0x9E3779B97F4A7C15L * (number + 1)) * 0xBF58476D1CE4E5B9L;
        mixed = (mixed ^ (mixed >>> 31)) * 0x94D049BB133111EBL;
        return (int) (mixed >>> (64 - 23));
    }
}
