package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.source.Watermark;

/** Windows as one would have them where changes are seen at once: from the watermark before the read to the one behind it. */
final class NaiveWindows implements ChunkWindows {

    @Override
    public ChunkWindow open(Position place, SourceConnection connection) {
        return new ChunkWindow(place);
    }

    @Override
    public void endRead(ChunkWindow window, SourceConnection connection) {
        Watermark now = connection.source().watermark().orElseThrow();
        window.closeAt(Position.endOf(now.synchpoint()));
    }

    @Override
    public void abandon(ChunkWindow window) {}

    @Override
    public void see(Watermark watermark, SourceConnection connection) {}

    @Override
    public void forget() {}
}
