package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.event.Unavailable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The large objects of one table, as expressions of a SELECT and as values of its result.
 *
 * <p>The database compares each length with the limit and gives no value that is longer, so that neither it nor the driver
 * ever sends one: a driver may hold whole values before anybody asks for them. The length comes beside the value, since
 * otherwise a value that is too long would look like null. Thread-safe.
 */
public final class LargeObjectColumns {

    private static final Logger LOG = LoggerFactory.getLogger(LargeObjectColumns.class);

    /** The driver may hold this many bytes of values that were fetched and not read yet. */
    private static final long MOST_BYTES_FETCHED = 32L << 20;

    private static final int COLUMNS_OF_ONE = 2;

    private final TableId table;
    private final int[] indexes;
    private final String[] names;
    private final boolean[] binary;
    private final AtomicBoolean[] said;
    private final String select;
    private final long mostBytes;

    LargeObjectColumns(TableSchema schema, long mostBytes) {
        this.table = schema.id();
        this.mostBytes = mostBytes;
        this.indexes = schema.largeObjectIndexes();
        this.names = new String[indexes.length];
        this.binary = new boolean[indexes.length];
        this.said = new AtomicBoolean[indexes.length];
        StringBuilder sql = new StringBuilder();
        for (int i = 0; i < indexes.length; i++) {
            Column column = schema.columns().get(indexes[i]);
            names[i] = TableId.spell(column.name());
            binary[i] = column.type() == ColumnType.BLOB;
            said[i] = new AtomicBoolean();
            String value = valueOf(column);
            sql.append(", LENGTH(")
                    .append(value)
                    .append("), CASE WHEN LENGTH(")
                    .append(value)
                    .append(") <= ");
            sql.append(mostUnits(column)).append(" THEN ").append(value).append(" END");
        }
        this.select = sql.toString();
    }

    /** XML comes as text without a declaration of its encoding, which text has none of. */
    private static String valueOf(Column column) {
        return column.type() == ColumnType.XML
                ? "XMLSERIALIZE(" + Db2Sql.quote(column.name()) + " AS CLOB(2147483647))"
                : Db2Sql.quote(column.name());
    }

    private long mostUnits(Column column) {
        return column.type() == ColumnType.DBCLOB ? mostBytes / Character.BYTES : mostBytes;
    }

    /** What a SELECT names behind other columns: a comma, then two expressions for each large object. */
    String select() {
        return select;
    }

    /** How many rows the driver may fetch at once. */
    int fetchSize(int wanted) {
        long rows = MOST_BYTES_FETCHED / Math.max(1, mostBytes * indexes.length);
        return (int) Math.max(1, Math.min(wanted, rows));
    }

    /**
     * Puts the values of the row on which the result stands into a row's values.
     *
     * @param firstIndex where the expressions begin in the result
     */
    void read(ResultSet rows, int firstIndex, Object[] values) throws SQLException {
        int index = firstIndex;
        for (int i = 0; i < indexes.length; i++) {
            rows.getLong(index);
            boolean isNull = rows.wasNull();
            Object value = binary[i] ? rows.getBytes(index + 1) : rows.getString(index + 1);
            values[indexes[i]] = value != null || isNull ? value : tooLarge(i);
            index += COLUMNS_OF_ONE;
        }
    }

    private Object tooLarge(int i) {
        if (said[i].compareAndSet(false, true)) {
            LOG.warn(
                    "A value of the column {} of {} is longer than lobMaxBytes, which is {}; events leave such values"
                            + " out.",
                    names[i],
                    table,
                    mostBytes);
        }
        return Unavailable.VALUE;
    }

    /** Puts the values that {@link #read} gave for a row into the values of another event of it. */
    void copy(Object[] from, Object[] to) {
        for (int index : indexes) {
            to[index] = from[index];
        }
    }

    /** About how many bytes the large objects among these values take in memory. */
    int sizeOf(Object[] values) {
        long size = 0;
        for (int index : indexes) {
            size += ColumnReader.sizeOf(values[index]);
        }
        return (int) Math.min(Integer.MAX_VALUE, size);
    }
}
