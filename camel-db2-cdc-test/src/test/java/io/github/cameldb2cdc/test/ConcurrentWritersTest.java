package io.github.cameldb2cdc.test;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Threads increment the same few rows of two tables while Capture publishes as fast as it can. Each row's versions must
 * come one after the other: were a transaction published before one that it waited for, a version would come too early.
 */
class ConcurrentWritersTest {
    @RegisterExtension
    static final EmbeddedDb2Extension EXTENSION =
            EmbeddedDb2Extension.create().with(builder -> builder.captureInterval(java.time.Duration.ofMillis(1)));

    private static final int WRITERS = 3;
    private static final int TRANSACTIONS = 60;
    private static final int KEYS = 4;

    private final EmbeddedDb2 db2 = EXTENSION.get();

    @Test
    void dependentTransactionsArePublishedInTheirOrder() throws Exception {
        for (String table : List.of("DB2INST1.W0", "DB2INST1.W1")) {
            db2.execute("CREATE TABLE " + table + " (ID INTEGER NOT NULL PRIMARY KEY, VERSION INTEGER NOT NULL)");
            db2.register(table);
            for (int key = 0; key < KEYS; key++) {
                db2.execute("INSERT INTO " + table + " VALUES (" + key + ", 0)");
            }
        }
        ExecutorService writers = Executors.newFixedThreadPool(WRITERS);
        List<Future<?>> running = new ArrayList<>();
        for (int number = 0; number < WRITERS; number++) {
            int seed = number;
            running.add(writers.submit(() -> {
                write(new Random(seed));
                return null;
            }));
        }
        for (Future<?> writer : running) {
            writer.get(60, TimeUnit.SECONDS);
        }
        writers.shutdown();
        db2.capture().publish();
        assertThat(versionsOutOfOrder()).isEmpty();
    }

    private void write(Random random) throws Exception {
        try (Connection connection = db2.connect()) {
            connection.setAutoCommit(false);
            for (int transaction = 0; transaction < TRANSACTIONS; transaction++) {
                // always in the same order of rows, so that nobody deadlocks
                for (int table = 0; table < 2; table++) {
                    for (int key = 0; key < KEYS; key++) {
                        if (random.nextInt(3) == 0) {
                            increment(connection, "DB2INST1.W" + table, key);
                        }
                    }
                }
                connection.commit();
            }
        }
    }

    private static void increment(Connection connection, String table, int key) throws Exception {
        try (PreparedStatement statement =
                connection.prepareStatement("UPDATE " + table + " SET VERSION = VERSION + 1 WHERE ID = ?")) {
            statement.setInt(1, key);
            statement.executeUpdate();
        }
    }

    private List<String> versionsOutOfOrder() throws Exception {
        Map<String, Integer> last = new HashMap<>();
        List<String> wrong = new ArrayList<>();
        for (List<String> row : Rows.of(
                db2,
                "SELECT T, ID, VERSION FROM (SELECT 'W0' T, ID, VERSION,"
                        + " IBMSNAP_COMMITSEQ C, IBMSNAP_INTENTSEQ I FROM ASNCDC.CDC_DB2INST1_W0 WHERE IBMSNAP_OPERATION = 'I'"
                        + " UNION ALL SELECT 'W1' T, ID, VERSION, IBMSNAP_COMMITSEQ C, IBMSNAP_INTENTSEQ I"
                        + " FROM ASNCDC.CDC_DB2INST1_W1 WHERE IBMSNAP_OPERATION = 'I') x ORDER BY C, I")) {
            int version = Integer.parseInt(row.get(2));
            String key = row.get(0) + "/" + row.get(1);
            Integer before = last.put(key, version);
            if (version != (before == null ? 0 : before + 1)) {
                wrong.add(key + ": " + before + " then " + version);
            }
        }
        return wrong;
    }
}
