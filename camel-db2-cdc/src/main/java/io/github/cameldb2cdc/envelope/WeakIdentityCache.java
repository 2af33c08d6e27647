package io.github.cameldb2cdc.envelope;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;

/**
 * Makes something once for each object and forgets it when the object is gone. Objects are told apart by identity: all
 * rows of a table share one schema, and comparing schemas would cost more than writing a row.
 *
 * <p>What is made must not refer to the object it is made for, or neither is ever freed. Thread-safe; two threads that
 * come first may both make it and one result is kept.
 */
final class WeakIdentityCache<K, V> {

    private final ConcurrentMap<Object, V> made = new ConcurrentHashMap<>();
    private final ReferenceQueue<K> gone = new ReferenceQueue<>();
    private final Function<K, V> maker;

    WeakIdentityCache(Function<K, V> maker) {
        this.maker = maker;
    }

    V get(K object) {
        V known = made.get(new Probe(object));
        return known != null ? known : make(object);
    }

    private V make(K object) {
        forgetGone();
        V value = maker.apply(object);
        V earlier = made.putIfAbsent(new Weak<>(object, gone), value);
        return earlier != null ? earlier : value;
    }

    private void forgetGone() {
        for (Reference<? extends K> reference = gone.poll(); reference != null; reference = gone.poll()) {
            made.remove(reference);
        }
    }

    /** How many objects are remembered. */
    int size() {
        return made.size();
    }

    /** Finds the entry of an object without making a reference for it. */
    private record Probe(Object object) {

        @Override
        public boolean equals(Object other) {
            return other instanceof Weak<?> weak && weak.refersToObject(object);
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(object);
        }
    }

    private static final class Weak<K> extends WeakReference<K> {

        private final int hash;

        private Weak(K object, ReferenceQueue<K> gone) {
            super(object, gone);
            hash = System.identityHashCode(object);
        }

        private boolean refersToObject(Object object) {
            return get() == object;
        }

        @Override
        public boolean equals(Object other) {
            Object object = get();
            return this == other || (object != null && other instanceof Weak<?> weak && weak.refersToObject(object));
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}
