package io.github.cameldb2cdc.checkpoint;

class MemoryCheckpointRepositoryTest extends CheckpointRepositoryContract {

    private final MemoryCheckpointRepository repository = new MemoryCheckpointRepository();

    @Override
    CheckpointRepository repository() {
        return repository;
    }
}
