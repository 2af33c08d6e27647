package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.Tombstone;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Deletes and their tombstones on their way from the embedded Db2 through the engine. */
class TombstoneTest {

    private EmbeddedDb2 db2;
    private EngineRig rig;
    private EngineOptions options;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute(
                "CREATE TABLE S.KEYED (ID INTEGER NOT NULL PRIMARY KEY, NAME VARCHAR(40))",
                "CREATE TABLE S.LOOSE (A INTEGER)",
                "INSERT INTO S.KEYED VALUES (1, 'Ada'), (2, 'Ben')",
                "INSERT INTO S.LOOSE VALUES (1)");
        db2.register("S.KEYED");
        db2.register("S.LOOSE");
        db2.capture().publish();
        rig = new EngineRig(db2.dataSource(), new MemoryCheckpointRepository());
        options = TestOptions.schema("S")
                .with(changed -> {
                    changed.tombstones = true;
                    changed.snapshotMode = SnapshotMode.NO_DATA;
                    return changed;
                })
                .build();
        rig.start(options);
        rig.runUntilIdle();
    }

    @AfterEach
    void stop() {
        rig.close();
        db2.close();
    }

    @Test
    void aDeleteIsFollowedByATombstoneWhereThereIsAKey() {
        db2.execute("DELETE FROM S.KEYED WHERE ID = 1", "DELETE FROM S.LOOSE");
        db2.capture().publish();
        rig.runUntilIdle();

        assertThat(rig.lines()).containsExactly("d KEYED {ID=1, NAME=Ada}", "tombstone KEYED", "d LOOSE {A=1}");
    }

    @Test
    void aChangedKeyIsADeleteWithTheNewKeyItsTombstoneAndACreateWithTheOldKey() {
        db2.execute("UPDATE S.KEYED SET ID = 7 WHERE ID = 1");
        db2.capture().publish();
        rig.runUntilIdle();

        assertThat(rig.lines())
                .containsExactly("d KEYED {ID=1, NAME=Ada}", "tombstone KEYED", "c KEYED {ID=7, NAME=Ada}");
        RowChange deletion = rig.events().get(0);
        RowChange creation = rig.events().get(1);
        assertThat(deletion.otherKey()).isEqualTo(creation.key());
        assertThat(creation.otherKey()).isEqualTo(deletion.key());
    }

    @Test
    void aDeleteIsDeliveredAgainAsLongAsItsTombstoneIsNotDone() {
        rig.answer(delivery -> {
            if (delivery.event() instanceof Tombstone) {
                rig.engine().requestStop();
            } else {
                delivery.done();
            }
        });
        db2.execute("DELETE FROM S.KEYED WHERE ID = 1", "DELETE FROM S.KEYED WHERE ID = 2");
        db2.capture().publish();
        rig.runUntilIdle();
        assertThat(rig.lines()).containsExactly("d KEYED {ID=1, NAME=Ada}", "tombstone KEYED");

        rig.answer(Delivery::done);
        rig.start(options);
        rig.runUntilIdle();
        assertThat(rig.lines().subList(2, rig.lines().size()))
                .containsExactly(
                        "d KEYED {ID=1, NAME=Ada}", "tombstone KEYED", "d KEYED {ID=2, NAME=Ben}", "tombstone KEYED");
    }

    @Test
    void nothingIsRepeatedOnceTheTombstoneIsDone() {
        db2.execute("DELETE FROM S.KEYED WHERE ID = 1");
        db2.capture().publish();
        rig.runUntilIdle();
        rig.start(options);
        rig.runUntilIdle();

        assertThat(rig.lines()).containsExactly("d KEYED {ID=1, NAME=Ada}", "tombstone KEYED");
    }
}
