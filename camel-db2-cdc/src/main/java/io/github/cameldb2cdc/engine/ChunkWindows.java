package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.source.Watermark;

/** Opens and closes the windows of chunks. For one thread. */
interface ChunkWindows {

    /**
     * Opens a window, before the rows of a chunk are read.
     *
     * @param place where the stream is: everything up to it was read, and nothing behind it
     * @param connection the source
     * @return the window; null if none can be opened at present
     */
    ChunkWindow open(Position place, SourceConnection connection);

    /** Notes that the rows of a chunk were read. */
    void endRead(ChunkWindow window, SourceConnection connection);

    /** Forgets a window of which the rows could not be read; it was opened last. */
    void abandon(ChunkWindow window);

    /** Looks at a watermark that the stream has read, before anything up to it is. */
    void see(Watermark watermark, SourceConnection connection);

    /** Forgets windows that are open. */
    void forget();
}
