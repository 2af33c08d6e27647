package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.Position;

/**
 * The part of the stream in which a change of a row makes what a chunk read of it worthless: behind {@link #low()} and up
 * to {@link #close()}. Every change that the rows of the chunk show stands at or before its end; every change up to its
 * beginning is in the rows. For one thread.
 */
final class ChunkWindow {

    private Position low;
    private Position close;

    /** @param low where it begins; null as long as that is not known */
    ChunkWindow(Position low) {
        this.low = low;
    }

    /** Where it begins; known when it is closed. */
    Position low() {
        return low;
    }

    /** Where it ends; null while it is open. */
    Position close() {
        return close;
    }

    void beginAt(Position place) {
        low = place;
    }

    void closeAt(Position place) {
        close = place;
    }
}
