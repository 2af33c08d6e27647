package io.github.cameldb2cdc.snapshot;

import io.github.cameldb2cdc.source.SourceTime;
import io.github.cameldb2cdc.source.Watermark;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.zone.ZoneOffsetTransition;
import java.util.function.Supplier;

/**
 * Tells when Capture has written everything that was committed before a moment, without a write to the source.
 *
 * <p><b>Steps.</b> The window opens at a time t of the server's clock. Watermarks are read from then on. The first one
 * whose time is more than two seconds past t, after its time has moved at least twice, closes the window.
 *
 * <p><b>Guarantee.</b> What was committed before t is at or below the closing watermark. <b>Why.</b> SYNCHTIME is the time
 * of the log up to which Capture has read and written; it stands in one statement with the watermark. Log times have a
 * grain of one second, and the clocks of log and session may differ by another: hence the two seconds. A single move could
 * be the publication of what was read before t.
 *
 * <p><b>Clocks.</b> All times are local ones of the server, and its offset can change. Forward, the log's time jumps ahead
 * of the wait: the offset is read again before the window closes, and a difference is waited out on top. Back, a log that
 * Capture has not read yet bears the old, later time: such a time is seen ahead of the clock when the window opens, or, where
 * the zone is known, the change lies within the day before; an hour is waited out on top. Longer waits are safe. Without
 * the zone one case is left: a log more than an hour behind when the clock was put back.
 *
 * <p>For one thread.
 */
public final class ReadOnlyWindow {

    /** By how much SYNCHTIME must have passed the opening. */
    static final Duration MARGIN = Duration.ofSeconds(2);

    private static final Duration CHANGE_OF_OFFSET = Duration.ofHours(1);
    private static final Duration LONGEST_LAG = Duration.ofDays(1);
    private static final int MOVES = 2;

    private final SourceTime opened;
    private Duration margin = MARGIN;
    private LocalDateTime lastTime;
    private int moves;

    /**
     * @param opened what the server's clock said after the last read that the window is to cover
     * @param zone the zone of the server's clock; null if it is not known
     */
    public ReadOnlyWindow(SourceTime opened, ZoneId zone) {
        this.opened = opened;
        if (zone != null && wasPutBackBefore(opened, zone)) {
            margin = MARGIN.plus(CHANGE_OF_OFFSET);
        }
    }

    private static boolean wasPutBackBefore(SourceTime opened, ZoneId zone) {
        Instant instant = opened.time().toInstant(opened.offset());
        ZoneOffsetTransition last = zone.getRules().previousTransition(instant.plusNanos(1));
        return last != null
                && last.isOverlap()
                && last.getInstant().plus(LONGEST_LAG).isAfter(instant);
    }

    /**
     * Looks at a watermark that was read after the window opened. Those that are no global row say nothing.
     *
     * @param offsetNow the server's offset, read after the watermark; asked for only if the rest speaks for closing
     * @return whether the window is closed by this watermark
     */
    public boolean isClosedBy(Watermark watermark, Supplier<ZoneOffset> offsetNow) {
        if (watermark.isFallback()) {
            return false;
        }
        LocalDateTime time = watermark.synchtime();
        if (lastTime == null) {
            lastTime = time;
            if (time.isAfter(opened.time().plus(MARGIN))) {
                margin = MARGIN.plus(CHANGE_OF_OFFSET);
            }
        } else if (!time.equals(lastTime)) {
            lastTime = time;
            moves++;
        }
        return moves >= MOVES
                && time.isAfter(opened.time().plus(margin))
                && time.isAfter(opened.time().plus(margin).plus(changeSince(offsetNow.get())));
    }

    private Duration changeSince(ZoneOffset offsetNow) {
        return Duration.ofSeconds(
                Math.abs((long) offsetNow.getTotalSeconds() - opened.offset().getTotalSeconds()));
    }
}
