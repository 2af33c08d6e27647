package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.time.Instant;
import java.util.List;

/** Events that are told apart by a number, each at a place of its own. */
final class NumberedEvents {

    static final TableSchema TABLE = new TableSchema(
            new TableId("S", "T"),
            List.of(new Column("ID", ColumnType.INTEGER, 4, 0, false)),
            List.of("ID"),
            List.of("ID"));
    private static final Origin ORIGIN = new Origin("db2", "MODEL", "1");

    private NumberedEvents() {}

    static Position place(int number) {
        return Position.endOf(VisibilityModel.sequence(number));
    }

    static RowChange event(int number) {
        Row row = new Row(TABLE, new Object[] {number});
        return new RowChange(ORIGIN, Operation.CREATE, TABLE, null, row, place(number), 0, null, null, Instant.EPOCH);
    }

    static int numberOf(Delivery delivery) {
        return (Integer) ((RowChange) delivery.event()).row().get(0);
    }

    /** The number of the place; 0 for none. */
    static int numberOf(Position position) {
        if (position == null) {
            return 0;
        }
        byte[] bytes = position.commit().bytes();
        return (bytes[14] & 0xFF) << 8 | bytes[15] & 0xFF;
    }
}
