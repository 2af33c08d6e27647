package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.Verdict;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;

/** Changes are missing: nothing is read until somebody decides. */
final class GapException extends CdcException {

    private static final long serialVersionUID = 1L;

    private final transient Verdict verdict;

    GapException(Verdict verdict) {
        super(FailureKind.DEFINITE, verdict.sentence(), null);
        this.verdict = verdict;
    }

    Verdict verdict() {
        return verdict;
    }
}
