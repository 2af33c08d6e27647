package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.EventCheckpoint;
import io.github.cameldb2cdc.checkpoint.JdbcCheckpointRepository;
import io.github.cameldb2cdc.checkpoint.StoreAnswer;
import io.github.cameldb2cdc.event.CdcEvent;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import javax.sql.DataSource;

/**
 * Writes each event to a log that nothing keeps from having it twice, and the event's checkpoint in the same transaction.
 * Dies at a step if told so.
 */
final class ExactlyOnceSink {

    /** Where the process may die. */
    enum Step {
        BEFORE_ANYTHING,
        AFTER_THE_CHECKPOINT,
        AFTER_THE_ROW,
        AFTER_THE_COMMIT
    }

    /** Asked at each step. */
    @FunctionalInterface
    interface Fate {
        /** Throws if the process dies here. */
        void at(Step step);
    }

    private final DataSource target;
    private final JdbcCheckpointRepository checkpoints;
    private final Fate fate;

    ExactlyOnceSink(DataSource target, JdbcCheckpointRepository checkpoints, Fate fate) {
        this.target = target;
        this.checkpoints = checkpoints;
        this.fate = fate;
    }

    static void createLog(DataSource target) throws SQLException {
        try (Connection connection = target.getConnection();
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE EVENT_LOG (ARRIVAL BIGSERIAL, EVENT VARCHAR(200))");
        }
    }

    /** The events of the log in the order of their arrival. */
    static List<String> log(DataSource target) throws SQLException {
        List<String> events = new ArrayList<>();
        try (Connection connection = target.getConnection();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT EVENT FROM EVENT_LOG ORDER BY ARRIVAL")) {
            while (rows.next()) {
                events.add(rows.getString(1));
            }
        }
        return events;
    }

    /** Applies the event and says that it is done. */
    void take(Delivery delivery) {
        fate.at(Step.BEFORE_ANYTHING);
        try (Connection connection = target.getConnection()) {
            connection.setAutoCommit(false);
            apply(connection, delivery.event(), delivery.checkpoint());
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
        fate.at(Step.AFTER_THE_COMMIT);
        delivery.done();
    }

    private void apply(Connection connection, CdcEvent event, EventCheckpoint checkpoint) throws SQLException {
        StoreAnswer answer = checkpoints.store(connection, checkpoint);
        if (answer == StoreAnswer.FENCED) {
            throw new IllegalStateException("fenced");
        }
        fate.at(Step.AFTER_THE_CHECKPOINT);
        if (answer == StoreAnswer.STORED) {
            insert(connection, EngineRig.lineOf(event));
        }
        fate.at(Step.AFTER_THE_ROW);
        connection.commit();
    }

    private static void insert(Connection connection, String event) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO EVENT_LOG (EVENT) VALUES (?)")) {
            insert.setString(1, event);
            insert.executeUpdate();
        }
    }
}
