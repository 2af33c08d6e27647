package io.github.cameldb2cdc.source;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiFunction;

/** Change tables in memory whose pages end anywhere, with a source table that is asked for keys. */
final class ScriptedTables implements ChangeSource {

    private static final LocalDateTime LONG_AGO = LocalDateTime.of(2026, 1, 1, 0, 0);

    private final Map<TableId, List<ChangeRow>> rows = new TreeMap<>();
    private final Random random;
    BiFunction<ChangeTable, Collection<RowKey>, Optional<Set<RowKey>>> lookup = (table, keys) -> Optional.of(Set.of());

    BiFunction<List<RowKey>, Long, Optional<Map<RowKey, Object[]>>> reselect =
            (keys, mostBytes) -> Optional.of(Map.of());

    ScriptedTables(Random random) {
        this.random = random;
    }

    static Sequence sequence(int value) {
        byte[] bytes = new byte[16];
        bytes[13] = (byte) (value >>> 16);
        bytes[14] = (byte) (value >>> 8);
        bytes[15] = (byte) value;
        return Sequence.ofOwned(bytes);
    }

    /** A table S.name with the columns ID, EMAIL and V. */
    static ChangeTable table(String name, boolean pairs, List<String> identity, List<String> messageKey) {
        List<Column> columns = List.of(
                new Column("ID", ColumnType.INTEGER, 4, 0, false),
                new Column("EMAIL", ColumnType.INTEGER, 4, 0, false),
                new Column("V", ColumnType.INTEGER, 4, 0, true));
        TableSchema schema = new TableSchema(new TableId("S", name), columns, identity, messageKey);
        Registration registration = new Registration(
                schema.id(),
                new TableId("ASNCDC", "CD" + name),
                CaptureState.ACTIVE,
                null,
                null,
                null,
                pairs ? null : "X",
                pairs,
                LONG_AGO,
                LONG_AGO,
                LONG_AGO,
                LONG_AGO,
                true);
        return new ChangeTable(registration, schema, pairs ? Set.of() : Set.of("ID", "EMAIL", "V"), true);
    }

    static Row row(ChangeTable table, Object... values) {
        return new Row(table.schema(), values);
    }

    void add(ChangeTable table, int commit, int intent, char operation, Row row, Row before, int bytes) {
        Position position = Position.row(sequence(commit), sequence(intent));
        rows.computeIfAbsent(table.id(), id -> new ArrayList<>())
                .add(new ChangeRow(position, operation, row, before, bytes));
    }

    List<ChangeRow> rowsOf(ChangeTable table) {
        return rows.getOrDefault(table.id(), List.of());
    }

    @Override
    public Map<TableId, Sequence> whoHasRows(List<ChangeTable> tables, Sequence after, Sequence upTo) {
        Map<TableId, Sequence> result = new HashMap<>();
        for (ChangeTable table : tables) {
            rowsOf(table).stream()
                    .map(row -> row.position().commit())
                    .filter(commit -> commit.compareTo(after) > 0 && commit.compareTo(upTo) <= 0)
                    .findFirst()
                    .ifPresent(commit -> result.put(table.id(), commit));
        }
        return result;
    }

    /** Ends a page behind any row, as a limit of bytes does. */
    @Override
    public Page page(ChangeTable table, Position after, Sequence upTo, int mostRows, long mostBytes) {
        List<ChangeRow> page = new ArrayList<>();
        int most = 1 + random.nextInt(4);
        for (ChangeRow row : rowsOf(table)) {
            if (row.position().compareTo(after) > 0 && row.position().commit().compareTo(upTo) <= 0) {
                page.add(row);
                if (page.size() == most) {
                    return new Page(page, true);
                }
            }
        }
        return new Page(page, false);
    }

    @Override
    public Optional<Set<RowKey>> existingKeys(ChangeTable table, Collection<RowKey> keys) {
        return lookup.apply(table, keys);
    }

    @Override
    public Map<Sequence, CommitNote> commitNotes(Set<Sequence> commits, Sequence first, Sequence last) {
        return Map.of();
    }

    @Override
    public Optional<Watermark> watermark() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Map<TableId, Registration> registrations(Collection<String> schemas) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ChangeTable changeTable(Registration registration, Selection selection, List<String> knownIdentity) {
        throw new UnsupportedOperationException();
    }

    @Override
    public PresentStructure structure(Registration registration, List<String> knownKey) {
        throw new UnsupportedOperationException();
    }

    @Override
    public ChangeTable changeTableOfMissing(Registration registration, Selection selection, TableSchema known) {
        throw new UnsupportedOperationException();
    }

    @Override
    public SourceTime time() {
        throw new UnsupportedOperationException("time");
    }

    @Override
    public LogFacts logFacts(Sequence anchor) {
        throw new UnsupportedOperationException("logFacts");
    }

    @Override
    public boolean hasNotesBefore(Sequence commit) {
        throw new UnsupportedOperationException("hasNotesBefore");
    }

    @Override
    public PruningFacts pruningFacts(Collection<String> schemas) {
        throw new UnsupportedOperationException("pruningFacts");
    }

    @Override
    public void forgetStructure() {}

    @Override
    public Optional<Map<RowKey, Object[]>> largeObjects(
            ChangeTable table, LargeObjectColumns columns, List<RowKey> keys, long mostBytes) {
        return reselect.apply(keys, mostBytes);
    }
}
