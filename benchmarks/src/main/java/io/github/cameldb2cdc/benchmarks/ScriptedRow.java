package io.github.cameldb2cdc.benchmarks;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.CommitTime;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;

/** A row of seven columns as a driver hands it over, without a driver: what is measured begins behind it. */
final class ScriptedRow {

    private static final Origin ORIGIN = new Origin("hr", "SAMPLE", "0.1.0");
    private static final TableSchema TABLE = new TableSchema(
            new TableId("DB2INST1", "EMPLOYEES"),
            List.of(
                    new Column("ID", ColumnType.INTEGER, 4, 0, false),
                    new Column("FIRSTNAME", ColumnType.VARCHAR, 50, 0, false),
                    new Column("LASTNAME", ColumnType.VARCHAR, 50, 0, false),
                    new Column("SALARY", ColumnType.DECIMAL, 9, 2, true),
                    new Column("HIRED", ColumnType.DATE, 4, 0, true),
                    new Column("UPDATED", ColumnType.TIMESTAMP, 10, 6, true),
                    new Column("NOTES", ColumnType.VARCHAR, 200, 0, true)),
            List.of("ID"),
            List.of("ID"));
    private static final Sequence COMMIT = Sequence.parse("0000000000000000000000000000C350");
    private static final byte[] INTENT =
            Sequence.parse("0000000000000000000000000000C34F").bytes();
    private static final Instant READ = Instant.parse("2026-11-30T12:00:00.417Z");
    private static final CommitTime COMMITTED =
            new CommitTime(Instant.parse("2026-11-30T12:00:00.123456Z"), false, "DB2INST1");

    private final Object[] values = {
        4711,
        "Anna",
        "M\u00fcller",
        new BigDecimal("95000.00"),
        LocalDate.of(2020, 1, 2),
        LocalDateTime.of(2026, 11, 30, 12, 0, 0, 123_456_000),
        "A note of some length, as people write them."
    };

    /** The row as an event, made anew from what a result set gives. */
    RowChange toEvent() {
        Row after = new Row(TABLE, values.clone());
        Position position = Position.row(COMMIT, Sequence.of(INTENT));
        return new RowChange(ORIGIN, Operation.CREATE, TABLE, null, after, position, 0, COMMITTED, null, READ);
    }
}
