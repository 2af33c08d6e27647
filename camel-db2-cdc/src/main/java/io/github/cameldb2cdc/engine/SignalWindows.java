package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.source.CaptureSignals;
import io.github.cameldb2cdc.source.Watermark;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Map;

/**
 * Windows between two commits of the component's own, exact without a look at any clock. Before and after the rows of a
 * chunk are read a row is inserted into Capture's table of signals; Capture notes where in the log it met the commit.
 *
 * <p><b>Why.</b> What was committed before the second row is inserted stands before its commit in the log. What stands at or
 * before the first commit was committed before the rows are read.
 */
final class SignalWindows implements ChunkWindows {

    private static final String AFTER = "+";

    private final CaptureSignals signals;
    private final String group;
    private final Deque<Open> open = new ArrayDeque<>();
    private long number;
    private Sequence lastSeen;

    /** @param group tells the signals of this process from those of others */
    SignalWindows(CaptureSignals signals, String group) {
        this.signals = signals;
        this.group = group;
    }

    private record Open(ChunkWindow window, String id) {}

    @Override
    public ChunkWindow open(Position place, SourceConnection connection) {
        String id = Long.toString(++number);
        signals.insert(connection.session(), group, id);
        ChunkWindow window = new ChunkWindow(null);
        open.add(new Open(window, id));
        return window;
    }

    @Override
    public void endRead(ChunkWindow window, SourceConnection connection) {
        signals.insert(connection.session(), group, number + AFTER);
    }

    @Override
    public void abandon(ChunkWindow window) {
        open.removeIf(one -> one.window() == window);
    }

    @Override
    public void see(Watermark watermark, SourceConnection connection) {
        if (open.isEmpty() || watermark.synchpoint().equals(lastSeen)) {
            return;
        }
        Map<String, Sequence> met = signals.met(connection.session(), group);
        Iterator<Open> each = open.iterator();
        while (each.hasNext()) {
            Open one = each.next();
            Sequence before = met.get(one.id());
            Sequence after = met.get(one.id() + AFTER);
            if (before == null || after == null) {
                break;
            }
            int length = watermark.synchpoint().length();
            one.window().beginAt(Position.endOf(before.widenTo(length)));
            one.window().closeAt(Position.endOf(after.widenTo(length)));
            each.remove();
        }
        if (open.isEmpty()) {
            signals.deleteMet(connection.session(), group);
        }
        lastSeen = watermark.synchpoint();
    }

    @Override
    public void forget() {
        open.clear();
        lastSeen = null;
    }
}
