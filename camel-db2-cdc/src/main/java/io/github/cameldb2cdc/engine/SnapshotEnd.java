package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.snapshot.ReadOnlyWindow;
import io.github.cameldb2cdc.source.SnapshotIsolation;
import io.github.cameldb2cdc.source.Watermark;

/**
 * Tells how far the mode INITIAL_ONLY streams: up to the watermark that closes a window which was opened after the last
 * row was read. By then every change that a range of the snapshot may have missed is delivered.
 *
 * <p>A cut needs no window, and is the only one that may do without where there is no global row.
 *
 * <p>For one thread.
 */
final class SnapshotEnd {

    private final EngineOptions options;
    private ReadOnlyWindow window;
    private Watermark seen;
    private Position end;

    SnapshotEnd(EngineOptions options) {
        this.options = options;
    }

    /**
     * Looks at the watermark that was read last; all tables are loaded.
     *
     * @return where the stream ends; null as long as it is not known
     */
    Position reachedBy(Watermark watermark, SourceConnection connection) {
        if (end != null || watermark == seen) {
            return end;
        }
        seen = watermark;
        boolean isCut = options.snapshotIsolation() == SnapshotIsolation.RR;
        if (isCut && watermark.isFallback()) {
            end = Position.endOf(watermark.synchpoint());
        } else if (window == null) {
            // this watermark was read before the window opens
            window = new ReadOnlyWindow(connection.source().time(), options.sourceTimeZone());
        } else if (window.isClosedBy(watermark, () -> connection.source().time().offset())) {
            end = Position.endOf(watermark.synchpoint());
        }
        return end;
    }
}
