package io.github.cameldb2cdc.docs;

// tag::framed-copy[]
import io.github.cameldb2cdc.event.CdcEvent;
import io.github.cameldb2cdc.event.Notification;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** Keeps a copy of the employees in which nothing stays that a load did not find. */
public final class FramedCopy implements Processor {

    private final DataSource target;

    public FramedCopy(DataSource target) {
        this.target = target;
    }

    @Override
    public void process(Exchange exchange) throws SQLException {
        CdcEvent event = exchange.getMessage().getBody(CdcEvent.class);
        if (event instanceof Notification notification) {
            if (notification.type() == Notification.Type.COMPLETED) {
                run("DELETE FROM EMPLOYEES WHERE SNAPSHOT_ID IS DISTINCT FROM ?", notification.snapshotId());
            }
        } else if (event instanceof RowChange change) {
            apply(change);
        }
    }

    private void apply(RowChange change) throws SQLException {
        if (change.operation() == Operation.DELETE) {
            run("DELETE FROM EMPLOYEES WHERE ID = ?", change.before().get("ID"));
            return;
        }
        Row row = change.after();
        run(
                "INSERT INTO EMPLOYEES (ID, NAME, SNAPSHOT_ID) VALUES (?, ?, ?) ON CONFLICT (ID)"
                        + " DO UPDATE SET NAME = EXCLUDED.NAME, SNAPSHOT_ID = EXCLUDED.SNAPSHOT_ID",
                row.get("ID"),
                row.get("NAME"),
                change.snapshotId());
    }

    private void run(String sql, Object... values) throws SQLException {
        try (Connection connection = target.getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }
}
// end::framed-copy[]
