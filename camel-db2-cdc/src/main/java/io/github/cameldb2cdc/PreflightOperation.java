package io.github.cameldb2cdc;

import io.github.cameldb2cdc.engine.Preflight;
import javax.sql.DataSource;
import org.apache.camel.Message;

/** PREFLIGHT: a look at everything that a start needs. */
record PreflightOperation(OperationTarget target) implements Operation {

    @Override
    public Preflight.Report answer(Message request) {
        DataSource source = target.source();
        return target.withCheckpoints(source, checkpoints -> Preflight.of(target.options(), source, checkpoints));
    }
}
