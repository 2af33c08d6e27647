package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.engine.TestOptions;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.Registration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Names of schemas, tables and columns that a careless statement would take for something else. */
class NamesTest {

    private static final List<String> NAMES = List.of(
            "A_B", "AXB", "A%B", "lower", "Lower", "with blank", "dot.ted", "quo\"ted", "it's", "$#@", "SELECT");

    private EmbeddedDb2 db2;
    private RecordedRun run;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        run = new RecordedRun(db2.dataSource());
    }

    @AfterEach
    void stop() {
        run.close();
        db2.close();
    }

    private static String quoted(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    @Test
    void tablesAreToldApartByTheirExactNames() {
        assertLoadedAndFollowed("N", NAMES);
    }

    @Test
    void schemasMayHaveAnyName() {
        assertLoadedAndFollowed("my \"odd\".sch_ema", List.of("A_B", "AXB"));
    }

    private void assertLoadedAndFollowed(String schema, List<String> names) {
        List<String> loaded = new ArrayList<>();
        List<String> followed = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            String table = quoted(schema) + "." + quoted(names.get(i));
            db2.execute("CREATE TABLE " + table + " (ID INTEGER NOT NULL PRIMARY KEY, C" + i + " INTEGER)");
            db2.register(Registration.of(schema, names.get(i)).changeTable("ASNCDC", "CD" + i));
            db2.execute("INSERT INTO " + table + " VALUES (" + i + ", 0)");
            loaded.add("r " + names.get(i) + " {ID=" + i + ", C" + i + "=0}");
            followed.add("u " + names.get(i) + " {ID=" + i + ", C" + i + "=0} -> {ID=" + i + ", C" + i + "=1}");
        }
        db2.capture().publish();
        run.start(TestOptions.tables(schema, names.toArray(String[]::new)).build())
                .runUntilIdle();
        assertThat(run.takeLines()).containsExactlyInAnyOrderElementsOf(loaded);
        for (int i = 0; i < names.size(); i++) {
            db2.execute("UPDATE " + quoted(schema) + "." + quoted(names.get(i)) + " SET C" + i + " = 1");
        }
        db2.capture().publish();
        run.runUntilIdle();
        assertThat(run.takeLines()).containsExactlyElementsOf(followed);
    }

    @Test
    void columnsMayHaveAnyName() {
        List<String> definitions = new ArrayList<>();
        List<String> zeros = new ArrayList<>();
        List<String> assignments = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (int i = 0; i < NAMES.size(); i++) {
            definitions.add(quoted(NAMES.get(i)) + " INTEGER NOT NULL");
            zeros.add("0");
            assignments.add(quoted(NAMES.get(i)) + " = " + (i + 1));
            values.add(NAMES.get(i) + "=" + (i + 1));
        }
        String key = "PRIMARY KEY (" + quoted("quo\"ted") + ", " + quoted("A_B") + ")";
        db2.execute("CREATE TABLE N.ODD (" + String.join(", ", definitions) + ", " + key + ")");
        db2.register(Registration.of("N", "ODD").updatesAsRows().beforeImages("\"X "));
        db2.execute("INSERT INTO N.ODD VALUES (" + String.join(", ", zeros) + ")");
        db2.capture().publish();
        run.start(TestOptions.schema("N").build()).runUntilIdle();
        assertThat(run.takeLines()).hasSize(1);
        db2.execute("UPDATE N.ODD SET " + String.join(", ", assignments));
        db2.capture().publish();
        run.runUntilIdle();
        assertThat(run.takeLines())
                .hasSize(2)
                .first()
                .asString()
                .startsWith("d ODD")
                .doesNotContain("=1");
        db2.execute("UPDATE N.ODD SET LOWER = 1".replace("LOWER", quoted("lower")));
        db2.capture().publish();
        run.runUntilIdle();
        assertThat(run.takeLines()).singleElement().asString().contains("{" + String.join(", ", values) + "} ->");
    }
}
