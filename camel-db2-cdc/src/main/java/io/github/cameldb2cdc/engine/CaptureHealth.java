package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.Selection;
import io.github.cameldb2cdc.source.Watermark;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What keeps changes from coming although nothing fails: a Capture that stands still, tables that it does not follow. A
 * reader meets neither unless it looks.
 *
 * <p>Capture moves its watermark in each of its intervals, also while nothing changes. Whether it does is measured by
 * this process's clock, so that no zone and no difference of clocks matters. Without the register's global row nothing is
 * said, for then only changes move the watermark.
 *
 * <p>One thread sees; {@link #concerns()} is for any.
 */
final class CaptureHealth {

    private static final Logger LOG = LoggerFactory.getLogger(CaptureHealth.class);

    private final String consumer;
    private final Duration stallTimeout;
    private final InstantSource clock;
    private volatile Watermark last;
    private Instant lastMoved;
    private String stall;
    private List<String> ofTables = List.of();
    private volatile List<String> concerns = List.of();

    /** @param stallTimeout how long a watermark may stand */
    CaptureHealth(String consumer, Duration stallTimeout, InstantSource clock) {
        this.consumer = consumer;
        this.stallTimeout = stallTimeout;
        this.clock = clock;
    }

    /** Looks at a watermark that was just read. */
    void see(Watermark watermark) {
        Instant now = clock.instant();
        if (!watermark.equals(last)) {
            last = watermark;
            lastMoved = now;
            if (stall != null) {
                LOG.info("Consumer '{}' sees Capture move again.", consumer);
                setStall(null);
            }
        } else if (stall == null
                && !watermark.isFallback()
                && Duration.between(lastMoved, now).compareTo(stallTimeout) > 0) {
            setStall("Capture has not moved since " + lastMoved + ", its time stands at " + watermark.synchtime()
                    + " of the server; look whether it (asncap) runs.");
            LOG.warn("Consumer '{}' gets no changes: {}", consumer, stall);
        }
    }

    /** Up to where Capture has written everything; null if that was never read. From any thread. */
    Position watermark() {
        Watermark seen = last;
        return seen == null ? null : Position.endOf(seen.synchpoint());
    }

    private void setStall(String sentence) {
        stall = sentence;
        combine();
    }

    /** Looks at registrations that were just read. */
    void see(Map<TableId, Registration> registrations, Selection selection) {
        ofTables = registrations.values().stream()
                .filter(registration -> !registration.isActive())
                .filter(registration -> selection.contains(registration.source())
                        || registration.source().equals(selection.signalTable()))
                .map(CaptureHealth::inactive)
                .toList();
        combine();
    }

    private static String inactive(Registration registration) {
        return "The registration of " + registration.source() + " is " + registration.state()
                + (registration.stateInfo() == null ? "" : " (" + registration.stateInfo() + ")")
                + ", so Capture writes no changes of it; activate it, or leave the table out of the selection.";
    }

    private void combine() {
        List<String> all = new ArrayList<>(ofTables);
        if (stall != null) {
            all.add(0, stall);
        }
        concerns = List.copyOf(all);
    }

    /** A sentence for each thing that keeps changes from coming, with what to do. From any thread. */
    List<String> concerns() {
        return concerns;
    }
}
