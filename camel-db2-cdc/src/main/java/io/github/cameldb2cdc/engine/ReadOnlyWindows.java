package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.snapshot.ReadOnlyWindow;
import io.github.cameldb2cdc.source.Watermark;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Windows without any write to the source. One begins where the stream is before the rows are read, for all up to there was
 * committed before; it ends with a watermark that {@link ReadOnlyWindow} accepts for a time after they were read.
 */
final class ReadOnlyWindows implements ChunkWindows {

    private static final Logger LOG = LoggerFactory.getLogger(ReadOnlyWindows.class);

    private final ZoneId zone;
    private final Deque<Open> open = new ArrayDeque<>();
    private Watermark last;
    private boolean refused;

    /** @param zone the zone of the server's clock; null if it is not known */
    ReadOnlyWindows(ZoneId zone) {
        this.zone = zone;
    }

    private record Open(ChunkWindow window, ReadOnlyWindow time) {}

    @Override
    public ChunkWindow open(Position place, SourceConnection connection) {
        if (last == null || last.isFallback()) {
            refuse();
            return null;
        }
        refused = false;
        return new ChunkWindow(place);
    }

    private void refuse() {
        if (last != null && !refused) {
            refused = true;
            LOG.warn(
                    "Incremental snapshots wait: the global row of Capture's register, which tells the time up to which"
                            + " it has read the log, is missing; let Capture write it, or set snapshotWindow=SIGNAL_TABLE.");
        }
    }

    @Override
    public void endRead(ChunkWindow window, SourceConnection connection) {
        open.add(new Open(window, new ReadOnlyWindow(connection.source().time(), zone)));
    }

    @Override
    public void abandon(ChunkWindow window) {
        // none waits for its end before its rows were read
    }

    @Override
    public void see(Watermark watermark, SourceConnection connection) {
        last = watermark;
        Supplier<ZoneOffset> offset = new Supplier<>() {
            private ZoneOffset known;

            @Override
            public ZoneOffset get() {
                known = known == null ? connection.source().time().offset() : known;
                return known;
            }
        };
        Iterator<Open> each = open.iterator();
        while (each.hasNext()) {
            Open one = each.next();
            if (one.time().isClosedBy(watermark, offset)) {
                one.window().closeAt(Position.endOf(watermark.synchpoint()));
                each.remove();
            }
        }
    }

    @Override
    public void forget() {
        open.clear();
        last = null;
    }
}
