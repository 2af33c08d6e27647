package io.github.cameldb2cdc.signal;

/** A signal asks for what cannot be done; the message is one sentence for whoever sent it, without values of rows. */
public final class SignalRefusedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public SignalRefusedException(String message) {
        super(message);
    }
}
