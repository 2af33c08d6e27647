package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.CdcException;
import java.util.function.BooleanSupplier;
import org.apache.camel.spi.IdempotentRepository;

/**
 * The keys of one checkpoint in a plain repository: present or absent, each change one call.
 *
 * <p>Whatever a repository throws counts as a failure that may pass: its contract knows no kinds of failure. The text of
 * it is not repeated, for nobody knows what it quotes.
 */
final class PlainKeys {

    /** Camel's repository over JDBC has no more room for a key. */
    private static final int MOST_CHARACTERS = 100;

    private static final int MOST_WRITES = 10;

    private final IdempotentRepository repository;
    private final String name;
    private final String prefix;

    PlainKeys(IdempotentRepository repository, String name) {
        this.repository = repository;
        this.name = name;
        this.prefix = CheckpointName.forColumn(name) + '/';
    }

    /** The key of this checkpoint for something that is named like this. */
    String keyOf(String what) {
        return fitting(prefix + CheckpointName.forColumn(what));
    }

    private String keyOf(int slot, int bit) {
        return fitting(prefix + slot + '/' + bit);
    }

    private static String fitting(String key) {
        if (key.length() <= MOST_CHARACTERS) {
            return key;
        }
        String hash = CheckpointName.hash(key);
        return key.substring(0, MOST_CHARACTERS - 1 - hash.length()) + '~' + hash;
    }

    boolean has(String key) {
        return tried(() -> repository.contains(key));
    }

    /** Makes the key present or absent, whatever it was. */
    void set(String key, boolean present) {
        tried(() -> {
            if (present) {
                repository.add(key);
                // a repository may drop what was added and never confirmed
                return repository.confirm(key);
            }
            return repository.remove(key);
        });
    }

    /**
     * The same, looked at again: for what is not written a second time, so that a lost write would stay.
     *
     * @throws CdcException transient, if the repository does not keep it
     */
    void setAndCheck(String key, boolean present) {
        for (int i = 0; i < MOST_WRITES; i++) {
            if (has(key) == present) {
                return;
            }
            set(key, present);
        }
        if (has(key) != present) {
            throw unreliable();
        }
    }

    CdcException unreliable() {
        return CdcException.transientFailure(
                "The repository " + repository.getClass().getName() + " that keeps the checkpoint '" + name
                        + "' does not hold what it is given; give it more room if it has a limit; it is tried again.",
                null);
    }

    private boolean tried(BooleanSupplier call) {
        try {
            return call.getAsBoolean();
        } catch (CdcException e) {
            throw e;
        } catch (RuntimeException e) {
            throw CdcException.transientFailure(
                    "The repository " + repository.getClass().getName() + " that keeps the checkpoint '" + name
                            + "' failed with " + e.getClass().getName() + "; it is tried again.",
                    null);
        }
    }

    /** The bits of a slot. */
    byte[] readSlot(int slot) {
        byte[] bytes = new byte[PlainRecord.BYTES];
        for (int bit = 0; bit < bytes.length * Byte.SIZE; bit++) {
            if (has(keyOf(slot, bit))) {
                bytes[bit / Byte.SIZE] |= (byte) (1 << bit % Byte.SIZE);
            }
        }
        return bytes;
    }

    /** @param before what the slot holds: only the bits that differ are touched */
    void writeSlot(int slot, byte[] before, byte[] after) {
        for (int bit = 0; bit < after.length * Byte.SIZE; bit++) {
            boolean present = isSet(after, bit);
            if (isSet(before, bit) != present) {
                set(keyOf(slot, bit), present);
            }
        }
    }

    private static boolean isSet(byte[] bytes, int bit) {
        return (bytes[bit / Byte.SIZE] >> bit % Byte.SIZE & 1) == 1;
    }
}
