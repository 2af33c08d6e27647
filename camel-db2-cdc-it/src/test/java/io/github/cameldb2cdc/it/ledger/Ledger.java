package io.github.cameldb2cdc.it.ledger;

import io.github.cameldb2cdc.it.FreshSchema;
import io.github.cameldb2cdc.it.Sql;
import io.github.cameldb2cdc.it.container.Db2Container;
import io.github.cameldb2cdc.test.Db2WithCapture;
import io.github.cameldb2cdc.test.Registration;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Assumptions;

/** What the tests of the ledger share: a schema of their own, its change tables, and the global row. */
abstract class Ledger {

    private static final Duration PATIENCE = Duration.ofMinutes(2);

    final String schema = FreshSchema.next();

    abstract Db2WithCapture db2();

    final Sql sql() {
        return new Sql(db2());
    }

    /** The real Db2; skips the test on the embedded one. */
    final Db2Container realDb2(String whatTheKitCannot) {
        if (db2() instanceof Db2Container container) {
            return container;
        }
        return Assumptions.abort("The embedded Db2 cannot show this: " + whatTheKitCannot);
    }

    /** A table with the columns ID, the key, and V, registered with the defaults. */
    final String registered(String name) {
        created(name);
        db2().register(schema + "." + name);
        return schema + "." + name;
    }

    final String registered(Registration registration) {
        String name = registration.source().name();
        created(name);
        db2().register(registration);
        return schema + "." + name;
    }

    final void created(String name) {
        db2().execute("CREATE TABLE " + schema + "." + name + " (ID INTEGER NOT NULL PRIMARY KEY, V VARCHAR(20))");
    }

    final String changeTable(String name) {
        return db2().controlSchema() + ".CDC_" + schema + "_" + name;
    }

    /** Operation, ID and V of the rows of a change table, in their order. */
    final List<List<String>> changes(String name) throws SQLException {
        return sql().rows("SELECT IBMSNAP_OPERATION, ID, V FROM " + changeTable(name)
                + " ORDER BY IBMSNAP_COMMITSEQ, IBMSNAP_INTENTSEQ");
    }

    final String control(String table) {
        return db2().controlSchema() + "." + table;
    }

    /** SYNCHPOINT and SYNCHTIME of the global row. */
    final List<String> globalRow() throws SQLException {
        return sql().rows("SELECT SYNCHPOINT, SYNCHTIME FROM " + control("IBMSNAP_REGISTER")
                        + " WHERE GLOBAL_RECORD = 'Y' WITH CS")
                .get(0);
    }

    /** A column of the registration of a table of this schema. */
    final String register(String column, String name) throws SQLException {
        return sql().one(
                        "SELECT " + column + " FROM " + control("IBMSNAP_REGISTER")
                                + " WHERE SOURCE_OWNER = ? AND SOURCE_TABLE = ?",
                        schema,
                        name);
    }

    final void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what)
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(100))
                .until(condition);
    }
}
