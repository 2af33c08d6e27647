package io.github.cameldb2cdc;

import io.github.cameldb2cdc.checkpoint.CheckpointRepository;
import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.event.CdcException;
import java.util.List;
import java.util.function.Function;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.support.service.ServiceHelper;

/**
 * What an operation works on: the endpoint's source, its checkpoint, and the consumers that have it. Thread-safe.
 *
 * @param endpoint the endpoint that the message was sent to
 * @param configuration its options, read only
 * @param options the same, checked
 */
record OperationTarget(Db2CdcEndpoint endpoint, Db2CdcConfiguration configuration, EngineOptions options) {

    String checkpointName() {
        return options.checkpointName();
    }

    /** The consumers of the checkpoint that are started in this context at the moment. */
    List<Db2CdcConsumer> consumers() {
        return endpoint.getComponent().liveConsumers().stream()
                .filter(consumer -> consumer.getCheckpointName().equals(checkpointName()))
                .toList();
    }

    /**
     * The same, of which there has to be one.
     *
     * @param purpose what it is asked for, such as "resume"
     * @throws CdcException definite, if there is none
     */
    List<Db2CdcConsumer> requireConsumers(String purpose) {
        List<Db2CdcConsumer> consumers = consumers();
        if (consumers.isEmpty()) {
            throw CdcException.definite("No consumer of the checkpoint '" + checkpointName()
                    + "' runs in this context, so there is nothing to " + purpose + "; start its route, or name its"
                    + " checkpointName.");
        }
        return consumers;
    }

    /** The source, with a new connection for each use where a URL leads to it. */
    DataSource source() {
        return configuration.getJdbcUrl() == null
                ? configuration.getDataSource()
                : ConnectionPool.unpooled(configuration, context().getClassResolver());
    }

    /** Works with the store of the checkpoint while it is started. */
    <T> T withCheckpoints(DataSource source, Function<CheckpointRepository, T> work) {
        CheckpointRepository checkpoints = CheckpointPlace.repositoryOf(configuration, source);
        CamelContextAware.trySetCamelContext(configuration.getIdempotentRepository(), context());
        ServiceHelper.startService(checkpoints);
        try {
            return work.apply(checkpoints);
        } finally {
            // one that was given belongs to whoever made it
            if (checkpoints != configuration.getIdempotentRepository()) {
                ServiceHelper.stopService(checkpoints);
            }
        }
    }

    private CamelContext context() {
        return endpoint.getCamelContext();
    }
}
