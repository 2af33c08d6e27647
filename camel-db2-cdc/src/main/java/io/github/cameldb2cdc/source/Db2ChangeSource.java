package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.jdbc.SqlFailure;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** A server with SQL Replication, asked over JDBC. The session belongs to the caller. */
public final class Db2ChangeSource implements ChangeSource {

    private static final int FACTS_FETCH_SIZE = 200;
    private static final int KEYS_PER_QUESTION = 64;

    private final Db2Session session;
    private final Db2Sql sql;
    private final Catalog catalog;
    private final int fetchSize;
    private final Map<TableId, ChangePageReader> pageReaders = new HashMap<>();

    /** @param fetchSize rows that the driver fetches at once */
    public Db2ChangeSource(Db2Session session, Platform platform, String controlSchema, int fetchSize) {
        this.session = session;
        this.sql = new Db2Sql(platform, controlSchema);
        this.catalog = new Catalog(sql);
        this.fetchSize = fetchSize;
    }

    @Override
    public Optional<Watermark> watermark() {
        Optional<Watermark> global = session.unit(
                "read Capture's watermark",
                work -> work.query(sql.globalWatermark(), 1, statement -> {}, Db2ChangeSource::readGlobalWatermark));
        return global.isPresent() ? global : fallbackWatermark();
    }

    private static Optional<Watermark> readGlobalWatermark(ResultSet rows) throws SQLException {
        Optional<Watermark> result = Optional.empty();
        while (rows.next()) {
            byte[] synchpoint = rows.getBytes(1);
            LocalDateTime time = LocalTimes.read(rows, 2);
            if (synchpoint != null && synchpoint.length > 0 && time != null) {
                result = Optional.of(new Watermark(Sequence.ofOwned(synchpoint), time));
            }
        }
        return result;
    }

    private Optional<Watermark> fallbackWatermark() {
        return session.unit(
                "read Capture's synchpoints",
                work -> work.query(sql.allSynchpoints(), FACTS_FETCH_SIZE, statement -> {}, rows -> {
                    Sequence highest = null;
                    while (rows.next()) {
                        highest = higher(highest, sequence(rows, 1));
                        highest = higher(highest, sequence(rows, 2));
                    }
                    return Optional.ofNullable(highest).map(value -> new Watermark(value, null));
                }));
    }

    /** Compared here and not by the database, which pads the shorter value with blanks. */
    private static Sequence higher(Sequence one, Sequence other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        int length = Math.max(one.length(), other.length());
        Sequence a = one.widenTo(length);
        Sequence b = other.widenTo(length);
        return a.compareTo(b) >= 0 ? a : b;
    }

    private static Sequence sequence(ResultSet rows, int index) throws SQLException {
        byte[] bytes = rows.getBytes(index);
        return bytes == null || bytes.length == 0 ? null : Sequence.ofOwned(bytes);
    }

    @Override
    public Map<TableId, Registration> registrations(Collection<String> schemas) {
        List<String> names = List.copyOf(schemas);
        return session.unit(
                "read Capture's register",
                work -> work.query(
                        sql.registrations(names.size()),
                        FACTS_FETCH_SIZE,
                        statement -> {
                            for (int i = 0; i < names.size(); i++) {
                                statement.setString(i + 1, names.get(i));
                            }
                        },
                        rows -> {
                            Map<TableId, Registration> result = new TreeMap<>();
                            while (rows.next()) {
                                Registration registration = readRegistration(rows);
                                result.put(registration.source(), registration);
                            }
                            return result;
                        }));
    }

    private static Registration readRegistration(ResultSet rows) throws SQLException {
        String stateInfo = rows.getString(6);
        return new Registration(
                new TableId(rows.getString(1), rows.getString(2)),
                new TableId(rows.getString(3), rows.getString(4)),
                CaptureState.of(rows.getString(5)),
                stateInfo == null || stateInfo.isBlank() ? null : stateInfo.strip(),
                sequence(rows, 7),
                sequence(rows, 8),
                rows.getString(9),
                "Y".equals(rows.getString(10)),
                LocalTimes.read(rows, 11),
                LocalTimes.read(rows, 12),
                LocalTimes.read(rows, 13),
                LocalTimes.read(rows, 14),
                isLogged(rows.getString(15)));
    }

    /** Y, and on LUW L with long columns as well; off is N on LUW and a blank on z/OS; null if there is no such table. */
    private static boolean isLogged(String dataCapture) {
        return dataCapture == null || dataCapture.startsWith("Y") || dataCapture.startsWith("L");
    }

    @Override
    public PresentStructure structure(Registration registration, List<String> knownKey) {
        return session.unit("read the structure of " + registration.source(), work -> {
            TableStructure source = catalog.structureOf(work, registration.source());
            TableStructure changes = catalog.structureWithoutKeysOf(work, registration.changeTable());
            return PresentStructure.of(registration, source, changes, knownKey);
        });
    }

    @Override
    public ChangeTable changeTableOfMissing(Registration registration, Selection selection, TableSchema known) {
        return session.unit("read the structure of " + registration.changeTable(), work -> {
            TableStructure changes = catalog.structureWithoutKeysOf(work, registration.changeTable());
            return new ChangeTableAssembly(selection)
                    .assemble(registration, asSource(known), changes, known.identity());
        });
    }

    private static TableStructure asSource(TableSchema known) {
        List<UniqueKey> keys =
                known.identity().isEmpty() ? List.of() : List.of(new UniqueKey("", true, known.identity()));
        return new TableStructure(known.columns(), List.of(), keys);
    }

    @Override
    public ChangeTable changeTable(Registration registration, Selection selection, List<String> knownIdentity) {
        return session.unit("read the structure of " + registration.source(), work -> {
            TableStructure source = catalog.structureOf(work, registration.source());
            TableStructure changes = catalog.structureWithoutKeysOf(work, registration.changeTable());
            if (source.columns().isEmpty() || changes.columns().isEmpty()) {
                TableId missing = source.columns().isEmpty() ? registration.source() : registration.changeTable();
                throw CdcException.definite("The table " + missing + " of the registration of " + registration.source()
                        + " does not exist; remove the registration or create the table and register it anew.");
            }
            return new ChangeTableAssembly(selection).assemble(registration, source, changes, knownIdentity);
        });
    }

    /** The catalog's estimate of a table's number of rows; -1 where there is none. */
    public long estimatedRows(TableId table) {
        return session.unit(
                "read the estimated size of " + table,
                work -> work.query(
                        sql.estimatedRows(),
                        1,
                        statement -> {
                            statement.setString(1, table.schema());
                            statement.setString(2, table.name());
                        },
                        rows -> rows.next() ? rows.getLong(1) : -1L));
    }

    /** The columns of each primary key and each unique index without a nullable column. */
    public List<List<String>> uniqueKeys(TableId table) {
        return session.unit("read the keys of " + table, work -> catalog.structureOf(work, table).keys().stream()
                .map(UniqueKey::columns)
                .toList());
    }

    /**
     * Lets the database look at a predicate for rows of a table, without reading a row.
     *
     * @param predicate what stands behind WHERE
     * @throws CdcException definite, if it is none
     */
    public void requirePredicate(TableId table, String predicate) {
        session.unit(
                "find rows of " + table + " by the given predicate",
                work -> work.query(Db2Sql.nothingOf(table, predicate), 1, statement -> {}, rows -> null));
    }

    /** Whether the user has the privilege to read a table. */
    public boolean mayRead(TableId table) {
        return session.unit("look whether " + table + " may be read", work -> {
            try {
                work.query(Db2Sql.nothingOf(table), 1, statement -> {}, rows -> null);
                return true;
            } catch (SQLException e) {
                if (SqlFailure.isMissingPrivilege(e)) {
                    return false;
                }
                throw e;
            }
        });
    }

    @Override
    public LogFacts logFacts(Sequence anchor) {
        return session.unit(
                "read where Capture began and its note of the anchor",
                work -> work.query(
                        sql.logFacts(anchor != null),
                        FACTS_FETCH_SIZE,
                        statement -> {
                            if (anchor != null) {
                                statement.setBytes(1, anchor.bytes());
                            }
                        },
                        rows -> {
                            Sequence first = null;
                            Set<LocalDateTime> markers = new HashSet<>();
                            while (rows.next()) {
                                if (rows.getInt(1) == 0) {
                                    first = sequence(rows, 2);
                                } else {
                                    markers.add(LocalTimes.read(rows, 3));
                                }
                            }
                            return new LogFacts(first, markers);
                        }));
    }

    @Override
    public boolean hasNotesBefore(Sequence commit) {
        return session.unit(
                "look for Capture's notes before the anchor",
                work -> work.query(
                        sql.noteBefore(), 1, statement -> statement.setBytes(1, commit.bytes()), ResultSet::next));
    }

    @Override
    public PruningFacts pruningFacts(Collection<String> schemas) {
        List<String> names = List.copyOf(schemas);
        return session.unit("read how long Capture keeps changes", work -> {
            Duration retention = work.query(sql.retention(), 1, statement -> {}, rows -> {
                int minutes = rows.next() ? rows.getInt(1) : 0;
                return minutes <= 0 ? null : Duration.ofMinutes(minutes);
            });
            Map<TableId, Sequence> subscribed = work.query(
                    sql.subscriptions(names.size()),
                    FACTS_FETCH_SIZE,
                    statement -> {
                        for (int i = 0; i < names.size(); i++) {
                            statement.setString(i + 1, names.get(i));
                        }
                    },
                    Db2ChangeSource::readSubscribed);
            return new PruningFacts(retention, subscribed);
        });
    }

    /** The least place of all sets of a table. */
    private static Map<TableId, Sequence> readSubscribed(ResultSet rows) throws SQLException {
        Map<TableId, Sequence> result = new HashMap<>();
        while (rows.next()) {
            Sequence place = sequence(rows, 3);
            if (place != null) {
                result.merge(new TableId(rows.getString(1), rows.getString(2)), place, Db2ChangeSource::lower);
            }
        }
        return result;
    }

    private static Sequence lower(Sequence one, Sequence other) {
        int length = Math.max(one.length(), other.length());
        return one.widenTo(length).compareTo(other.widenTo(length)) <= 0 ? one : other;
    }

    @Override
    public SourceTime time() {
        return session.unit(
                "read the server's clock",
                work -> work.query(Db2Sql.currentTime(), 1, statement -> {}, rows -> {
                    rows.next();
                    return new SourceTime(
                            LocalTimes.read(rows, 1),
                            ServerFacts.offsetOf(rows.getBigDecimal(2).intValue()));
                }));
    }

    @Override
    public void forgetStructure() {
        pageReaders.clear();
        session.forgetStatements();
    }

    @Override
    public Map<TableId, Sequence> whoHasRows(List<ChangeTable> tables, Sequence after, Sequence upTo) {
        Map<TableId, Sequence> result = new HashMap<>();
        for (int from = 0; from < tables.size(); from += Db2Sql.TABLES_PER_QUESTION) {
            List<ChangeTable> some = tables.subList(from, Math.min(tables.size(), from + Db2Sql.TABLES_PER_QUESTION));
            askWhoHasRows(some, Db2Sql.whoHasRows(some), after, upTo, result);
        }
        return result;
    }

    /** The smallest COMMITSEQ that each of the tables has; tables without rows are missing. */
    public Map<TableId, Sequence> oldestRows(List<ChangeTable> tables) {
        Map<TableId, Sequence> result = new HashMap<>();
        for (int from = 0; from < tables.size(); from += Db2Sql.TABLES_PER_QUESTION) {
            List<ChangeTable> some = tables.subList(from, Math.min(tables.size(), from + Db2Sql.TABLES_PER_QUESTION));
            askWhoHasRows(some, Db2Sql.oldestRows(some), null, null, result);
        }
        return result;
    }

    private void askWhoHasRows(
            List<ChangeTable> tables, String question, Sequence after, Sequence upTo, Map<TableId, Sequence> result) {
        session.unit(
                "ask which change tables have rows",
                work -> work.query(
                        question,
                        tables.size(),
                        statement -> {
                            for (int i = 0; after != null && i < tables.size(); i++) {
                                statement.setBytes(2 * i + 1, after.bytes());
                                statement.setBytes(2 * i + 2, upTo.bytes());
                            }
                        },
                        rows -> {
                            while (rows.next()) {
                                Sequence smallest = sequence(rows, 2);
                                if (smallest != null) {
                                    result.put(tables.get(rows.getInt(1)).id(), smallest);
                                }
                            }
                            return null;
                        }));
    }

    @Override
    public Page page(ChangeTable table, Position after, Sequence upTo, int mostRows, long mostBytes) {
        ChangePageReader reader = pageReaders.get(table.id());
        if (reader == null || !reader.reads(table)) {
            reader = new ChangePageReader(table, fetchSize);
            pageReaders.put(table.id(), reader);
        }
        ChangePageReader chosen = reader;
        return session.unit(
                "read the change table " + table.registration().changeTable(),
                work -> chosen.read(work, after, upTo, mostRows, mostBytes));
    }

    @Override
    public Map<Sequence, CommitNote> commitNotes(Set<Sequence> commits, Sequence first, Sequence last) {
        return session.unit(
                "read Capture's notes of commits",
                work -> work.query(
                        sql.commitNotes(),
                        fetchSize,
                        statement -> {
                            statement.setBytes(1, first.bytes());
                            statement.setBytes(2, last.bytes());
                        },
                        rows -> {
                            Map<Sequence, CommitNote> result = new HashMap<>();
                            while (rows.next()) {
                                CommitNote note = readCommitNote(rows);
                                if (commits.contains(note.commit())) {
                                    // COMMITSEQ alone is not declared unique there: the first row counts.
                                    result.putIfAbsent(note.commit(), note);
                                }
                            }
                            return result;
                        }));
    }

    private static CommitNote readCommitNote(ResultSet rows) throws SQLException {
        String userId = rows.getString(3);
        return new CommitNote(
                Sequence.ofOwned(rows.getBytes(1)),
                LocalTimes.read(rows, 2),
                userId == null || userId.isBlank() ? null : userId.strip());
    }

    /** When the newest commit up to a place was made, by the source's clock, as far as Capture's notes are there. */
    public Optional<LocalDateTime> newestCommitTime(Sequence upTo) {
        return session.unit(
                "find when the newest commit was made",
                work -> work.query(
                        sql.newestCommitTime(),
                        1,
                        statement -> statement.setBytes(1, upTo.bytes()),
                        rows -> rows.next() ? Optional.ofNullable(LocalTimes.read(rows, 1)) : Optional.empty()));
    }

    /** The smallest COMMITSEQ of a commit that is not earlier than a time by the source's clock. */
    public Optional<Sequence> firstCommitSince(LocalDateTime time) {
        return session.unit(
                "find the first commit since a time",
                work -> work.query(
                        sql.firstCommitSince(),
                        1,
                        statement -> SqlValues.bind(statement, 1, time),
                        rows -> rows.next() ? Optional.ofNullable(sequence(rows, 1)) : Optional.empty()));
    }

    @Override
    public Optional<Set<RowKey>> existingKeys(ChangeTable table, Collection<RowKey> keys) {
        List<RowKey> asked = List.copyOf(keys);
        Set<RowKey> result = new HashSet<>();
        for (int from = 0; from < asked.size(); from += KEYS_PER_QUESTION) {
            List<RowKey> some = asked.subList(from, Math.min(asked.size(), from + KEYS_PER_QUESTION));
            boolean allowed = session.unit("look up keys of " + table.id(), work -> mayRead(work, table, some, result));
            if (!allowed) {
                return Optional.empty();
            }
        }
        return Optional.of(result);
    }

    /** A missing privilege, or table, is no failure here: images decide where the source cannot be read. */
    private static boolean mayRead(Db2Session session, ChangeTable table, List<RowKey> keys, Set<RowKey> result)
            throws SQLException {
        try {
            readExistingKeys(session, table, keys, result);
            return true;
        } catch (SQLException e) {
            if (SqlFailure.isMissingPrivilege(e) || SqlFailure.isMissingObject(e)) {
                return false;
            }
            throw e;
        }
    }

    private static void readExistingKeys(Db2Session session, ChangeTable table, List<RowKey> keys, Set<RowKey> result)
            throws SQLException {
        List<boolean[]> nullPatterns = new ArrayList<>();
        keys.forEach(key -> nullPatterns.add(nullsOf(key)));
        ColumnReader[] readers =
                RowReader.readersOf(table.schema(), table.schema().messageKey());
        session.query(
                Db2Sql.existingKeys(table, nullPatterns), keys.size(), statement -> bindKeys(statement, keys), rows -> {
                    while (rows.next()) {
                        Object[] values = new Object[readers.length];
                        for (int i = 0; i < values.length; i++) {
                            values[i] = readers[i].read(rows, i + 1);
                        }
                        result.add(new RowKey(values));
                    }
                    return null;
                });
    }

    @Override
    public Optional<Map<RowKey, Object[]>> largeObjects(
            ChangeTable table, LargeObjectColumns columns, List<RowKey> keys, long mostBytes) {
        if (!table.registration().hasBothTables()) {
            // it was dropped, which is decided: all of its rows are gone
            return Optional.of(Map.of());
        }
        // few texts, so that few prepared statements: a power of two, the last key as often as it takes
        int markers = keys.size() == 1 ? 1 : Integer.highestOneBit(keys.size() - 1) * 2;
        List<RowKey> bound = new ArrayList<>(keys);
        bound.addAll(Collections.nCopies(markers - keys.size(), keys.get(keys.size() - 1)));
        return session.unit(
                "read the large objects of " + table.id() + " by key",
                work -> work.query(
                        Db2Sql.largeObjects(table.schema(), columns, markers),
                        columns.fetchSize(keys.size()),
                        statement -> bindKeys(statement, bound),
                        rows -> readLargeObjects(rows, table.schema(), columns, keys.size() == 1, mostBytes)));
    }

    private static Optional<Map<RowKey, Object[]>> readLargeObjects(
            ResultSet rows, TableSchema table, LargeObjectColumns columns, boolean isOne, long mostBytes)
            throws SQLException {
        ColumnReader[] keyReaders = RowReader.readersOf(table, table.identity());
        Map<RowKey, Object[]> result = new HashMap<>();
        long bytes = 0;
        while (rows.next()) {
            Object[] key = new Object[keyReaders.length];
            for (int i = 0; i < key.length; i++) {
                key[i] = keyReaders[i].read(rows, i + 1);
            }
            Object[] values = new Object[table.columns().size()];
            columns.read(rows, key.length + 1, values);
            bytes += columns.sizeOf(values);
            if (!isOne && bytes > mostBytes) {
                return Optional.empty();
            }
            result.put(new RowKey(key), values);
        }
        return Optional.of(result);
    }

    private static boolean[] nullsOf(RowKey key) {
        boolean[] nulls = new boolean[key.size()];
        for (int i = 0; i < nulls.length; i++) {
            nulls[i] = key.get(i) == null;
        }
        return nulls;
    }

    private static void bindKeys(PreparedStatement statement, List<RowKey> keys) throws SQLException {
        int marker = 1;
        for (RowKey key : keys) {
            for (int i = 0; i < key.size(); i++) {
                if (key.get(i) != null) {
                    SqlValues.bind(statement, marker++, key.get(i));
                }
            }
        }
    }
}
