package io.github.cameldb2cdc;

import io.github.cameldb2cdc.event.CdcException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The right of one live consumer of this JVM to write a checkpoint. Two with the same would take it from each other in
 * turn; that shows at the start here, across Camel contexts too. Consumers in other JVMs are fenced by the store.
 *
 * <p>Thread-safe. Whoever takes a claim closes it.
 */
final class CheckpointClaim implements AutoCloseable {

    private static final String RESET = "operation RESET";
    private static final ConcurrentMap<Place, CheckpointClaim> CLAIMS = new ConcurrentHashMap<>();

    private final Place place;
    private final String owner;

    private CheckpointClaim(Place place, String owner) {
        this.place = place;
        this.owner = owner;
    }

    /**
     * Takes the right.
     *
     * @param store what tells the store from others, by {@code equals}
     * @param name the checkpoint's name
     * @param owner the consumer, as the sentence of a refusal names it
     * @throws CdcException definite, if a live consumer has it
     */
    static CheckpointClaim take(Object store, String name, String owner) {
        CheckpointClaim claim = new CheckpointClaim(new Place(store, name), owner);
        CheckpointClaim other = CLAIMS.putIfAbsent(claim.place, claim);
        if (other != null && other.owner.equals(RESET)) {
            throw CdcException.definite(
                    "The checkpoint '" + name + "' is being reset; start the " + owner + " again when that is done.");
        }
        if (other != null) {
            throw CdcException.definite("The " + owner + " and the " + other.owner + " have the same checkpoint '"
                    + name + "'; set checkpointName to tell them apart.");
        }
        return claim;
    }

    /**
     * Takes the right to forget the checkpoint, so that no consumer starts with it meanwhile.
     *
     * @throws CdcException definite, if a live consumer has it
     */
    static CheckpointClaim takeToReset(Object store, String name) {
        CheckpointClaim claim = new CheckpointClaim(new Place(store, name), RESET);
        CheckpointClaim other = CLAIMS.putIfAbsent(claim.place, claim);
        if (other != null) {
            throw isHeld(name, other.owner);
        }
        return claim;
    }

    /** The refusal of a reset. */
    static CdcException isHeld(String name, String owner) {
        return CdcException.definite("The checkpoint '" + name + "' is in use by the " + owner
                + ", so it is not reset; stop that first, or name another checkpointName.");
    }

    /** Gives the right back; does nothing the second time. */
    @Override
    public void close() {
        CLAIMS.remove(place, this);
    }

    private record Place(Object store, String name) {}
}
