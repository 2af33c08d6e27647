package io.github.cameldb2cdc.benchmarks;

import io.github.cameldb2cdc.envelope.IdempotencyKey;
import io.github.cameldb2cdc.envelope.JsonEnvelope;
import io.github.cameldb2cdc.event.RowChange;
import java.util.Map;

/** Headers as the component sets them. */
final class EventHeaders {

    private EventHeaders() {}

    /** Sets the fourteen headers of an event, each computed from it. */
    static void compute(RowChange change, Map<String, Object> headers) {
        String commit = change.position().commit().toString();
        headers.put("CamelDb2CdcOperation", change.operation().code());
        headers.put("CamelDb2CdcConnector", "db2");
        headers.put("CamelDb2CdcSchema", change.table().id().schema());
        headers.put("CamelDb2CdcTable", change.table().id().name());
        headers.put("CamelDb2CdcCommitSequence", commit);
        headers.put("CamelDb2CdcIntentSequence", change.position().intent().toString());
        headers.put("CamelDb2CdcKey", JsonEnvelope.plain().keyToText(change));
        headers.put("CamelDb2CdcSnapshot", change.isSnapshot());
        headers.put("CamelDb2CdcCommitTime", change.commitTime().instant());
        headers.put("CamelDb2CdcUserId", change.commitTime().userId());
        headers.put("CamelDb2CdcTransactionId", commit);
        headers.put("CamelDb2CdcTransactionIndex", change.transactionIndex());
        headers.put("CamelDb2CdcIdempotencyKey", IdempotencyKey.of(change));
        headers.put("CamelMessageTimestamp", change.commitTime().instant().toEpochMilli());
    }

    /** Sets twelve headers that need no computing: what headers cost by themselves. */
    static void setConstants(Map<String, Object> headers) {
        headers.put("CamelDb2CdcOperation", "c");
        headers.put("CamelDb2CdcConnector", "db2");
        headers.put("CamelDb2CdcSchema", "DB2INST1");
        headers.put("CamelDb2CdcTable", "EMPLOYEES");
        headers.put("CamelDb2CdcCommitSequence", "0000000000000000000000000000C350");
        headers.put("CamelDb2CdcIntentSequence", "0000000000000000000000000000C34F");
        headers.put("CamelDb2CdcKey", "{\"ID\":4711}");
        headers.put("CamelDb2CdcSnapshot", Boolean.FALSE);
        headers.put("CamelDb2CdcUserId", "DB2INST1");
        headers.put("CamelDb2CdcTransactionId", "0000000000000000000000000000C350");
        headers.put("CamelDb2CdcTransactionIndex", 0L);
        headers.put("CamelMessageTimestamp", 1796040000123L);
    }
}
