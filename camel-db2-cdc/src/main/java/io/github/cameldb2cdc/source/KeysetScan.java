package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.TableSchema;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Reads rows of a source table in the order of its identity, between two keys. The order is the database's: keys are
 * compared there and never here. A table without a key is read in any order, as a whole.
 *
 * <p>Immutable and thread-safe.
 */
public final class KeysetScan {

    private final TableSchema table;
    private final Optional<LargeObjectColumns> largeObjects;
    private final RowReader rowReader;
    private final ColumnReader[] keyReaders;
    private final List<String> key;
    private final String condition;
    private final String suffix;

    /**
     * @param condition a predicate that the rows must meet as well, in SQL's spelling; null for all rows
     * @param suffix what ends each statement: the isolation clause
     * @param largeObjects which large objects the rows have
     */
    public KeysetScan(TableSchema table, String condition, String suffix, LargeObjects largeObjects) {
        this.table = table;
        this.largeObjects = largeObjects.columnsOf(table);
        this.rowReader = new RowReader(table, this.largeObjects);
        this.keyReaders = RowReader.readersOf(table, table.identity());
        this.key = table.identity().stream().map(Db2Sql::quote).toList();
        this.condition = condition;
        this.suffix = suffix;
    }

    /**
     * Reads rows inside a unit of work of the session.
     *
     * @param after rows behind this key are read; null to begin with the first
     * @param upTo rows up to this key are read; null to end with the last
     * @param taker takes the rows in order; answers whether it wants more
     */
    public void rows(Db2Session session, RowKey after, RowKey upTo, int fetchSize, Predicate<Row> taker)
            throws SQLException {
        int fetched = largeObjects.map(columns -> columns.fetchSize(fetchSize)).orElse(fetchSize);
        read(session, columns(), after, upTo, fetched, rows -> taker.test(rowReader.read(rows, 1)));
    }

    /**
     * Reads the first rows of a part of the table, by a statement that tells the database that there will not be more.
     *
     * @param most how many rows are read at the most
     */
    public void firstRows(Db2Session session, RowKey after, RowKey upTo, int most, Predicate<Row> taker)
            throws SQLException {
        int fetched = largeObjects.map(columns -> columns.fetchSize(most)).orElse(most);
        String sql = sql(columns(), after != null, upTo != null, "", " FETCH FIRST " + most + " ROWS ONLY");
        query(session, sql, fetched, after, upTo, rows -> taker.test(rowReader.read(rows, 1)));
    }

    /** The last key in the database's order; null if there is no row. */
    public RowKey lastKey(Db2Session session) throws SQLException {
        RowKey[] last = new RowKey[1];
        String sql = sql(Db2Sql.values(table, table.identity()), false, false, " DESC", " FETCH FIRST 1 ROW ONLY");
        query(session, sql, 1, null, null, rows -> {
            last[0] = readKey(rows);
            return false;
        });
        return last[0];
    }

    /** Reads the rows that have these keys, in any order; parameters as for {@link #rows}. */
    public void rowsOf(Db2Session session, List<RowKey> keys, int fetchSize, Predicate<Row> taker) throws SQLException {
        String one = key.stream().map(name -> name + " = ?").collect(Collectors.joining(" AND ", "(", ")"));
        String any = String.join(" OR ", Collections.nCopies(keys.size(), one));
        String sql = "SELECT " + columns() + " FROM " + Db2Sql.quote(table.id()) + " WHERE (" + any + ')'
                + (condition == null ? "" : " AND (" + condition + ')') + ' ' + suffix;
        int fetched = largeObjects.map(columns -> columns.fetchSize(fetchSize)).orElse(fetchSize);
        session.query(
                sql,
                fetched,
                statement -> {
                    int marker = 1;
                    for (RowKey wanted : keys) {
                        for (int i = 0; i < wanted.size(); i++) {
                            SqlValues.bind(statement, marker++, wanted.get(i));
                        }
                    }
                },
                rows -> {
                    while (rows.next() && taker.test(rowReader.read(rows, 1))) {
                        // the taker says when it has enough
                    }
                    return null;
                });
    }

    private String columns() {
        String ordinary = table.columns().stream()
                .filter(column -> !column.type().isLargeObject())
                .map(Db2Sql::value)
                .collect(Collectors.joining(", "));
        return ordinary + largeObjects.map(LargeObjectColumns::select).orElse("");
    }

    /**
     * Reads the keys of rows inside a unit of work of the session; parameters as for {@link #rows}. The statement names
     * the key's columns only, so that an index answers it.
     */
    public void keys(Db2Session session, RowKey after, RowKey upTo, int fetchSize, Predicate<RowKey> taker)
            throws SQLException {
        read(
                session,
                Db2Sql.values(table, table.identity()),
                after,
                upTo,
                fetchSize,
                rows -> taker.test(readKey(rows)));
    }

    private RowKey readKey(ResultSet rows) throws SQLException {
        Object[] values = new Object[keyReaders.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = keyReaders[i].read(rows, i + 1);
        }
        return new RowKey(values);
    }

    /** Takes the row on which a result stands; answers whether it wants more. */
    @FunctionalInterface
    private interface RowTaker {
        boolean take(ResultSet rows) throws SQLException;
    }

    private void read(Db2Session session, String columns, RowKey after, RowKey upTo, int fetchSize, RowTaker taker)
            throws SQLException {
        query(session, sql(columns, after != null, upTo != null, "", ""), fetchSize, after, upTo, taker);
    }

    private static void query(Db2Session session, String sql, int fetchSize, RowKey after, RowKey upTo, RowTaker taker)
            throws SQLException {
        session.query(sql, fetchSize, statement -> bind(statement, after, upTo), rows -> {
            while (rows.next() && taker.take(rows)) {
                // the taker says when it has enough
            }
            return null;
        });
    }

    private String sql(String columns, boolean lower, boolean upper, String direction, String limit) {
        List<String> conditions = new ArrayList<>();
        if (condition != null) {
            conditions.add('(' + condition + ')');
        }
        if (lower) {
            conditions.add(bound(" >= ?", " > ?", " > ?"));
        }
        if (upper) {
            conditions.add(bound(" <= ?", " < ?", " <= ?"));
        }
        String where = conditions.isEmpty() ? "" : " WHERE " + String.join(" AND ", conditions);
        String order = key.isEmpty()
                ? ""
                : key.stream().map(name -> name + direction).collect(Collectors.joining(", ", " ORDER BY ", ""));
        return "SELECT " + columns + " FROM " + Db2Sql.quote(table.id()) + where + order + limit + ' ' + suffix;
    }

    /**
     * {@code a >= ? AND ((a > ?) OR (a = ? AND b > ?))} and its mirror image: row values are not comparable on every
     * platform, and the first part lets the index begin at the key.
     */
    private String bound(String ofFirst, String inside, String ofLast) {
        if (key.size() == 1) {
            return key.get(0) + ofLast;
        }
        StringBuilder sql = new StringBuilder(key.get(0)).append(ofFirst).append(" AND (");
        for (int last = 0; last < key.size(); last++) {
            sql.append(last == 0 ? "(" : " OR (");
            for (int i = 0; i < last; i++) {
                sql.append(key.get(i)).append(" = ? AND ");
            }
            sql.append(key.get(last))
                    .append(last == key.size() - 1 ? ofLast : inside)
                    .append(')');
        }
        return sql.append(')').toString();
    }

    private static void bind(PreparedStatement statement, RowKey after, RowKey upTo) throws SQLException {
        int marker = bind(statement, 1, after);
        bind(statement, marker, upTo);
    }

    private static int bind(PreparedStatement statement, int firstMarker, RowKey border) throws SQLException {
        int marker = firstMarker;
        if (border == null) {
            return marker;
        }
        if (border.size() > 1) {
            SqlValues.bind(statement, marker++, border.get(0));
        }
        for (int last = 0; last < border.size(); last++) {
            for (int i = 0; i <= last; i++) {
                SqlValues.bind(statement, marker++, border.get(i));
            }
        }
        return marker;
    }
}
