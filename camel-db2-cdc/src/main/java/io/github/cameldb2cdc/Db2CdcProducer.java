package io.github.cameldb2cdc;

import io.github.cameldb2cdc.engine.EngineOptions;
import org.apache.camel.Exchange;
import org.apache.camel.support.DefaultProducer;

/** Answers the endpoint's operation: the body is replaced by the answer. Thread-safe. */
final class Db2CdcProducer extends DefaultProducer {

    private final Operation operation;

    /** @param configuration read only by this producer from here on */
    Db2CdcProducer(Db2CdcEndpoint endpoint, Db2CdcConfiguration configuration, EngineOptions options) {
        super(endpoint);
        this.operation =
                operationOn(new OperationTarget(endpoint, configuration, options), configuration.getOperation());
    }

    private static Operation operationOn(OperationTarget target, ProducerOperation operation) {
        return switch (operation) {
            case STATUS -> new StatusOperation(target);
            case PREFLIGHT -> new PreflightOperation(target);
            case RESUME -> new ResumeOperation(target);
            case RESET -> new ResetOperation(target);
        };
    }

    @Override
    public void process(Exchange exchange) {
        exchange.getMessage().setBody(operation.answer(exchange.getMessage()));
    }
}
