package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.TableSchema;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Reads rows of a source table in the order of its identity, from a key on. The order is the database's: keys are
 * compared there and never here. A table without a key is read in any order, as a whole.
 *
 * <p>Immutable and thread-safe.
 */
public final class KeysetScan {

    private final TableSchema table;
    private final RowReader rowReader;

    public KeysetScan(TableSchema table) {
        this.table = table;
        this.rowReader = new RowReader(table);
    }

    /**
     * Reads inside a unit of work of the session.
     *
     * @param after rows behind this key are read; null to begin with the first
     * @param mostRows how many at the most; 0 for all
     * @param taker takes the rows in order; answers whether it wants more
     */
    public void read(Db2Session session, RowKey after, int mostRows, int fetchSize, Predicate<Row> taker)
            throws SQLException {
        session.query(
                sql(after != null, mostRows),
                fetchSize,
                statement -> bind(statement, after),
                rows -> hand(rows, taker));
    }

    private Void hand(ResultSet rows, Predicate<Row> taker) throws SQLException {
        while (rows.next()) {
            if (!taker.test(rowReader.read(rows, 1))) {
                break;
            }
        }
        return null;
    }

    private String sql(boolean behindKey, int mostRows) {
        String columns =
                table.columns().stream().map(Column::name).map(Db2Sql::quote).collect(Collectors.joining(", "));
        StringBuilder sql = new StringBuilder("SELECT " + columns + " FROM " + Db2Sql.quote(table.id()));
        if (!table.identity().isEmpty()) {
            List<String> key = table.identity().stream().map(Db2Sql::quote).toList();
            if (behindKey) {
                sql.append(" WHERE ").append(behind(key));
            }
            sql.append(" ORDER BY ").append(String.join(", ", key));
        }
        if (mostRows > 0) {
            sql.append(" FETCH FIRST ").append(mostRows).append(" ROWS ONLY");
        }
        return sql.append(" WITH CS").toString();
    }

    /**
     * {@code a >= ? AND ((a > ?) OR (a = ? AND b > ?))}: row values are not comparable on every platform, and the first
     * part lets the index begin at the key.
     */
    private static String behind(List<String> key) {
        if (key.size() == 1) {
            return key.get(0) + " > ?";
        }
        StringBuilder condition = new StringBuilder(key.get(0)).append(" >= ? AND (");
        for (int last = 0; last < key.size(); last++) {
            condition.append(last == 0 ? "(" : " OR (");
            for (int i = 0; i < last; i++) {
                condition.append(key.get(i)).append(" = ? AND ");
            }
            condition.append(key.get(last)).append(" > ?)");
        }
        return condition.append(')').toString();
    }

    private static void bind(PreparedStatement statement, RowKey after) throws SQLException {
        if (after == null) {
            return;
        }
        int marker = 1;
        if (after.size() > 1) {
            SqlValues.bind(statement, marker++, after.get(0));
        }
        for (int last = 0; last < after.size(); last++) {
            for (int i = 0; i <= last; i++) {
                SqlValues.bind(statement, marker++, after.get(i));
            }
        }
    }
}
