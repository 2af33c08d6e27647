package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cameldb2cdc.engine.TestOptions;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.Registration;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Registrations in all forms that Capture's register allows. */
class RegistrationFormsTest {

    private static final String REGISTER = "ASNCDC.IBMSNAP_REGISTER";

    private EmbeddedDb2 db2;
    private RecordedRun run;
    private final AtomicInteger looks = new AtomicInteger();
    private volatile int goneAtLook = Integer.MAX_VALUE;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        run = new RecordedRun(WatchedDataSource.of(db2.dataSource(), this::beforeQuery));
    }

    @AfterEach
    void stop() {
        run.close();
        db2.close();
    }

    private void beforeQuery(String sql) {
        if (sql.contains("BEFORE_IMG_PREFIX") && looks.incrementAndGet() == goneAtLook) {
            db2.execute("DELETE FROM " + REGISTER + " WHERE SOURCE_TABLE = 'T'");
        }
    }

    private void publish(String... statements) {
        db2.execute(statements);
        db2.capture().publish();
    }

    private void createT(UnaryOperator<Registration> form) {
        db2.execute("CREATE TABLE R.T (ID INTEGER NOT NULL PRIMARY KEY, V INTEGER, W VARCHAR(9))");
        db2.register(form.apply(Registration.of("R", "T")));
        publish("INSERT INTO R.T VALUES (1, 10, 'one')");
    }

    private void startAndLoad() {
        run.start(TestOptions.schema("R")
                        .with(given -> {
                            given.checkpointInterval = Duration.ZERO;
                            return given;
                        })
                        .build())
                .runUntilIdle();
        assertThat(run.consumer().engine().status().trouble()).isNull();
        run.takeLines();
    }

    private List<String> follow(String... statements) {
        publish(statements);
        run.runUntilIdle();
        assertThat(run.consumer().engine().status().trouble()).isNull();
        return run.takeLines();
    }

    @ParameterizedTest
    @ValueSource(strings = {"X", "B_", "OLD", "OLD_", "#", "x"})
    void updatesAsOneRowHaveTheirOldRowUnderAnyPrefix(String prefix) {
        createT(form -> form.updatesAsRows().beforeImages(prefix));
        startAndLoad();

        assertThat(follow("UPDATE R.T SET V = 11", "UPDATE R.T SET ID = 2", "DELETE FROM R.T"))
                .containsExactly(
                        "u T {ID=1, V=10, W=one} -> {ID=1, V=11, W=one}",
                        "d T {ID=1, V=11, W=one}",
                        "c T {ID=2, V=11, W=one}",
                        "d T {ID=2, V=11, W=one}");
    }

    @Test
    void updatesAsOneRowWithoutOldValuesHaveTheNewRowOnly() {
        createT(Registration::updatesAsRows);
        startAndLoad();

        assertThat(follow("UPDATE R.T SET V = 11")).containsExactly("u T {ID=1, V=11, W=one}");
    }

    @ParameterizedTest
    @CsvSource({"true", "false"})
    void aColumnThatMayBeAnOldValueIsRefused(boolean updatesAsRows) {
        db2.execute("CREATE TABLE R.T (ID INTEGER NOT NULL PRIMARY KEY, V INTEGER, XV INTEGER)");
        Registration form = Registration.of("R", "T").columns("ID", "V").beforeImages("X");
        db2.register(updatesAsRows ? form.updatesAsRows() : form);
        publish("INSERT INTO R.T VALUES (1, 10, 99)");

        assertThatThrownBy(() -> run.start(TestOptions.schema("R").build()))
                .isInstanceOfSatisfying(CdcException.class, failure -> assertThat(failure.kind())
                        .isEqualTo(FailureKind.DEFINITE))
                .hasMessageContaining("XV")
                .hasMessageContaining("BEFORE_IMG_PREFIX");
    }

    @Test
    void aPrefixThatMakesNoNameOfAnotherColumnIsNoReasonToRefuse() {
        db2.execute("CREATE TABLE R.T (ID INTEGER NOT NULL PRIMARY KEY, V INTEGER, XV INTEGER)");
        db2.register(Registration.of("R", "T").updatesAsRows().beforeImages("Y"));
        publish("INSERT INTO R.T VALUES (1, 10, 99)");
        startAndLoad();

        assertThat(follow("UPDATE R.T SET V = 11")).containsExactly("u T {ID=1, V=10, XV=99} -> {ID=1, V=11, XV=99}");
    }

    @Test
    void anUpdateOfColumnsThatAreNotRegisteredIsNoEventWhereCaptureSkipsIt() {
        createT(form -> form.columns("ID", "V").changesOnly());
        startAndLoad();

        assertThat(follow("UPDATE R.T SET W = 'two'", "UPDATE R.T SET V = 12"))
                .containsExactly("u T {ID=1, V=10} -> {ID=1, V=12}");
    }

    @Test
    void columnsInAnotherOrderKeepTheirValues() {
        createT(form -> form.columns("W", "V", "ID"));
        startAndLoad();

        assertThat(follow("UPDATE R.T SET V = 12")).containsExactly("u T {ID=1, V=10, W=one} -> {ID=1, V=12, W=one}");
    }

    @Test
    void changeTablesMayStandInSeveralSchemas() {
        db2.execute("CREATE TABLE R.U (ID INTEGER NOT NULL PRIMARY KEY)");
        db2.register(Registration.of("R", "U").changeTable("OTHER", "CD1"));
        createT(form -> form.changeTable("R", "CD1"));
        startAndLoad();

        assertThat(follow("INSERT INTO R.U VALUES 5", "UPDATE R.T SET V = 13"))
                .containsExactly("c U {ID=5}", "u T {ID=1, V=10, W=one} -> {ID=1, V=13, W=one}");
    }

    @ParameterizedTest
    @CsvSource({"1, 1, CD_TABLE", "1, 7, CD_TABLE", "0, 3, CD_TABLE", "0, 8, CD_TABLE", "0, 9, CD_TABLE", "0, 1, NULL"})
    void rowsThatRegisterNoTableWithAChangeTableAreLeftOut(int viewQualifier, int structure, String changeTable) {
        createT(form -> form);
        String name = viewQualifier == 0 ? "'NO_TABLE'" : "SOURCE_TABLE";
        db2.execute("INSERT INTO " + REGISTER + " (SOURCE_OWNER, SOURCE_TABLE, SOURCE_VIEW_QUAL, GLOBAL_RECORD,"
                + " SOURCE_STRUCTURE, SOURCE_CONDENSED, SOURCE_COMPLETE, CD_OWNER, CD_TABLE, DISABLE_REFRESH, ARCH_LEVEL,"
                + " CHG_UPD_TO_DEL_INS, CHGONLY, OPTION_FLAGS, STATE) SELECT SOURCE_OWNER, " + name + ", "
                + viewQualifier
                + ", 'N', " + structure + ", 'Y', 'Y', CD_OWNER, "
                + (changeTable.equals("NULL") ? "CAST(NULL AS VARCHAR(128))" : changeTable)
                + ", 0, '0801', 'Y', 'N', 'NNNN', 'A' FROM " + REGISTER + " WHERE SOURCE_TABLE = 'T'");
        startAndLoad();

        assertThat(follow("UPDATE R.T SET V = 14")).containsExactly("u T {ID=1, V=10, W=one} -> {ID=1, V=14, W=one}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"I", "S"})
    void whatCaptureWroteBeforeItStoppedATableIsDelivered(String state) {
        createT(form -> form);
        startAndLoad();
        publish("UPDATE R.T SET V = 15");
        db2.execute("UPDATE " + REGISTER + " SET STATE = '" + state
                + "', STATE_INFO = 'ASN0010E' WHERE SOURCE_TABLE = 'T'");

        run.runUntilIdle();

        assertThat(run.takeLines()).containsExactly("u T {ID=1, V=10, W=one} -> {ID=1, V=15, W=one}");
        assertThat(run.consumer().engine().status().trouble()).isNull();
    }

    /** Between two looks of one start, and between those of one poll. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void aRegistrationThatGoesBeforeAnyLookIsSaidAndNoFaultOfTheComponent(int look) {
        createT(form -> form);
        goneAtLook = look;
        CdcException failure = null;
        try {
            run.start(TestOptions.schema("R").build()).runUntilIdle();
            publish("UPDATE R.T SET V = 16");
            run.runUntilIdle();
            failure = run.consumer().engine().status().trouble();
        } catch (CdcException e) {
            failure = e;
        }

        assertThat(looks.get()).as("looks at the register").isGreaterThanOrEqualTo(look);
        assertThat(failure).isNotNull();
        assertThat(failure.kind()).as(failure.getMessage()).isEqualTo(FailureKind.DEFINITE);
        assertThat(failure).hasMessageContaining("regist");
    }
}
