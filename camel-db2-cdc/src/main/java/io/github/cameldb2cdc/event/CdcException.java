package io.github.cameldb2cdc.event;

import java.util.Objects;

/**
 * A failure with what it asks for. Its message is one plain sentence for the operator: what is wrong and what to do. It
 * holds no cell value and no secret.
 */
public class CdcException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final FailureKind kind;

    public CdcException(FailureKind kind, String sentence, Throwable cause) {
        super(sentence, cause);
        this.kind = Objects.requireNonNull(kind, "kind");
    }

    public static CdcException definite(String sentence) {
        return new CdcException(FailureKind.DEFINITE, sentence, null);
    }

    public static CdcException transientFailure(String sentence, Throwable cause) {
        return new CdcException(FailureKind.TRANSIENT, sentence, cause);
    }

    public static CdcException bug(String sentence) {
        return new CdcException(FailureKind.BUG, sentence, null);
    }

    public FailureKind kind() {
        return kind;
    }
}
