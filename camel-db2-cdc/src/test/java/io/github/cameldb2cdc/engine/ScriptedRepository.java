package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.CheckpointRepository;
import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.event.CdcException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A store whose calls go wrong as a script says, one letter for each call of {@code store}. */
final class ScriptedRepository extends MemoryCheckpointRepository implements CheckpointRepository {

    /** What stands in the script for a call that works. */
    static final char WORKS = '.';
    /** Nothing was done. */
    static final char FAILS = 'f';
    /** The work was done and the answer is lost. */
    static final char LOSES_ANSWER = 'l';
    /** An exception that the contract does not know. */
    static final char BREAKS = 'b';

    final List<Checkpoint> stored = new ArrayList<>();
    private final StringBuilder script;
    int calls;

    ScriptedRepository(String script) {
        this.script = new StringBuilder(script);
    }

    void script(String more) {
        script.setLength(calls);
        script.append(more);
    }

    @Override
    public Optional<Checkpoint> load(String name) {
        return super.load(name);
    }

    @Override
    public void store(String name, Checkpoint previous, Checkpoint next) {
        char way = calls < script.length() ? script.charAt(calls) : WORKS;
        calls++;
        if (way == FAILS) {
            throw CdcException.transientFailure("Scripted failure of the store.", null);
        }
        if (way == BREAKS) {
            throw new IllegalStateException("Scripted fault of the store.");
        }
        Optional<Checkpoint> before = super.load(name);
        super.store(name, previous, next);
        if (!before.equals(super.load(name))) {
            stored.add(next);
        }
        if (way == LOSES_ANSWER) {
            throw CdcException.transientFailure("Scripted loss of the store's answer.", null);
        }
    }
}
