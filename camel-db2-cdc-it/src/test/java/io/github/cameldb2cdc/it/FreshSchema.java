package io.github.cameldb2cdc.it;

import java.util.concurrent.atomic.AtomicInteger;

/** Names of schemas that no other test of this process uses, since tests share a database. */
public final class FreshSchema {
    private static final AtomicInteger LAST = new AtomicInteger();

    private FreshSchema() {}

    /** The next one, an ordinary name in upper case. */
    public static String next() {
        return "IT" + LAST.incrementAndGet();
    }
}
