package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.CdcException;

/**
 * What tells one write of a checkpoint from all others: who made it and which one it was.
 *
 * @param owner the consumer that wrote it
 * @param epoch how often the checkpoint had changed hands
 * @param recordNumber how often it had been written
 */
record Guard(String owner, long epoch, long recordNumber) {

    /** The longest name of an owner, of visible ASCII characters: it is compared in databases of any code page. */
    static final int MOST_OWNER_CHARACTERS = 100;

    /** Of a checkpoint; null for null. */
    static Guard of(Checkpoint checkpoint) {
        return checkpoint == null ? null : new Guard(checkpoint.owner(), checkpoint.epoch(), checkpoint.recordNumber());
    }

    /**
     * Decides whether {@code next} is to be written over what is stored.
     *
     * @param stored what is stored; null if nothing is
     * @return false if an earlier try of the same call wrote it already
     * @throws CheckpointFencedException if something else is stored than the caller knows
     */
    static boolean admits(String name, Guard stored, Checkpoint previous, Checkpoint next) {
        if (of(next).equals(stored)) {
            return false;
        }
        if (stored == null ? previous != null : !stored.equals(of(previous))) {
            throw new CheckpointFencedException(name);
        }
        return true;
    }

    /**
     * Checks the arguments of {@link CheckpointRepository#store}.
     *
     * @throws CdcException definite, if the name is unusable; a bug, if the record numbers do not follow one another or
     *     the owner's name is unusable
     */
    static void check(String name, Checkpoint previous, Checkpoint next) {
        CheckpointName.check(name);
        long expected = previous == null ? 1 : previous.recordNumber() + 1;
        if (next.recordNumber() != expected) {
            throw CdcException.bug("Record number " + next.recordNumber() + " of the checkpoint '" + name
                    + "' was to be stored where " + expected + " follows; please report it.");
        }
        String owner = next.owner();
        if (owner.isEmpty()
                || owner.length() > MOST_OWNER_CHARACTERS
                || owner.chars().anyMatch(letter -> letter <= ' ' || letter >= 0x7F)) {
            throw CdcException.bug("An owner's name has 1 to " + MOST_OWNER_CHARACTERS
                    + " visible ASCII characters, not '" + owner + "'; please report it.");
        }
    }
}
