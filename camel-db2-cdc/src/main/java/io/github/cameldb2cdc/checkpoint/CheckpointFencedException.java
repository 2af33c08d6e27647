package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;

/** Another consumer owns the checkpoint now: this one delivers nothing more. */
public final class CheckpointFencedException extends CdcException {

    private static final long serialVersionUID = 1L;

    public CheckpointFencedException(String name) {
        super(
                FailureKind.DEFINITE,
                "Another consumer took over the checkpoint '" + name
                        + "'; stop one of the two, or give them different values of checkpointName.",
                null);
    }
}
