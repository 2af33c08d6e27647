package io.github.cameldb2cdc.checkpoint;

import io.github.cameldb2cdc.event.Sequence;
import java.time.Instant;
import java.time.LocalDateTime;
import java.util.Objects;

/**
 * What ties a checkpoint to its source, so that changes which Capture threw away in the meantime are noticed.
 *
 * @param server the database's name
 * @param controlSchema the schema of Capture's control tables
 * @param commit the last acknowledged commit whose row in IBMSNAP_UOW was read; null if none was
 * @param logMarker IBMSNAP_LOGMARKER of that row, by the source's clock; null if there is none
 * @param time how young the acknowledged position provably is: the later of that row's time and the time of the last
 *     watermark at or below the acknowledged position; null if unknown
 */
public record Anchor(String server, String controlSchema, Sequence commit, LocalDateTime logMarker, Instant time) {

    public Anchor {
        Objects.requireNonNull(server, "server");
        Objects.requireNonNull(controlSchema, "controlSchema");
    }

    /** The same with a sequence of a length in bytes. */
    public Anchor widenTo(int length) {
        return new Anchor(server, controlSchema, commit == null ? null : commit.widenTo(length), logMarker, time);
    }
}
