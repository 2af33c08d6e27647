package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.CdcException;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.service.ServiceHelper;
import org.apache.camel.support.service.ServiceSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps checkpoints in any idempotent repository, using nothing but what each of them does: a key is there or not.
 *
 * <p><b>Steps.</b> A checkpoint is a record of fixed length, {@link PlainRecord}, written bit by bit: the key {@code
 * name/slot/bit} present means 1. There are two slots; a record's number says by its parity which one it stands in. A
 * write first reads both slots back. The slot of the record before must hold that record, else it is written again; then
 * the other slot is overwritten. Before the record come the signs of the tables that changed, {@link PlainTables}.
 *
 * <p>A load takes the whole record with the higher number. One broken slot is a write that was interrupted: the older
 * record counts. Two broken slots are an error, for something was stored. One broken and one empty is the first write,
 * interrupted: there is no checkpoint yet, unless the key {@code name/begun} says that there was. To that end the first
 * write fills both slots, the other one with the same under the number before, reads them back and only then adds that
 * key: a repository that has no room for both is found out before it is relied on.
 *
 * <p><b>Guarantee.</b> After a crash at any call, or calls that were acknowledged and lost, a load gives a checkpoint that
 * was stored or was being stored, or says that it cannot: a restart may repeat, it never skips. <b>Why.</b> At each moment
 * one slot holds a whole record that was read back before the other one was touched. A record that lacks a bit fails its
 * checksum.
 *
 * <p><b>What does not fit</b> is owner and epoch, so this is for a single writer: two consumers in two JVMs are noticed
 * only when one finds the other's record; the finished ranges of a load, so that an interrupted load of a table begins
 * anew; the columns and keys of tables, so that a change of them while the consumer was stopped is no event, and a key
 * chosen among several unique indexes is chosen anew; the sentence of a verdict, which the log has. A registration that
 * was removed and put back over the same change table, while the consumer ran without it in between, looks as if it had
 * stayed. A repository that lost all its keys looks like a first start.
 *
 * <p>A store reads 1,680 keys and writes about 100, on the engine's thread: it records in order, and a write of which it
 * is not known whether it happened is repeated before the next one. Events wait meanwhile, so where each key is a round
 * trip a longer {@code checkpointInterval} is in place.
 *
 * <p>The repository stays with its owner: it is started here and never stopped. For one name never called twice at once.
 */
public class PlainCheckpointRepository extends ServiceSupport implements CheckpointRepository {

    private static final Logger LOG = LoggerFactory.getLogger(PlainCheckpointRepository.class);
    private static final int MOST_WRITES = 10;
    private static final String BEGUN = "begun";
    private static final byte[] EMPTY = new byte[PlainRecord.BYTES];

    private final IdempotentRepository repository;

    public PlainCheckpointRepository(IdempotentRepository repository) {
        this.repository = Objects.requireNonNull(repository, "repository");
    }

    /** {@inheritDoc} It has no tables, and its anchor names the server by a hash: what it is compared with is not known. */
    @Override
    public Optional<Checkpoint> load(String name) {
        return read(name, null);
    }

    @Override
    public Optional<Checkpoint> load(String name, CurrentSource source) {
        Optional<Checkpoint> stored = read(name, source);
        PlainTables tables = new PlainTables(new PlainKeys(repository, name));
        if (stored.isEmpty()) {
            tables.forgetAll(source.tables());
            return stored;
        }
        Checkpoint checkpoint = stored.get();
        return Optional.of(checkpoint.withTables(
                tables.recall(source.tables(), checkpoint.position().commit())));
    }

    private Optional<Checkpoint> read(String name, CurrentSource source) {
        CheckpointName.check(name);
        return new Slots(new PlainKeys(repository, name), name)
                .newest()
                .map(record -> PlainRecord.read(name, record, source));
    }

    /**
     * {@inheritDoc}
     *
     * <p>Owner and epoch are not compared, the records are. Where less is stored than the caller knows, the repository lost
     * it, and it is written again.
     */
    @Override
    public void store(String name, Checkpoint previous, Checkpoint next) {
        Guard.check(name, previous, next);
        PlainKeys keys = new PlainKeys(repository, name);
        byte[] record = PlainRecord.write(next);
        Slots slots = new Slots(keys, name);
        slots.requireNoOther(previous, next);
        new PlainTables(keys).write(previous == null ? Map.of() : previous.tables(), next.tables());
        if (previous == null) {
            slots.fill(next);
            return;
        }
        if (keys.has(keys.keyOf(BEGUN))) {
            slots.ensure(PlainRecord.write(previous));
            slots.markBegun();
        } else {
            slots.fill(previous);
        }
        slots.put(record);
    }

    /**
     * {@inheritDoc}
     *
     * <p>Owners are not known here: a consumer in another process that still runs writes its record again. The signs of
     * tables go at the next start, which knows what to ask for.
     */
    @Override
    public void forget(String name) {
        CheckpointName.check(name);
        new Slots(new PlainKeys(repository, name), name).forget();
    }

    /** Both slots as they were read. */
    private static final class Slots {

        private final PlainKeys keys;
        private final String name;
        private final byte[][] slots = new byte[2][];

        Slots(PlainKeys keys, String name) {
            this.keys = keys;
            this.name = name;
            this.slots[0] = keys.readSlot(0);
            this.slots[1] = keys.readSlot(1);
        }

        private static int slotOf(byte[] record) {
            return (int) (PlainRecord.recordNumberOf(record) & 1);
        }

        private boolean isWhole(int slot) {
            return PlainRecord.isWhole(slots[slot]) && slotOf(slots[slot]) == slot;
        }

        private boolean isEmpty(int slot) {
            return Arrays.equals(slots[slot], EMPTY);
        }

        /**
         * The whole record with the higher number; empty if there is none yet.
         *
         * @throws CdcException definite, if both are broken
         */
        Optional<byte[]> newest() {
            if (isWhole(0) && isWhole(1)) {
                boolean first = PlainRecord.recordNumberOf(slots[0]) > PlainRecord.recordNumberOf(slots[1]);
                return Optional.of(slots[first ? 0 : 1]);
            }
            if (isWhole(0) || isWhole(1)) {
                return Optional.of(slots[isWhole(0) ? 0 : 1]);
            }
            if ((isEmpty(0) || isEmpty(1)) && !keys.has(keys.keyOf(BEGUN))) {
                return Optional.empty();
            }
            throw CheckpointFormat.damaged(name, "both copies of its record in the repository are broken or gone");
        }

        /** @throws CheckpointFencedException if a record is there that the caller cannot have written */
        void requireNoOther(Checkpoint previous, Checkpoint next) {
            Checkpoint before = previous == null ? next.withRecordNumber(0) : previous;
            for (int slot = 0; slot < slots.length; slot++) {
                boolean other = isWhole(slot)
                        && PlainRecord.recordNumberOf(slots[slot]) >= before.recordNumber()
                        && !Arrays.equals(slots[slot], PlainRecord.write(before))
                        && !Arrays.equals(slots[slot], PlainRecord.write(next));
                if (other) {
                    throw new CheckpointFencedException(name);
                }
            }
        }

        /** Has both slots hold the checkpoint, the other one under the number before, and says so when it is proven. */
        void fill(Checkpoint checkpoint) {
            ensure(PlainRecord.write(checkpoint));
            ensure(PlainRecord.write(checkpoint.withRecordNumber(checkpoint.recordNumber() - 1)));
            Slots written = new Slots(keys, name);
            if (!written.isWhole(0) || !written.isWhole(1)) {
                throw keys.unreliable();
            }
            markBegun();
        }

        /** Added anew each time: where the oldest keys are forgotten first, this one outlives the bits. */
        void markBegun() {
            String key = keys.keyOf(BEGUN);
            keys.set(key, false);
            keys.setAndCheck(key, true);
        }

        /** Sees to it that the repository holds the record in its slot. */
        void ensure(byte[] record) {
            int slot = slotOf(record);
            for (int i = 0; i < MOST_WRITES; i++) {
                if (Arrays.equals(slots[slot], record)) {
                    return;
                }
                put(record);
                slots[slot] = keys.readSlot(slot);
            }
            if (!Arrays.equals(slots[slot], record)) {
                throw keys.unreliable();
            }
        }

        /**
         * Empties both. An end in between leaves the newer record, or one slot that is empty, which is no checkpoint: the
         * older slot goes first, and before both the key that makes two broken ones an error.
         */
        void forget() {
            keys.setAndCheck(keys.keyOf(BEGUN), false);
            boolean firstIsNewer = isWhole(0)
                    && (!isWhole(1) || PlainRecord.recordNumberOf(slots[0]) > PlainRecord.recordNumberOf(slots[1]));
            empty(firstIsNewer ? 1 : 0);
            empty(firstIsNewer ? 0 : 1);
        }

        private void empty(int slot) {
            for (int i = 0; i < MOST_WRITES && !isEmpty(slot); i++) {
                keys.writeSlot(slot, slots[slot], EMPTY);
                slots[slot] = keys.readSlot(slot);
            }
            if (!isEmpty(slot)) {
                throw keys.unreliable();
            }
        }

        void put(byte[] record) {
            int slot = slotOf(record);
            keys.writeSlot(slot, slots[slot], record);
        }
    }

    @Override
    public boolean add(String key) {
        return repository.add(key);
    }

    @Override
    public boolean contains(String key) {
        return repository.contains(key);
    }

    @Override
    public boolean remove(String key) {
        return repository.remove(key);
    }

    @Override
    public boolean confirm(String key) {
        return repository.confirm(key);
    }

    /** {@inheritDoc} The checkpoints are keys, too, and go with them. */
    @Override
    public void clear() {
        repository.clear();
    }

    @Override
    protected void doStart() {
        ServiceHelper.startService(repository);
        LOG.info(
                "Checkpoints are kept in a {}, which has no room for all of them: one consumer at a time may write one, the"
                        + " load of a table begins anew if it is interrupted, and changes of a table's structure while the"
                        + " consumer is stopped are not noticed.",
                repository.getClass().getSimpleName());
    }
}
