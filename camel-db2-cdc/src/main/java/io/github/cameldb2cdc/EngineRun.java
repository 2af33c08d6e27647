package io.github.cameldb2cdc;

import com.zaxxer.hikari.HikariDataSource;
import io.github.cameldb2cdc.checkpoint.CheckpointRepository;
import io.github.cameldb2cdc.engine.CdcEngine;
import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.EventSink;
import java.security.SecureRandom;
import java.time.Clock;
import java.util.ArrayDeque;
import java.util.Deque;
import javax.sql.DataSource;
import org.apache.camel.CamelContext;
import org.apache.camel.CamelContextAware;
import org.apache.camel.support.service.ServiceHelper;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What lives from the start of a consumer to its stop: the claim on the checkpoint, the pool if there is one, the store,
 * the engine. Opened as a whole or not at all; closed in the reverse order.
 */
final class EngineRun implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(EngineRun.class);

    private final Deque<AutoCloseable> resources = new ArrayDeque<>();
    private CdcEngine engine;

    private EngineRun() {}

    /**
     * Opens all of it. The source need not be reachable.
     *
     * @param owner the consumer, as sentences name it
     * @throws io.github.cameldb2cdc.event.CdcException definite, with the operator's sentence
     */
    static EngineRun open(
            CamelContext context,
            String owner,
            Db2CdcConfiguration configuration,
            EngineOptions options,
            EventSink sink) {
        EngineRun run = new EngineRun();
        try {
            run.openAll(context, owner, configuration, options, sink);
            return run;
        } catch (RuntimeException | Error e) {
            run.close();
            throw e;
        }
    }

    private void openAll(
            CamelContext context,
            String owner,
            Db2CdcConfiguration configuration,
            EngineOptions options,
            EventSink sink) {
        resources.push(
                CheckpointClaim.take(CheckpointPlace.identityOf(configuration), options.checkpointName(), owner));
        DataSource source = openSource(context, configuration, options);
        CheckpointRepository checkpoints = CheckpointPlace.repositoryOf(configuration, source);
        CamelContextAware.trySetCamelContext(configuration.getIdempotentRepository(), context);
        ServiceHelper.startService(checkpoints);
        if (checkpoints != configuration.getIdempotentRepository()) {
            resources.push(() -> ServiceHelper.stopService(checkpoints));
        }
        engine = new CdcEngine(options, source, checkpoints, sink, Clock.systemUTC(), new SecureRandom());
        resources.push(engine);
        engine.open();
    }

    private DataSource openSource(CamelContext context, Db2CdcConfiguration configuration, EngineOptions options) {
        if (configuration.getJdbcUrl() == null) {
            return configuration.getDataSource();
        }
        HikariDataSource pool = ConnectionPool.open(
                configuration, options.checkpointName(), options.snapshotParallelism(), context.getClassResolver());
        resources.push(pool);
        return pool;
    }

    CdcEngine engine() {
        return engine;
    }

    /** Frees everything; a failure to free one thing keeps no other from being freed. */
    @Override
    public void close() {
        while (!resources.isEmpty()) {
            AutoCloseable resource = resources.pop();
            try {
                resource.close();
            } catch (Exception e) {
                LOG.warn("Closing {} failed.", resource.getClass().getSimpleName(), e);
            }
        }
    }
}
