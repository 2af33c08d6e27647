package io.github.cameldb2cdc.it.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.it.RouteRun;
import io.github.cameldb2cdc.setup.Activation;
import io.github.cameldb2cdc.setup.SetupSql;
import io.github.cameldb2cdc.setup.SetupStep;
import io.github.cameldb2cdc.setup.TableSetup;
import io.github.cameldb2cdc.source.Platform;
import io.github.cameldb2cdc.test.Db2WithCapture;
import io.github.cameldb2cdc.test.Registration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What becomes of registrations, and what is captured of a table. */
abstract class RegistrationLedger extends Ledger {

    private void insertRegistration(String name, Activation activation) {
        TableSetup setup =
                TableSetup.of(new TableId(schema, name), db2().controlSchema()).withActivation(activation);
        new SetupSql(Platform.LUW, db2().controlSchema())
                .register(setup).stream()
                        .map(SetupStep::sql)
                        .filter(Objects::nonNull)
                        .forEach(db2()::execute);
    }

    @Test
    @Proves(Assumption.CAPSTART_SETS_OLD_SYNCHPOINT)
    void aSignalActivatesARegistrationAtAKnownPlace() throws Exception {
        created("A");
        insertRegistration("A", Activation.CAPSTART);
        await("the registration is active", () -> "A".equals(register("STATE", "A")));
        assertThat(register("CD_OLD_SYNCHPOINT", "A")).hasSize(32);
        db2().execute("INSERT INTO " + schema + ".A VALUES (1, 'x')");
        db2().capture().catchUp();
        assertThat(sql().one("SELECT MIN(IBMSNAP_COMMITSEQ) FROM " + changeTable("A")))
                .isGreaterThan(register("CD_OLD_SYNCHPOINT", "A"));
    }

    @Test
    @Proves(Assumption.HAND_MADE_HAS_NO_OLD_SYNCHPOINT)
    void aRegistrationThatIsInsertedActiveHasNoOldSynchpoint() throws Exception {
        String table = registered(Registration.of(schema, "A").oldSynchpoint(Registration.OldSynchpoint.NULL));
        db2().execute("INSERT INTO " + table + " VALUES (1, 'x')");
        db2().capture().catchUp();
        assertThat(changes("A")).hasSize(1);
        assertThat(register("CD_OLD_SYNCHPOINT", "A")).isNull();
    }

    @Test
    @Proves(Assumption.STATE_A_PROVES_NOTHING)
    void aStateThatCaptureHasNotReadCapturesNothing() throws Exception {
        created("A");
        insertRegistration("A", Activation.REINIT);
        db2().execute("INSERT INTO " + schema + ".A VALUES (1, 'too early')");
        db2().capture().catchUp();
        assertThat(register("STATE", "A")).isEqualTo("A");
        assertThat(changes("A")).isEmpty();
        db2().capture().reinit();
        db2().execute("INSERT INTO " + schema + ".A VALUES (2, 'in time')");
        db2().capture().catchUp();
        assertThat(changes("A")).containsExactly(List.of("I", "2", "in time"));
    }

    @Test
    @Proves(Assumption.USER_SIGNAL)
    void aSignalOfAUserGetsThePlaceOfItsCommit() throws Exception {
        String table = registered("A");
        db2().execute(
                        "INSERT INTO " + table + " VALUES (1, 'before')",
                        "INSERT INTO " + control("IBMSNAP_SIGNAL")
                                + " (SIGNAL_TYPE, SIGNAL_SUBTYPE, SIGNAL_INPUT_IN, SIGNAL_STATE) VALUES ('USER', '"
                                + schema + "', 'ledger', 'P')",
                        "INSERT INTO " + table + " VALUES (2, 'after')");
        db2().capture().catchUp();
        List<String> signal = sql().rows(
                        "SELECT SIGNAL_STATE, SIGNAL_LSN FROM " + control("IBMSNAP_SIGNAL")
                                + " WHERE SIGNAL_SUBTYPE = ?",
                        schema)
                .get(0);
        assertThat(signal.get(0)).isEqualTo("R");
        List<List<String>> commits = sql().rows("SELECT IBMSNAP_COMMITSEQ FROM " + changeTable("A") + " ORDER BY ID");
        assertThat(signal.get(1))
                .isGreaterThan(commits.get(0).get(0))
                .isLessThan(commits.get(1).get(0));
    }

    @Test
    @Proves(Assumption.STOPPED_REGISTRATION_SAYS_WHY)
    void anErrorStopsTheRegistrationOfItsTableOnly() throws Exception {
        String failing = registered(Registration.of(schema, "A").continueOnError());
        String other = registered("B");
        db2().execute("ALTER TABLE " + changeTable("A") + " ADD CONSTRAINT SMALL_" + schema + " CHECK (ID < 100)");
        db2().execute("INSERT INTO " + failing + " VALUES (100, 'x')", "INSERT INTO " + other + " VALUES (1, 'x')");
        await("the registration is stopped", () -> "S".equals(register("STATE", "A")));
        assertThat(register("STATE_INFO", "A")).startsWith("ASN");
        db2().capture().catchUp();
        assertThat(changes("B")).hasSize(1);
    }

    @Test
    @Proves(Assumption.LARGE_OBJECTS_STAY_OUT)
    void aTableWithLargeObjectsIsCapturedWithoutThem() throws Exception {
        db2().execute("CREATE TABLE " + schema
                + ".A (ID INTEGER NOT NULL PRIMARY KEY, V VARCHAR(20), NOTE CLOB(1K), PICTURE BLOB(1K))");
        db2().register(schema + ".A");
        db2().execute(
                        "INSERT INTO " + schema + ".A (ID, V, NOTE) VALUES (1, 'x', 'long')",
                        "UPDATE " + schema + ".A SET NOTE = 'longer'");
        db2().capture().catchUp();
        assertThat(changes("A"))
                .containsExactly(List.of("I", "1", "x"), List.of("D", "1", "x"), List.of("I", "1", "x"));
        assertThat(sql().count(
                                "SELECT COUNT(*) FROM SYSCAT.COLUMNS WHERE TABSCHEMA = ? AND TABNAME = ? AND COLNAME IN"
                                        + " ('NOTE', 'PICTURE')",
                                db2().controlSchema(),
                                "CDC_" + schema + "_A"))
                .isZero();
    }

    @Test
    @Proves(Assumption.ADDED_COLUMN_IS_LEFT_OUT)
    void rowsGoOnWithoutAColumnThatOnlyTheSourceHas() throws Exception {
        Db2WithCapture real = realDb2("its registered tables are altered through the kit only");
        String table = registered("A");
        real.execute("ALTER TABLE " + table + " ADD COLUMN MORE VARCHAR(10)");
        real.execute("INSERT INTO " + table + " VALUES (1, 'x', 'more')");
        real.capture().catchUp();
        assertThat(changes("A")).containsExactly(List.of("I", "1", "x"));
        assertThat(register("STATE", "A")).isEqualTo("A");
    }

    @Test
    @Proves(Assumption.TRUNCATE_IS_SILENT)
    void truncateLeavesNoRow() throws Exception {
        Db2WithCapture real = realDb2("it has no TRUNCATE ... IMMEDIATE");
        String table = registered("A");
        real.execute("INSERT INTO " + table + " VALUES (1, 'x')", "TRUNCATE TABLE " + table + " IMMEDIATE");
        real.capture().catchUp();
        assertThat(changes("A")).containsExactly(List.of("I", "1", "x"));
    }

    @Test
    @Proves(Assumption.RARE_TYPES)
    void rareTypesAreTheSameLoadedAndStreamed() {
        Db2WithCapture real = realDb2("its engine has no such types");
        String table = schema + ".A";
        real.execute("CREATE TABLE " + table + " (ID INTEGER NOT NULL PRIMARY KEY, D DECFLOAT(34), E DECFLOAT(16),"
                + " T TIMESTAMP(12), G VARGRAPHIC(10), N INTEGER)");
        real.register(table);
        real.execute(
                "INSERT INTO " + table
                        + " VALUES (1, 1.10, CAST('NaN' AS DECFLOAT(16)), '2026-03-29-02.30.00.123456789012',"
                        + " 'é日', 0)",
                "INSERT INTO " + table
                        + " VALUES (2, CAST('Infinity' AS DECFLOAT(34)), -0.5, '0001-01-01-00.00.00', '', 0)");
        real.capture().catchUp();
        try (RouteRun run = RouteRun.start(real.dataSource(), real.controlSchema(), schema, "", event -> {})) {
            run.awaitEvents(2);
            real.execute("UPDATE " + table + " SET N = 1");
            run.awaitEvents(4);
            for (String column : List.of("D", "E", "T", "G")) {
                for (int id = 1; id <= 2; id++) {
                    Object loaded = valueOf(run, "r", id, column);
                    assertThat(valueOf(run, "u", id, column)).as(column).isEqualTo(loaded);
                }
            }
        }
    }

    private static Object valueOf(RouteRun run, String operation, int id, String column) {
        return run.events().stream()
                .filter(event -> event.operation().code().equals(operation)
                        && event.row().get("ID").equals(id))
                .map(event -> event.row().get(column))
                .findFirst()
                .orElseThrow();
    }
}
