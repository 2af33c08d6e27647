package io.github.cameldb2cdc.docs;

// tag::exactly-once-sink[]
import io.github.cameldb2cdc.Db2CdcConstants;
import io.github.cameldb2cdc.checkpoint.EventCheckpoint;
import io.github.cameldb2cdc.checkpoint.JdbcCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.StoreAnswer;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.apache.camel.Exchange;
import org.apache.camel.Processor;

/** Keeps a copy of the employees, and a line for each change of a salary. */
public final class EmployeeSink implements Processor {

    private final DataSource target;
    private final JdbcCheckpointRepository checkpoints;

    public EmployeeSink(DataSource target, JdbcCheckpointRepository checkpoints) {
        this.target = target;
        this.checkpoints = checkpoints;
    }

    @Override
    public void process(Exchange exchange) throws SQLException {
        RowChange change = exchange.getMessage().getBody(RowChange.class);
        EventCheckpoint checkpoint = exchange.getMessage().getHeader(Db2CdcConstants.CHECKPOINT, EventCheckpoint.class);
        try (Connection connection = target.getConnection()) {
            connection.setAutoCommit(false);
            try {
                StoreAnswer answer = checkpoints.store(connection, checkpoint);
                if (answer == StoreAnswer.FENCED) {
                    throw new IllegalStateException("Another consumer owns the checkpoint now.");
                }
                if (answer == StoreAnswer.STORED) {
                    apply(connection, change);
                }
                connection.commit();
            } catch (SQLException | RuntimeException e) {
                connection.rollback();
                throw e;
            }
        }
    }

    private static void apply(Connection connection, RowChange change) throws SQLException {
        if (change.operation() == Operation.DELETE) {
            run(
                    connection,
                    "DELETE FROM EMPLOYEES WHERE ID = ?",
                    change.before().get("ID"));
            return;
        }
        Row row = change.after();
        run(
                connection,
                "INSERT INTO EMPLOYEES (ID, NAME, SALARY) VALUES (?, ?, ?)"
                        + " ON CONFLICT (ID) DO UPDATE SET NAME = EXCLUDED.NAME, SALARY = EXCLUDED.SALARY",
                row.get("ID"),
                row.get("NAME"),
                row.get("SALARY"));
        if (change.operation() == Operation.UPDATE) {
            run(connection, "INSERT INTO SALARY_CHANGES (ID, SALARY) VALUES (?, ?)", row.get("ID"), row.get("SALARY"));
        }
    }

    private static void run(Connection connection, String sql, Object... values) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setObject(i + 1, values[i]);
            }
            statement.executeUpdate();
        }
    }
}
// end::exactly-once-sink[]
