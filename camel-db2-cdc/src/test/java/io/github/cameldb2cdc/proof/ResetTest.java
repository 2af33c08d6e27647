package io.github.cameldb2cdc.proof;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.CheckpointFencedException;
import io.github.cameldb2cdc.checkpoint.CheckpointRepository;
import io.github.cameldb2cdc.checkpoint.FileCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.TableCheckpointRepository;
import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.TestOptions;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of a consumer whose checkpoint is reset under it, as another process can do. */
class ResetTest {

    private final EngineOptions options = TestOptions.schema("R")
            .with(given -> {
                given.checkpointInterval = Duration.ZERO;
                return given;
            })
            .build();
    private EmbeddedDb2 db2;

    @BeforeEach
    void start() {
        db2 = EmbeddedDb2.builder().capturePaused().start();
        db2.execute("CREATE TABLE R.T (ID INTEGER NOT NULL PRIMARY KEY)");
        db2.register("R.T");
    }

    @AfterEach
    void stop() {
        db2.close();
    }

    private void change(int id) {
        db2.execute("INSERT INTO R.T VALUES (" + id + ")");
        db2.capture().publish();
    }

    @Test
    void aConsumerElsewhereIsFencedByTheTable() {
        anOldPositionIsNeverWrittenBack(() -> new TableCheckpointRepository(db2.dataSource()));
    }

    @Test
    void aConsumerElsewhereIsFencedByTheFile(@TempDir Path directory) {
        anOldPositionIsNeverWrittenBack(() -> new FileCheckpointRepository(directory));
    }

    private void anOldPositionIsNeverWrittenBack(Supplier<CheckpointRepository> stores) {
        String name = options.checkpointName();
        try (RecordedRun old = new RecordedRun(db2.dataSource(), stores.get(), new MovableClock())) {
            old.start(options).runUntilIdle();
            old.consumer().stop();
            // names come from seeds here: that of a second life is another one than that of the consumer below
            old.start(options).runUntilIdle();
            change(1);
            old.runUntilIdle();
            assertThat(old.takeLines()).containsExactly("c T {ID=1}");

            stores.get().forget(name);
            change(2);
            old.runUntilIdle();

            assertThat(old.consumer().engine().status().trouble()).isInstanceOf(CheckpointFencedException.class);
            assertThat(stores.get().load(name)).isEmpty();
            try (RecordedRun anew = new RecordedRun(db2.dataSource(), stores.get(), new MovableClock())) {
                anew.start(options).runUntilIdle();
                assertThat(anew.takeLines()).containsExactly("r T {ID=1}", "r T {ID=2}");
                old.takeLines();
                change(3);
                old.runUntilIdle();
                anew.runUntilIdle();
                old.consumer().stop();
                assertThat(old.takeLines()).isEmpty();
                assertThat(anew.takeLines()).containsExactly("c T {ID=3}");
                assertThat(anew.consumer().engine().status().trouble()).isNull();
                Position acknowledged = anew.consumer().engine().status().acknowledged();
                anew.consumer().stop();
                assertThat(stores.get().load(name).orElseThrow().position()).isEqualTo(acknowledged);
            }
        }
    }
}
