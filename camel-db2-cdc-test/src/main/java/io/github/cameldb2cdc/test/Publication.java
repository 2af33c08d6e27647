package io.github.cameldb2cdc.test;

import io.github.cameldb2cdc.test.derby.TableName;
import io.github.cameldb2cdc.test.derby.TransactionLog;
import java.nio.ByteBuffer;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One interval of Capture: everything that has ended goes from the log to the change tables, IBMSNAP_UOW,
 * IBMSNAP_REGISTER and IBMSNAP_RESTART in one transaction, which the caller commits or rolls back.
 *
 * <p>A commit's sequence follows from its last change, but is above SYNCHPOINT in any case: a transaction that made its
 * last change early and committed late comes after what was published in between. So SYNCHPOINT never covers a commit
 * that is not published.
 */
final class Publication {
    private final Connection connection;
    private final TransactionLog log;
    private final Register register;
    private final SequenceFormat format;
    private final String unitOfWorkTable;
    private final Clock clock;
    /** The last SYNCHTIME; null before the first publication of this process. */
    private Timestamp synchtime;

    Publication(
            Connection connection,
            TransactionLog log,
            Register register,
            SequenceFormat format,
            String controlSchema,
            Clock clock) {
        this.connection = connection;
        this.log = log;
        this.register = register;
        this.format = format;
        this.unitOfWorkTable = TableName.quote(controlSchema) + ".IBMSNAP_UOW";
        this.clock = clock;
    }

    /**
     * A transaction with its place among the commits.
     *
     * @param transaction what was staged
     * @param number the number of its COMMITSEQ
     * @param commitTime its LOGMARKER
     */
    record Commit(StagedTransaction transaction, long number, Timestamp commitTime) {}

    /**
     * Where a publication starts or ended.
     *
     * @param synchpoint the number of SYNCHPOINT
     * @param commitTime the newest LOGMARKER; commit times never go back
     */
    record Mark(long synchpoint, Timestamp commitTime) {}

    /** Gives commits their numbers and times. */
    List<Commit> number(List<StagedTransaction> transactions, Mark from) {
        List<Commit> commits = new ArrayList<>(transactions.size());
        long last = from.synchpoint();
        Timestamp time = from.commitTime();
        for (StagedTransaction transaction : transactions) {
            last = Math.max(SequenceFormat.commitOf(transaction.lastPosition()), last + 1);
            time = transaction.changed().after(time) ? transaction.changed() : time;
            commits.add(new Commit(transaction, last, time));
        }
        return commits;
    }

    /** Fills the batch, the change tables and IBMSNAP_UOW, and removes what was staged. */
    void writeChanges(List<Commit> commits, Collection<CapturedTable> captured) throws SQLException {
        if (commits.isEmpty()) {
            return;
        }
        fillBatch(commits);
        Set<TableName> changed = commits.stream()
                .flatMap(commit -> commit.transaction().parts().stream())
                .map(part -> part.source().source())
                .collect(Collectors.toSet());
        for (CapturedTable table : captured) {
            if (changed.contains(table.register().source())) {
                writeChangeTable(table);
            }
        }
        writeUnitsOfWork(commits, captured);
        removeStaged(commits);
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("DELETE FROM DB2KIT.BATCH");
        }
    }

    /** @return the mark after this publication */
    Mark moveSynchpoints(List<Commit> commits, Collection<CapturedTable> captured, Mark from, LogReader.Look look)
            throws SQLException {
        long lastCommit = commits.isEmpty()
                ? from.synchpoint()
                : commits.get(commits.size() - 1).number();
        log.skipTo(SequenceFormat.positionOf(lastCommit) + 1);
        // below everything that gets a position from now on, above everything published
        long synchpoint = look.isPart() ? lastCommit : Math.max(SequenceFormat.numberOf(log.next()), lastCommit);
        Timestamp now = look.isPart() ? timeOfPart(commits) : now();
        synchtime = now;
        for (TableName source : touched(commits, captured)) {
            register.moveNewSynchpoint(connection, source, synchpoint);
        }
        register.moveSynchpoint(connection, synchpoint, now);
        register.moveRestart(
                connection,
                commits.isEmpty() ? null : lastCommit,
                Math.min(synchpoint, SequenceFormat.numberOf(look.openFrom())),
                now);
        Timestamp commitTime = commits.isEmpty()
                ? from.commitTime()
                : commits.get(commits.size() - 1).commitTime();
        return new Mark(synchpoint, commitTime);
    }

    /** Times of Capture never go back. */
    private Timestamp timeOfPart(List<Commit> commits) {
        Timestamp last = commits.get(commits.size() - 1).commitTime();
        return synchtime != null && synchtime.after(last) ? synchtime : last;
    }

    private void fillBatch(List<Commit> commits) throws SQLException {
        String sql = "INSERT INTO DB2KIT.BATCH (TRANSACTION_ID, COMMIT_SEQUENCE) VALUES (?, ?)";
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (Commit commit : commits) {
                statement.setString(1, commit.transaction().id());
                statement.setBytes(2, format.encode(commit.number()).bytes());
                statement.addBatch();
            }
            statement.executeBatch();
        }
    }

    private void writeChangeTable(CapturedTable table) throws SQLException {
        for (String sql : table.statements()) {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                statement.setLong(1, table.captureFrom());
                statement.executeUpdate();
            } catch (SQLException e) {
                if (LockConflict.in(e)) {
                    throw e;
                }
                throw new TableFailure(table.register(), e);
            }
        }
    }

    private void writeUnitsOfWork(List<Commit> commits, Collection<CapturedTable> captured) throws SQLException {
        String sql = "INSERT INTO " + unitOfWorkTable + " (IBMSNAP_UOWID, IBMSNAP_COMMITSEQ, IBMSNAP_LOGMARKER, "
                + "IBMSNAP_AUTHTKN, IBMSNAP_AUTHID, IBMSNAP_REJ_CODE, IBMSNAP_APPLY_QUAL) "
                + "VALUES (?, ?, ?, 'db2jcc_application', ?, '0', ' ')";
        Map<TableName, Long> from = positions(captured);
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (Commit commit : commits) {
                if (commit.transaction().parts().stream().anyMatch(part -> captures(from, part))) {
                    statement.setBytes(
                            1,
                            ByteBuffer.allocate(10).putLong(2, commit.number()).array());
                    statement.setBytes(2, format.encode(commit.number()).bytes());
                    statement.setTimestamp(3, commit.commitTime());
                    statement.setString(4, commit.transaction().user());
                    statement.addBatch();
                }
            }
            statement.executeBatch();
        }
    }

    private void removeStaged(List<Commit> commits) throws SQLException {
        Map<StagedSource, List<String>> bySource = commits.stream()
                .flatMap(commit -> commit.transaction().parts().stream()
                        .map(part ->
                                Map.entry(part.source(), commit.transaction().id())))
                .collect(Collectors.groupingBy(
                        Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
        for (Map.Entry<StagedSource, List<String>> entry : bySource.entrySet()) {
            String sql = "DELETE FROM " + entry.getKey().table() + " WHERE TRANSACTION_ID = ?";
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                for (String id : entry.getValue()) {
                    statement.setString(1, id);
                    statement.addBatch();
                }
                statement.executeBatch();
            }
        }
    }

    private static Set<TableName> touched(List<Commit> commits, Collection<CapturedTable> captured) {
        Map<TableName, Long> from = positions(captured);
        Set<TableName> touched = new HashSet<>();
        for (Commit commit : commits) {
            for (StagedTransaction.Part part : commit.transaction().parts()) {
                if (captures(from, part)) {
                    touched.add(part.source().source());
                }
            }
        }
        return touched;
    }

    private static Map<TableName, Long> positions(Collection<CapturedTable> captured) {
        return captured.stream()
                .collect(Collectors.toMap(table -> table.register().source(), CapturedTable::captureFrom));
    }

    private static boolean captures(Map<TableName, Long> from, StagedTransaction.Part part) {
        Long position = from.get(part.source().source());
        return position != null && part.lastPosition() > position;
    }

    Timestamp now() {
        return Timestamp.from(clock.instant());
    }
}
