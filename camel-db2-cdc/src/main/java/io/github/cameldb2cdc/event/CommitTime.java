package io.github.cameldb2cdc.event;

import java.time.Instant;
import java.util.Objects;

/**
 * When the source committed a transaction and who did it, as Capture noted it in IBMSNAP_UOW.
 *
 * @param instant the commit's time, to the second or better as Db2 writes its log
 * @param approximate whether the server's present offset from UTC was assumed, which is wrong by an hour around a
 *     change of daylight saving; false where {@code sourceTimeZone} is set
 * @param userId the authorization id, or null if Capture noted none
 */
public record CommitTime(Instant instant, boolean approximate, String userId) {

    public CommitTime {
        Objects.requireNonNull(instant, "instant");
    }
}
