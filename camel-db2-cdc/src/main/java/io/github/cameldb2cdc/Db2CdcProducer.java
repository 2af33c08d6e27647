package io.github.cameldb2cdc;

import io.github.cameldb2cdc.checkpoint.CheckpointRepository;
import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.engine.EngineStatus;
import io.github.cameldb2cdc.engine.OnGap;
import io.github.cameldb2cdc.engine.Preflight;
import io.github.cameldb2cdc.event.CdcException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import javax.sql.DataSource;
import org.apache.camel.CamelContextAware;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultProducer;
import org.apache.camel.support.service.ServiceHelper;

/** Answers operations: the body is replaced by the answer. Thread-safe. */
final class Db2CdcProducer extends DefaultProducer {

    private final Db2CdcConfiguration configuration;
    private final EngineOptions options;

    /** @param configuration read only by this producer from here on */
    Db2CdcProducer(Db2CdcEndpoint endpoint, Db2CdcConfiguration configuration, EngineOptions options) {
        super(endpoint);
        this.configuration = configuration;
        this.options = options;
    }

    @Override
    public void process(Exchange exchange) {
        exchange.getMessage().setBody(answer());
    }

    private Object answer() {
        return switch (configuration.getOperation()) {
            case STATUS -> consumers().stream().map(Db2CdcProducer::statusOf).toList();
            case PREFLIGHT -> preflight();
            case RESUME -> resumeConsumers();
        };
    }

    private List<Db2CdcConsumer> consumers() {
        Db2CdcComponent component = (Db2CdcComponent) getEndpoint().getComponent();
        return component.liveConsumers().stream()
                .filter(consumer -> consumer.getCheckpointName().equals(options.checkpointName()))
                .toList();
    }

    private static Map<String, Object> statusOf(Db2CdcConsumer consumer) {
        EngineStatus status = consumer.status();
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("checkpointName", consumer.getCheckpointName());
        map.put("routeId", consumer.getRouteId());
        map.put("state", consumer.getEngineState());
        map.put("trouble", consumer.getTrouble());
        map.put("acknowledged", consumer.getAcknowledgedPosition());
        map.put("watermark", consumer.getWatermark());
        map.put("inFlight", status == null ? 0 : status.inFlight());
        map.put("delivered", status == null ? 0L : status.delivered());
        return map;
    }

    private Preflight.Report preflight() {
        DataSource source = configuration.getJdbcUrl() == null
                ? configuration.getDataSource()
                : ConnectionPool.unpooled(
                        configuration, getEndpoint().getCamelContext().getClassResolver());
        CheckpointRepository checkpoints = CheckpointPlace.repositoryOf(configuration, source);
        CamelContextAware.trySetCamelContext(
                configuration.getIdempotentRepository(), getEndpoint().getCamelContext());
        ServiceHelper.startService(checkpoints);
        return Preflight.of(options, source, checkpoints);
    }

    private boolean resumeConsumers() {
        List<Db2CdcConsumer> consumers = consumers();
        if (consumers.isEmpty()) {
            throw CdcException.definite("No consumer of the checkpoint '" + options.checkpointName()
                    + "' runs in this context, so there is nothing to resume; start its route, or name its"
                    + " checkpointName.");
        }
        return consumers.stream()
                .map(consumer -> consumer.decideGap(OnGap.CONTINUE.name()))
                .reduce(false, Boolean::logicalOr);
    }
}
