package io.github.cameldb2cdc.docs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.cameldb2cdc.EventHeadersAccess;
import io.github.cameldb2cdc.envelope.EnvelopeStyle;
import io.github.cameldb2cdc.envelope.NotificationEnvelope;
import io.github.cameldb2cdc.event.Notification;
import io.github.cameldb2cdc.event.RowChange;
import java.util.ArrayList;
import java.util.List;

/** The notification before the row of the example's snapshot. */
final class NotificationExample {

    private NotificationExample() {}

    static Notification startedBefore(RowChange row) {
        return new Notification(
                row.origin(),
                row.position(),
                Notification.Type.STARTED,
                row.table().id(),
                row.snapshotId(),
                row.readTime());
    }

    static String json(Notification notification) {
        try {
            return JsonLayout.of(
                    new ObjectMapper().readTree(NotificationEnvelope.toText(notification, EnvelopeStyle.PLAIN)));
        } catch (JsonProcessingException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A row for each header. */
    static String headers(Notification notification) {
        List<String> rows = new ArrayList<>(List.of("| header | value", ""));
        EventHeadersAccess.of(notification).forEach((name, value) -> rows.add("| `" + name + "` | `" + value + '`'));
        return String.join("\n", rows);
    }
}
