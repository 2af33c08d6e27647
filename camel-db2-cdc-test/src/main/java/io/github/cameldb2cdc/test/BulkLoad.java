package io.github.cameldb2cdc.test;

import io.github.cameldb2cdc.test.derby.Column;
import io.github.cameldb2cdc.test.derby.Columns;
import io.github.cameldb2cdc.test.derby.DerbyDatabase;
import io.github.cameldb2cdc.test.derby.TableName;
import io.github.cameldb2cdc.test.derby.TransactionLog;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.util.List;
import java.util.stream.Collectors;

/**
 * Fills a change table fast, past source table and triggers, for measurements: rows of inserted keys 1, 2, 3 and so on,
 * spread evenly over transactions, with IBMSNAP_UOW and IBMSNAP_REGISTER as Capture leaves them. Values depend on the
 * seed and the row only. Each method returns a changed copy; immutable.
 */
public final class BulkLoad {
    private static final int BATCH_ROWS = 5_000;

    private final DerbyDatabase database;
    private final Capture capture;
    private final TransactionLog log;
    private final ControlTables tables;
    private final Clock clock;
    private final Size size;

    private record Size(TableName source, long events, long transactions, long seed) {}

    BulkLoad(DerbyDatabase database, Capture capture, TransactionLog log, ControlTables tables, Clock clock) {
        this(database, capture, log, tables, clock, new Size(null, 100_000, 1_000, 1));
    }

    private BulkLoad(
            DerbyDatabase database, Capture capture, TransactionLog log, ControlTables tables, Clock clock, Size size) {
        this.database = database;
        this.capture = capture;
        this.log = log;
        this.tables = tables;
        this.clock = clock;
        this.size = size;
    }

    /** The registered source table whose change table is filled, as {@code SCHEMA.TABLE}. */
    public BulkLoad table(String table) {
        return with(new Size(TableName.parse(table), size.events, size.transactions, size.seed));
    }

    /** How many rows; 100,000 by default. */
    public BulkLoad events(long count) {
        return with(new Size(size.source, requirePositive(count, "events"), size.transactions, size.seed));
    }

    /** In how many transactions; 1,000 by default. */
    public BulkLoad transactions(long count) {
        return with(new Size(size.source, size.events, requirePositive(count, "transactions"), size.seed));
    }

    /** What the values are made from. */
    public BulkLoad seed(long seed) {
        return with(new Size(size.source, size.events, size.transactions, seed));
    }

    /**
     * Writes the rows in one transaction and moves SYNCHPOINT beyond them.
     *
     * @return SYNCHPOINT after it
     * @throws IllegalStateException when no table is chosen or it is not registered
     */
    public LogSequence run() {
        if (size.source == null) {
            throw new IllegalStateException("No table is chosen; name a registered one with table(...)");
        }
        capture.whileQuiet(() -> database.inTransaction(this::write));
        capture.publish();
        return capture.synchpoint();
    }

    private void write(Connection connection) throws SQLException {
        RegisterRow row = tables.register().rows(connection).stream()
                .filter(candidate -> candidate.source().equals(size.source))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "The table " + size.source + " is not registered; register it before the bulk load"));
        List<Column> columns = Columns.of(connection, row.changeTable());
        long first = log.last() + 1;
        log.skipTo(first + size.events);
        try (PreparedStatement changes = connection.prepareStatement(insert(row.changeTable(), columns));
                PreparedStatement units = connection.prepareStatement(insertUnit())) {
            for (long event = 0; event < size.events; event++) {
                writeEvent(changes, units, columns, first, event);
                if ((event + 1) % BATCH_ROWS == 0) {
                    changes.executeBatch();
                    units.executeBatch();
                }
            }
            changes.executeBatch();
            units.executeBatch();
        }
        tables.register().moveNewSynchpoint(connection, size.source, SequenceFormat.numberOf(first + size.events));
    }

    private void writeEvent(
            PreparedStatement changes, PreparedStatement units, List<Column> columns, long first, long event)
            throws SQLException {
        long transaction = transactionOf(event);
        long lastEvent = lastEventOf(transaction);
        long commit = SequenceFormat.commitOf(first + lastEvent);
        int index = 1;
        for (Column column : columns) {
            switch (column.name()) {
                case "IBMSNAP_COMMITSEQ" -> changes.setBytes(index, sequence(commit));
                case "IBMSNAP_INTENTSEQ" ->
                    changes.setBytes(index, sequence(SequenceFormat.numberOf(first + event) + 1));
                case "IBMSNAP_OPERATION" -> changes.setString(index, "I");
                default -> changes.setObject(index, BulkValues.value(column, size.seed, event), column.jdbcType());
            }
            index++;
        }
        changes.addBatch();
        if (event == lastEvent) {
            units.setBytes(1, ByteBuffer.allocate(10).putLong(2, commit).array());
            units.setBytes(2, sequence(commit));
            units.setTimestamp(3, Timestamp.from(clock.instant()));
            units.addBatch();
        }
    }

    private long transactionOf(long event) {
        return event * effectiveTransactions() / size.events;
    }

    private long effectiveTransactions() {
        return Math.min(size.transactions, size.events);
    }

    /** The last event e with transactionOf(e) == transaction. */
    private long lastEventOf(long transaction) {
        long next = ((transaction + 1) * size.events + effectiveTransactions() - 1) / effectiveTransactions();
        return Math.min(next, size.events) - 1;
    }

    private byte[] sequence(long number) {
        return tables.format().encode(number).bytes();
    }

    private static String insert(TableName table, List<Column> columns) {
        return "INSERT INTO " + table.sql() + " ("
                + columns.stream().map(Column::sqlName).collect(Collectors.joining(", ")) + ") VALUES ("
                + columns.stream().map(column -> "?").collect(Collectors.joining(", ")) + ")";
    }

    private String insertUnit() {
        return "INSERT INTO " + TableName.quote(tables.controlSchema()) + ".IBMSNAP_UOW (IBMSNAP_UOWID, "
                + "IBMSNAP_COMMITSEQ, IBMSNAP_LOGMARKER, IBMSNAP_AUTHTKN, IBMSNAP_AUTHID, IBMSNAP_REJ_CODE, "
                + "IBMSNAP_APPLY_QUAL) VALUES (?, ?, ?, 'bulk', 'DB2INST1', '0', ' ')";
    }

    private BulkLoad with(Size changed) {
        return new BulkLoad(database, capture, log, tables, clock, changed);
    }

    private static long requirePositive(long count, String what) {
        if (count < 1) {
            throw new IllegalArgumentException("The number of " + what + " is " + count + "; it must be at least 1");
        }
        return count;
    }
}
