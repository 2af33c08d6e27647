package io.github.cameldb2cdc.checkpoint;

import java.util.LinkedHashSet;
import java.util.Random;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.apache.camel.spi.IdempotentRepository;
import org.apache.camel.support.service.ServiceSupport;

/**
 * A plain repository that fails at one call, before or after it did its work, that loses writes it acknowledged, or that
 * forgets its oldest keys.
 */
final class ScriptedKeys extends ServiceSupport implements IdempotentRepository {

    /** What happens at the call that fails. */
    enum Fault {
        BEFORE_THE_WORK,
        AFTER_THE_WORK
    }

    private final Set<String> keys = new LinkedHashSet<>();
    private final Random random;
    private double lostWrites;
    private int capacity = Integer.MAX_VALUE;
    private int calls;
    private int failingCall = -1;
    private boolean failsFromThereOn;
    private Fault fault;

    ScriptedKeys(long seed) {
        this.random = new Random(seed);
    }

    ScriptedKeys() {
        this(1);
    }

    /** The call with this number fails, counted from 1 on; none with -1. */
    void failAt(int call, Fault kind) {
        calls = 0;
        failingCall = call;
        fault = kind;
        failsFromThereOn = false;
    }

    /** As the end of a process does: this call and all behind it fail, the first maybe after its work. */
    void dieAt(int call, Fault kind) {
        failAt(call, kind);
        failsFromThereOn = true;
    }

    /** Whether the call that was to fail has come; ends the script. */
    boolean hasFailed() {
        boolean failed = failingCall >= 0 && calls >= failingCall;
        failingCall = -1;
        return failed;
    }

    /** This part of the writes is acknowledged and does not happen. */
    void loseWrites(double part) {
        lostWrites = part;
    }

    /** Only so many keys are kept, the ones that were added last. */
    void keepAtMost(int newCapacity) {
        capacity = newCapacity;
    }

    Set<String> keys() {
        return keys;
    }

    private boolean call(boolean isWrite, BooleanSupplier work) {
        calls++;
        boolean fails = calls == failingCall || failsFromThereOn && failingCall >= 0 && calls > failingCall;
        if (fails && (fault == Fault.BEFORE_THE_WORK || calls > failingCall)) {
            throw new IllegalStateException("scripted, before the work");
        }
        boolean result = isWrite && random.nextDouble() < lostWrites || work.getAsBoolean();
        if (fails) {
            throw new IllegalStateException("scripted, the answer is lost");
        }
        return result;
    }

    @Override
    public boolean add(String key) {
        return call(true, () -> {
            boolean added = keys.add(key);
            if (keys.size() > capacity) {
                keys.remove(keys.iterator().next());
            }
            return added;
        });
    }

    @Override
    public boolean contains(String key) {
        return call(false, () -> keys.contains(key));
    }

    @Override
    public boolean remove(String key) {
        return call(true, () -> keys.remove(key));
    }

    @Override
    public boolean confirm(String key) {
        return call(false, () -> true);
    }

    @Override
    public void clear() {
        keys.clear();
    }
}
