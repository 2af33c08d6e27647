package io.github.cameldb2cdc.checkpoint;

/** A record cannot be read. {@link CheckpointFormat} turns it into the sentence for the operator. */
final class DamagedRecordException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    /** @param what what is wrong, as the end of a sentence, without a value */
    DamagedRecordException(String what) {
        super(what);
    }
}
