package io.github.cameldb2cdc;

import io.github.cameldb2cdc.engine.OnGap;
import org.apache.camel.Message;

/** RESUME: the running consumer goes on although changes are missing, or a structure is another one. */
record ResumeOperation(OperationTarget target) implements Operation {

    /** Whether a consumer waited for that. */
    @Override
    public Boolean answer(Message request) {
        return target.requireConsumers("resume").stream()
                .map(consumer -> consumer.decideGap(OnGap.CONTINUE.name()))
                .reduce(false, Boolean::logicalOr);
    }
}
