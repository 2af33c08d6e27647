package io.github.cameldb2cdc.docs;

import io.github.cameldb2cdc.Db2CdcConstants;
import io.github.cameldb2cdc.Db2CdcManualCommit;
import java.util.ArrayList;
import java.util.List;
import org.apache.camel.Exchange;

// tag::committer[]
/** Gathers events in a list; the exchange is that of the newest event, and so has the newest committer. */
final class Batching {

    private Batching() {}

    static Exchange collect(Exchange batch, Exchange next) {
        List<Object> events = new ArrayList<>();
        if (batch != null) {
            events.addAll(batch.getMessage().getBody(List.class));
        }
        events.add(next.getMessage().getBody());
        next.getMessage().setBody(events);
        return next;
    }

    static Db2CdcManualCommit committerOf(Exchange exchange) {
        return exchange.getMessage().getHeader(Db2CdcConstants.MANUAL_COMMIT, Db2CdcManualCommit.class);
    }
}
// end::committer[]
