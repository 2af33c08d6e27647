package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.source.Platform;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows and changes on their way from the embedded Db2 through the engine. */
class EngineStreamTest {

    private EmbeddedDb2 db2;
    private EngineRig rig;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute("CREATE TABLE S.EMPLOYEES (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(40))");
        db2.register("S.EMPLOYEES");
        rig = new EngineRig(db2.dataSource(), new MemoryCheckpointRepository());
    }

    @AfterEach
    void stop() {
        rig.close();
        db2.close();
    }

    @Test
    void rowsAreLoadedAndChangesFollow() {
        db2.execute("INSERT INTO S.EMPLOYEES VALUES (1, 'Ada'), (2, 'Ben')");
        db2.capture().publish();
        rig.start(TestOptions.schema("S").build());
        rig.runUntilIdle();
        assertThat(rig.lines()).containsExactly("r EMPLOYEES {ID=1, NAME=Ada}", "r EMPLOYEES {ID=2, NAME=Ben}");

        db2.execute(
                "INSERT INTO S.EMPLOYEES VALUES (3, 'Cid')",
                "UPDATE S.EMPLOYEES SET NAME = 'Bea' WHERE ID = 2",
                "DELETE FROM S.EMPLOYEES WHERE ID = 1");
        db2.capture().publish();
        rig.runUntilIdle();
        assertThat(rig.lines())
                .endsWith(
                        "c EMPLOYEES {ID=3, NAME=Cid}",
                        "u EMPLOYEES {ID=2, NAME=Ben} -> {ID=2, NAME=Bea}",
                        "d EMPLOYEES {ID=1, NAME=Ada}");
    }

    @Test
    void theCatalogOfZosSaysTheSameAsThatOfLuw() {
        db2.execute("INSERT INTO S.EMPLOYEES VALUES (1, 'Ada')");
        db2.capture().publish();
        rig.start(TestOptions.schema("S")
                .with(options -> {
                    options.platform = Platform.ZOS;
                    return options;
                })
                .build());
        rig.runUntilIdle();
        db2.execute("UPDATE S.EMPLOYEES SET ID = 2 WHERE ID = 1");
        db2.capture().publish();
        rig.runUntilIdle();

        assertThat(rig.lines())
                .containsExactly(
                        "r EMPLOYEES {ID=1, NAME=Ada}", "d EMPLOYEES {ID=1, NAME=Ada}", "c EMPLOYEES {ID=2, NAME=Ada}");
    }
}
