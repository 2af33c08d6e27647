package io.github.cameldb2cdc;

import io.github.cameldb2cdc.engine.EngineOptions;
import io.github.cameldb2cdc.signal.SignalType;
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
            case COMPARE -> new CompareOperation(target);
            case RESUME -> new ResumeOperation(target);
            case EXECUTE_SNAPSHOT -> new SignalOperation(target, SignalType.EXECUTE_SNAPSHOT);
            case STOP_SNAPSHOT -> new SignalOperation(target, SignalType.STOP_SNAPSHOT);
            case PAUSE_SNAPSHOT -> new SignalOperation(target, SignalType.PAUSE_SNAPSHOT);
            case RESUME_SNAPSHOT -> new SignalOperation(target, SignalType.RESUME_SNAPSHOT);
            case RESET -> new ResetOperation(target);
        };
    }

    @Override
    public void process(Exchange exchange) {
        exchange.getMessage().setBody(operation.answer(exchange.getMessage()));
    }
}
