package io.github.cameldb2cdc.test.derby;

import java.util.Map;

/** The settings of the engine, which are per JVM; a setting that the application made stays as it is. */
final class DerbySettings {
    private static final Map<String, String> DEFAULTS = Map.of(
            "derby.locks.waitTimeout", "20",
            "derby.locks.deadlockTimeout", "2",
            // an escalated lock would let the capture of one large transaction stop every reader
            "derby.locks.escalationThreshold", Integer.toString(Integer.MAX_VALUE),
            // new statistics make triggers be compiled again, in the transaction of whoever writes next
            "derby.storage.indexStats.auto", "false",
            "derby.storage.pageCacheSize", "8000",
            "derby.language.statementCache.size", "500");

    private DerbySettings() {}

    static synchronized void apply() {
        DEFAULTS.forEach(DerbySettings::applyOne);
        boolean logChosen = System.getProperty("derby.stream.error.file") != null
                || System.getProperty("derby.stream.error.method") != null
                || System.getProperty("derby.stream.error.field") != null;
        if (!logChosen) {
            System.setProperty("derby.stream.error.method", DerbyLog.class.getName() + ".writer");
        }
    }

    private static void applyOne(String name, String value) {
        if (System.getProperty(name) == null) {
            System.setProperty(name, value);
        }
    }
}
