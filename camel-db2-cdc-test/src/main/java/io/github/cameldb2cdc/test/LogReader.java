package io.github.cameldb2cdc.test;

import io.github.cameldb2cdc.test.derby.TransactionLog;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds the transactions that have ended, without waiting for any that has not.
 *
 * <ol>
 *   <li>Take the last log position P.
 *   <li>Ask the engine which transactions are open; one ends here before it releases its first lock.
 *   <li>Scan the staging tables, reading uncommitted rows.
 * </ol>
 *
 * <p>A transaction counts as ended when all its rows are at or below P and it was not open. It had a position before
 * step 1, so it was open then; not being so at step 2 it ended in between, and step 3 sees all it left: its committed
 * rows, or none after a rollback. The set is closed under dependency: when a transaction in it changed a row after
 * another one, that other had ended before a position at or below P was taken, so it is in the set as well or was
 * published before. Conflicting transactions cannot overlap, hence the order of their last positions is a valid order
 * of their commits.
 */
final class LogReader {
    private static final String OPEN = "VALUES DB2KIT.OPEN_TRANSACTIONS()";

    private final Connection connection;
    private final TransactionLog log;
    private final Clock clock;
    // when open transactions were seen last: they commit later than that
    private Map<String, Timestamp> seenOpen = new HashMap<>();

    /** @param connection reads uncommitted rows */
    LogReader(Connection connection, TransactionLog log, Clock clock) {
        this.connection = connection;
        this.log = log;
        this.clock = clock;
    }

    /**
     * What one look at the log gave.
     *
     * @param ended the transactions that have ended, in commit order
     * @param openFrom the lowest last position of a transaction left out, or the last position when there is none
     * @param isPart whether more have ended than these
     */
    record Look(List<StagedTransaction> ended, long openFrom, boolean isPart) {

        /** Its oldest transactions; all of them count as a whole look. */
        Look first(int most) {
            if (ended.size() < most) {
                return this;
            }
            long firstLeftOut = ended.size() > most ? ended.get(most).lastPosition() : openFrom;
            return new Look(List.copyOf(ended.subList(0, most)), Math.min(openFrom, firstLeftOut), true);
        }
    }

    Look read(List<StagedSource> sources) throws SQLException {
        long position = log.last();
        Set<String> open = open();
        Map<String, List<StagedTransaction.Part>> found = new HashMap<>();
        for (StagedSource source : sources) {
            scan(source, found);
        }
        List<StagedTransaction> ended = new ArrayList<>();
        Map<String, Timestamp> stillOpen = new HashMap<>();
        long openFrom = position;
        for (Map.Entry<String, List<StagedTransaction.Part>> entry : found.entrySet()) {
            StagedTransaction.Part newest = newest(entry.getValue());
            if (newest.lastPosition() <= position && !open.contains(entry.getKey())) {
                ended.add(describe(entry.getKey(), newest, entry.getValue()));
            } else {
                openFrom = Math.min(openFrom, newest.lastPosition());
                stillOpen.put(entry.getKey(), Timestamp.from(clock.instant()));
            }
        }
        seenOpen = stillOpen;
        ended.sort(Comparator.comparingLong(StagedTransaction::lastPosition));
        return new Look(ended, openFrom, false);
    }

    private Set<String> open() throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(OPEN);
                ResultSet rows = statement.executeQuery()) {
            rows.next();
            return Arrays.stream(rows.getString(1).split(","))
                    .map(log::transaction)
                    .collect(Collectors.toSet());
        }
    }

    private void scan(StagedSource source, Map<String, List<StagedTransaction.Part>> found) throws SQLException {
        String sql = "SELECT TRANSACTION_ID, MAX(LOG_POSITION) FROM " + source.table() + " --DERBY-PROPERTIES index="
                + source.index() + "\n GROUP BY TRANSACTION_ID";
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                found.computeIfAbsent(rows.getString(1), id -> new ArrayList<>())
                        .add(new StagedTransaction.Part(source, rows.getLong(2)));
            }
        }
    }

    private static StagedTransaction.Part newest(List<StagedTransaction.Part> parts) {
        return parts.stream()
                .max(Comparator.comparingLong(StagedTransaction.Part::lastPosition))
                .orElseThrow();
    }

    private StagedTransaction describe(String id, StagedTransaction.Part newest, List<StagedTransaction.Part> parts)
            throws SQLException {
        String sql = "SELECT CHANGED, USER_ID FROM " + newest.source().table() + " --DERBY-PROPERTIES index="
                + newest.source().index() + "\n WHERE TRANSACTION_ID = ? AND LOG_POSITION = ?";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setString(1, id);
            statement.setLong(2, newest.lastPosition());
            try (ResultSet rows = statement.executeQuery()) {
                if (!rows.next()) {
                    throw new IllegalStateException("The staged row " + newest.lastPosition() + " of transaction " + id
                            + " is gone although the transaction has ended");
                }
                Timestamp changed = later(rows.getTimestamp(1), seenOpen.get(id));
                return new StagedTransaction(id, newest.lastPosition(), changed, rows.getString(2), List.copyOf(parts));
            }
        }
    }

    private static Timestamp later(Timestamp first, Timestamp second) {
        return second != null && second.after(first) ? second : first;
    }
}
