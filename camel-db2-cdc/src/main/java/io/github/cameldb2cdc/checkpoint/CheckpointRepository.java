package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.CdcException;
import java.util.Optional;
import org.apache.camel.spi.IdempotentRepository;

/**
 * Keeps checkpoints, each under a name. Also an {@link IdempotentRepository}, so that one option of the endpoint takes
 * either kind and one store can serve both.
 *
 * <p>The two methods may be called from any thread, for one name never twice at once. A failure that may pass is
 * thrown as a transient {@link CdcException}, one that needs somebody as a definite one.
 * After a failed {@link #store} the caller does not know whether the write happened and repeats the same call.
 */
public interface CheckpointRepository extends IdempotentRepository {

    /** The checkpoint with this name; empty if none was stored. */
    Optional<Checkpoint> load(String name);

    /**
     * The same for a start. A store that keeps only signs of the source and its tables compares them with the source as it
     * is, and gives back the tables that it recognizes; all others give back what they hold.
     *
     * @param source the source as it is now
     */
    default Optional<Checkpoint> load(String name, CurrentSource source) {
        return load(name);
    }

    /**
     * Replaces the checkpoint, whole and durably, if it still is the one that the caller knows.
     *
     * <p>The write takes place if what is stored has the owner, epoch and record number of {@code previous}. If it has
     * those of {@code next} already, an earlier try of the same call did the work and nothing is done.
     *
     * @param name the checkpoint's name
     * @param previous what the caller last loaded or stored; null if there was none
     * @param next what to store; its record number is that of {@code previous} plus one, or 1
     * @throws CheckpointFencedException if something else is stored: another consumer owns the checkpoint now
     */
    void store(String name, Checkpoint previous, Checkpoint next);

    /**
     * Forgets the checkpoint, whole and durably, whoever owns it and also if it is damaged. Does nothing where there is
     * none. A consumer that still knows it is fenced at its next {@link #store}, as nothing is stored that it knows. Keys
     * of the idempotent repository stay.
     *
     * @param name the checkpoint's name
     * @throws CdcException definite, if this store cannot forget
     */
    default void forget(String name) {
        throw CdcException.definite("The store " + getClass().getName()
                + " cannot forget a checkpoint; remove '" + name + "' by the means of that store, or set another"
                + " checkpointName.");
    }
}
