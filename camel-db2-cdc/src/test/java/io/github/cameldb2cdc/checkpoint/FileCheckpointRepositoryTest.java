package io.github.cameldb2cdc.checkpoint;

import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

class FileCheckpointRepositoryTest extends CheckpointRepositoryContract {

    @TempDir
    private Path directory;

    /** A new one each time, so that nothing is remembered but what is in the directory. */
    @Override
    CheckpointRepository repository() {
        return new FileCheckpointRepository(directory.resolve("made").resolve("when needed"));
    }
}
