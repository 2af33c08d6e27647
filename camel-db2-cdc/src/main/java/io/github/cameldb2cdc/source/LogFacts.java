package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Sequence;
import java.time.LocalDateTime;
import java.util.Set;

/**
 * What Capture's own tables say of the log that it has read.
 *
 * @param captureFirst CAPTURE_FIRST_SEQ: changes before it were never captured; null where Capture keeps none
 * @param anchorMarkers the IBMSNAP_LOGMARKERs of the commit that was asked for; empty if it is not noted
 */
public record LogFacts(Sequence captureFirst, Set<LocalDateTime> anchorMarkers) {

    public LogFacts {
        anchorMarkers = Set.copyOf(anchorMarkers);
    }
}
