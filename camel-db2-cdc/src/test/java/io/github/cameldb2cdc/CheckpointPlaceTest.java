package io.github.cameldb2cdc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.MemoryCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.PlainCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.TableCheckpointRepository;
import org.apache.camel.support.processor.idempotent.MemoryIdempotentRepository;
import org.junit.jupiter.api.Test;

class CheckpointPlaceTest {

    private final Db2CdcConfiguration configuration = new Db2CdcConfiguration();

    @Test
    void theSourceKeepsTheCheckpointUnlessAnotherStoreIsGiven() {
        assertThat(CheckpointPlace.repositoryOf(configuration, new UnreachableSource()))
                .isInstanceOf(TableCheckpointRepository.class);
    }

    @Test
    void aCheckpointRepositoryIsUsedAsItIs() {
        MemoryCheckpointRepository given = new MemoryCheckpointRepository();
        configuration.setIdempotentRepository(given);

        assertThat(CheckpointPlace.repositoryOf(configuration, new UnreachableSource()))
                .isSameAs(given);
    }

    @Test
    void anyOtherRepositoryIsUsedByItsKeys() {
        MemoryIdempotentRepository given = new MemoryIdempotentRepository();
        configuration.setIdempotentRepository(given);

        assertThat(CheckpointPlace.repositoryOf(configuration, new UnreachableSource()))
                .isInstanceOf(PlainCheckpointRepository.class);
        assertThat(CheckpointPlace.identityOf(configuration)).isSameAs(given);
    }
}
