package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Sequence;
import java.time.LocalDateTime;

/**
 * What Capture noted of a commit in IBMSNAP_UOW.
 *
 * @param commit the commit's sequence
 * @param logMarker when it happened, by the source's clock
 * @param userId who did it; null if Capture noted nobody
 */
public record CommitNote(Sequence commit, LocalDateTime logMarker, String userId) {}
