package io.github.cameldb2cdc.checkpoint;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.camel.support.service.ServiceSupport;

/**
 * Keeps checkpoints as long as the process lives: for tests, and for routes that start anew each time. Stopping it
 * forgets nothing. Thread-safe.
 */
public class MemoryCheckpointRepository extends ServiceSupport implements CheckpointRepository {

    private final Map<String, Checkpoint> checkpoints = new ConcurrentHashMap<>();
    private final Set<String> keys = ConcurrentHashMap.newKeySet();

    @Override
    public Optional<Checkpoint> load(String name) {
        CheckpointName.check(name);
        return Optional.ofNullable(checkpoints.get(name));
    }

    @Override
    public void store(String name, Checkpoint previous, Checkpoint next) {
        Guard.check(name, previous, next);
        checkpoints.compute(
                name, (same, stored) -> Guard.admits(name, Guard.of(stored), previous, next) ? next : stored);
    }

    @Override
    public void forget(String name) {
        CheckpointName.check(name);
        checkpoints.remove(name);
    }

    @Override
    public boolean add(String key) {
        return keys.add(key);
    }

    @Override
    public boolean contains(String key) {
        return keys.contains(key);
    }

    @Override
    public boolean remove(String key) {
        return keys.remove(key);
    }

    /** Has nothing to do: a key counts from {@link #add} on. */
    @Override
    public boolean confirm(String key) {
        return true;
    }

    /** Forgets the keys; the checkpoints stay. */
    @Override
    public void clear() {
        keys.clear();
    }
}
