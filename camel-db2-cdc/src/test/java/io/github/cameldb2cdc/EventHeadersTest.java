package io.github.cameldb2cdc;

import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.envelope.EnvelopeFormat;
import io.github.cameldb2cdc.envelope.EnvelopeStyle;
import io.github.cameldb2cdc.envelope.JsonEnvelope;
import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.Notification;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.event.Tombstone;
import io.github.cameldb2cdc.event.Unavailable;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.camel.Message;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.apache.camel.support.DefaultMessage;
import org.junit.jupiter.api.Test;

class EventHeadersTest {

    @Test
    void aChangeSaysWhatHappenedWhereAndWhen() {
        assertThat(headersOf(SampleEvents.created(7)))
                .containsOnly(
                        entry("CamelDb2CdcOperation", "c"),
                        entry("CamelDb2CdcConnector", "db2"),
                        entry("CamelDb2CdcSchema", "HR"),
                        entry("CamelDb2CdcTable", "EMP"),
                        entry("CamelDb2CdcSnapshot", false),
                        entry("CamelDb2CdcKey", "{\"ID\":7}"),
                        entry("CamelDb2CdcIdempotencyKey", "HR:EMP:0000000000000000C350:0000000000000000C34F:c"),
                        entry("CamelDb2CdcCommitSequence", "0000000000000000C350"),
                        entry("CamelDb2CdcIntentSequence", "0000000000000000C34F"),
                        entry("CamelDb2CdcTransactionId", "0000000000000000C350"),
                        entry("CamelDb2CdcCommitTime", SampleEvents.COMMITTED),
                        entry("CamelDb2CdcUserId", "DB2INST1"),
                        entry("CamelMessageTimestamp", SampleEvents.COMMITTED.toEpochMilli()));
    }

    @Test
    void aChangeWhoseCommitIsNotKnownHasNoTimeAndNoUser() {
        assertThat(headersOf(SampleEvents.created(7, null)))
                .doesNotContainKeys("CamelDb2CdcCommitTime", "CamelDb2CdcUserId", "CamelMessageTimestamp");
    }

    @Test
    void aRowOfASnapshotHasNoTransaction() {
        assertThat(headersOf(SampleEvents.read(7)))
                .containsEntry("CamelDb2CdcOperation", "r")
                .containsEntry("CamelDb2CdcSnapshot", true)
                .containsEntry("CamelDb2CdcSnapshotId", SampleEvents.read(7).snapshotId())
                .containsEntry("CamelDb2CdcKey", "{\"ID\":7}")
                .containsKey("CamelDb2CdcIdempotencyKey")
                .doesNotContainKeys("CamelDb2CdcTransactionId", "CamelDb2CdcIntentSequence", "CamelDb2CdcCommitTime");
    }

    @Test
    void aNotificationSaysWhichSnapshotOfWhichTable() throws Exception {
        Notification completed = new Notification(
                SampleEvents.read(7).origin(),
                SampleEvents.read(7).position(),
                Notification.Type.COMPLETED,
                new TableId("HR", "EMP"),
                "9f0c31ab27de",
                SampleEvents.COMMITTED);
        Message message = new DefaultMessage(new DefaultCamelContext());
        EventHeaders.set(message, completed);
        assertThat(message.getHeaders())
                .containsOnly(
                        entry("CamelDb2CdcOperation", "notification"),
                        entry("CamelDb2CdcConnector", "db2"),
                        entry("CamelDb2CdcSchema", "HR"),
                        entry("CamelDb2CdcTable", "EMP"),
                        entry("CamelDb2CdcNotification", "COMPLETED"),
                        entry("CamelDb2CdcSnapshotId", "9f0c31ab27de"),
                        entry("CamelDb2CdcIdempotencyKey", "HR:EMP:s9f0c31ab27de:COMPLETED"),
                        entry("CamelMessageTimestamp", SampleEvents.COMMITTED.toEpochMilli()));
    }

    @Test
    void theIdempotencyKeyIsTheSameAtTheNextDeliveryAndDiffersBetweenRows() {
        Object first = headersOf(SampleEvents.read(7)).get(Db2CdcConstants.IDEMPOTENCY_KEY);

        assertThat(headersOf(SampleEvents.read(7))).containsEntry(Db2CdcConstants.IDEMPOTENCY_KEY, first);
        assertThat(headersOf(SampleEvents.read(8)).get(Db2CdcConstants.IDEMPOTENCY_KEY))
                .isNotEqualTo(first);
    }

    @Test
    void bothHalvesOfAChangedKeyNameTheOther() {
        assertThat(headersOf(SampleEvents.deleted(7, 8)))
                .containsEntry("CamelDb2CdcKey", "{\"ID\":7}")
                .containsEntry("CamelDb2CdcNewKey", "{\"ID\":8}")
                .doesNotContainKey("CamelDb2CdcOldKey");
        assertThat(headersOf(SampleEvents.recreated(8, 7)))
                .containsEntry("CamelDb2CdcKey", "{\"ID\":8}")
                .containsEntry("CamelDb2CdcOldKey", "{\"ID\":7}")
                .doesNotContainKey("CamelDb2CdcNewKey");
    }

    @Test
    void aTombstoneHasTheHeadersOfItsDeleteExceptForWhatTellsThemApart() {
        RowChange deletion = SampleEvents.deleted(7, 8);
        Map<String, Object> expected = new HashMap<>(headersOf(deletion));
        expected.put("CamelDb2CdcOperation", "tombstone");
        expected.put("CamelDb2CdcIdempotencyKey", "HR:EMP:0000000000000000C350:0000000000000000C34F:t");

        Message message = new DefaultExchange(new DefaultCamelContext()).getMessage();
        EventHeaders.set(message, new Tombstone(deletion), JsonEnvelope.plain());

        assertThat(message.getHeaders()).containsExactlyInAnyOrderEntriesOf(expected);
    }

    @Test
    void aKeyHasItsSchemaWhereTheStyleHasOne() {
        EnvelopeStyle style = EnvelopeStyle.of(EnvelopeFormat.DEBEZIUM, null, null, null, null, true);
        Message message = new DefaultExchange(new DefaultCamelContext()).getMessage();
        EventHeaders.set(message, SampleEvents.deleted(7, 8), JsonEnvelope.of(style));

        String schema = "{\"schema\":{\"type\":\"struct\",\"fields\":[{\"type\":\"int32\",\"optional\":false,"
                + "\"field\":\"ID\"}],\"optional\":false,\"name\":\"db2.HR.EMP.Key\"},\"payload\":";
        assertThat(message.getHeaders())
                .containsEntry("CamelDb2CdcKey", schema + "{\"ID\":7}}")
                .containsEntry("CamelDb2CdcNewKey", schema + "{\"ID\":8}}");
    }

    @Test
    void largeObjectsThatWereReadLaterAreNamed() {
        TableSchema table = new TableSchema(
                new TableId("HR", "DOC"),
                List.of(
                        new Column("ID", ColumnType.INTEGER, 4, 0, false),
                        new Column("TEXT", ColumnType.CLOB, 100, 0, true),
                        new Column("PIC", ColumnType.BLOB, 100, 0, true),
                        new Column("TREE", ColumnType.XML, 0, 0, true)),
                List.of("ID"),
                List.of("ID"));
        Row row = new Row(table, new Object[] {7, "text", Unavailable.VALUE, null});

        assertThat(headersOf(change(Operation.CREATE, null, row, null)))
                .containsEntry("CamelDb2CdcReselectedColumns", List.of("TEXT", "TREE"));
        assertThat(headersOf(change(Operation.READ, null, row, "s1")))
                .doesNotContainKey("CamelDb2CdcReselectedColumns");
        assertThat(headersOf(change(Operation.DELETE, row, null, null)))
                .doesNotContainKey("CamelDb2CdcReselectedColumns");
    }

    private static RowChange change(Operation operation, Row before, Row after, String snapshotId) {
        RowChange model = SampleEvents.created(7);
        TableSchema table = (after == null ? before : after).table();
        return new RowChange(
                model.origin(),
                operation,
                table,
                before,
                after,
                model.position(),
                0,
                null,
                snapshotId,
                SampleEvents.READ);
    }

    private static Map<String, Object> headersOf(RowChange change) {
        Message message = new DefaultExchange(new DefaultCamelContext()).getMessage();
        EventHeaders.set(message, change, JsonEnvelope.plain());
        return message.getHeaders();
    }
}
