package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.CommitTime;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;

/**
 * Turns times that the source wrote by its own clock, which carry no zone, into instants and back.
 *
 * @param zone the zone of the clock; null if it is not known
 * @param presentOffset the offset that the server has now, which is taken where the zone is not known
 */
public record SourceClock(ZoneId zone, ZoneOffset presentOffset) {

    /** The instant of a local time of the source. */
    public Instant instantOf(LocalDateTime time) {
        return zone == null ? time.toInstant(presentOffset) : time.atZone(zone).toInstant();
    }

    /** The local time of the source at an instant. */
    public LocalDateTime localTimeOf(Instant instant) {
        return LocalDateTime.ofInstant(instant, zone == null ? presentOffset : zone);
    }

    /** The time of a commit. */
    CommitTime commitTimeOf(CommitNote note) {
        return new CommitTime(instantOf(note.logMarker()), zone == null, note.userId());
    }
}
