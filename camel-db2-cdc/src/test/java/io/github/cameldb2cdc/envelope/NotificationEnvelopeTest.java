package io.github.cameldb2cdc.envelope;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.cameldb2cdc.event.Notification;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Notifications have the form of Debezium's. */
class NotificationEnvelopeTest {

    private static final String JSON =
            "{\"id\":\"9f0c31ab27de\",\"aggregate_type\":\"Initial Snapshot\",\"type\":\"STARTED\","
                    + "\"additional_data\":{\"connector_name\":\"hr\",\"data_collections\":\"HR.EMP\"},\"timestamp\":1747526400417}";

    private final Notification started = new Notification(
            new Origin("hr", "SAMPLE", "1"),
            Position.endOf(Sequence.parse("0000000000000000C350")),
            Notification.Type.STARTED,
            new TableId("HR", "EMP"),
            "9f0c31ab27de",
            Instant.ofEpochMilli(1747526400417L));

    @Test
    void theJsonNamesSnapshotTableAndKind() {
        assertThat(NotificationEnvelope.toText(started, EnvelopeStyle.PLAIN)).isEqualTo(JSON);
    }

    @Test
    void withSchemasItIsAPayloadWithoutOne() {
        EnvelopeStyle withSchemas = EnvelopeStyle.of(EnvelopeFormat.DEBEZIUM, null, null, null, null, true);
        assertThat(NotificationEnvelope.toText(started, withSchemas))
                .isEqualTo("{\"schema\":null,\"payload\":" + JSON + "}");
    }

    @Test
    void theMapSaysTheSame() throws IOException {
        assertThat(NotificationEnvelope.toMap(started)).isEqualTo(new ObjectMapper().readValue(JSON, Map.class));
    }
}
