package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.SourceStructure;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.source.CaptureState;
import io.github.cameldb2cdc.source.ChangeRow;
import io.github.cameldb2cdc.source.ChangeSource;
import io.github.cameldb2cdc.source.ChangeTable;
import io.github.cameldb2cdc.source.CommitNote;
import io.github.cameldb2cdc.source.LargeObjectColumns;
import io.github.cameldb2cdc.source.LogFacts;
import io.github.cameldb2cdc.source.Page;
import io.github.cameldb2cdc.source.PresentStructure;
import io.github.cameldb2cdc.source.PruningFacts;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.Selection;
import io.github.cameldb2cdc.source.SourceTime;
import io.github.cameldb2cdc.source.Watermark;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * What Db2 shows to a reader at CS with currently-committed semantics, while Capture commits and prunes: each row of a
 * scan is visible or skipped by what is committed at the moment at which the scan passes it. An embedded engine that
 * waits for uncommitted rows cannot show this.
 *
 * <p>The world moves at every point at which a reader can observe a difference: before each statement and before each
 * row that a scan passes. How it moves is decided by {@link Moves}.
 */
final class VisibilityModel implements ChangeSource {

    static final TableId A = new TableId("S", "A");
    static final TableId B = new TableId("S", "B");
    private static final LocalDateTime LONG_AGO = LocalDateTime.of(2026, 1, 1, 0, 0);

    /** Is asked wherever the world may move. */
    interface Moves {
        void mayMove(VisibilityModel world);
    }

    /** A row of a change table that Capture writes with a commit. */
    private record Written(TableId table, int commit, ChangeRow row) {}

    private final Moves moves;
    private final List<Written> log = new ArrayList<>();
    private final Map<TableId, ChangeTable> tables = new TreeMap<>();
    private final Map<TableId, Integer> newSynchpoint = new HashMap<>();
    private final Map<TableId, CaptureState> states = new HashMap<>();
    private int commits;
    private int captured;
    private int watermark;
    private int pruned;
    private int moments;

    VisibilityModel(Moves moves) {
        this.moves = moves;
        for (TableId id : List.of(A, B)) {
            List<Column> columns = List.of(new Column("ID", ColumnType.INTEGER, 4, 0, false));
            TableSchema schema = new TableSchema(id, columns, List.of("ID"), List.of("ID"));
            states.put(id, CaptureState.ACTIVE);
            tables.put(id, new ChangeTable(registration(id), schema, Set.of(), true));
        }
    }

    /** Appends a transaction with these rows, each an insert of a new key. */
    VisibilityModel commit(TableId... rows) {
        commits++;
        int intent = 0;
        for (TableId table : rows) {
            intent++;
            int key = 100 * commits + intent;
            Position position = Position.row(commitSequence(commits), sequence(key));
            Row row = new Row(tables.get(table).schema(), new Object[] {key});
            log.add(new Written(table, commits, new ChangeRow(position, 'I', row, null, 100)));
        }
        return this;
    }

    /** All keys in the order in which they must arrive. */
    List<Object> allKeys() {
        return log.stream().map(written -> written.row().row().get(0)).toList();
    }

    boolean canCapture() {
        return captured < commits;
    }

    /** Capture commits its work: rows of one more transaction, its notes and the register become visible together. */
    void capture() {
        captured++;
        watermark = captured;
        log.stream()
                .filter(written -> written.commit() == captured)
                .forEach(written -> newSynchpoint.put(written.table(), captured));
    }

    boolean canPrune() {
        return pruned < captured;
    }

    /** Capture removes everything it has captured, and says so. */
    void prune() {
        pruned = captured;
    }

    /** Capture starts anew at the end of the log: rows are gone, what was not captured never is, tables are inactive. */
    void coldStart() {
        captured = commits;
        watermark = commits;
        pruned = commits;
        states.replaceAll((table, state) -> CaptureState.INACTIVE);
    }

    boolean wasPruned() {
        return pruned > 0;
    }

    /** Lets Capture do what is left to do; answers whether there was anything. */
    boolean finish() {
        boolean more = canCapture() || !isActive();
        while (canCapture()) {
            capture();
        }
        activate();
        return more;
    }

    boolean isActive() {
        return states.get(A) == CaptureState.ACTIVE;
    }

    void activate() {
        states.replaceAll((table, state) -> CaptureState.ACTIVE);
    }

    static Sequence sequence(int value) {
        byte[] bytes = new byte[16];
        bytes[14] = (byte) (value >>> 8);
        bytes[15] = (byte) value;
        return Sequence.ofOwned(bytes);
    }

    private static Sequence commitSequence(int commit) {
        return sequence(1000 * commit);
    }

    /** The place before the first commit. */
    static Position start() {
        return Position.endOf(sequence(1));
    }

    private void observe() {
        moves.mayMove(this);
    }

    private boolean isVisible(Written written) {
        return written.commit() <= captured && written.commit() > pruned;
    }

    /** The highest commit sequence of a row that is visible now. */
    Optional<Sequence> highestVisible() {
        return log.stream()
                .filter(this::isVisible)
                .map(written -> written.row().position().commit())
                .max(Sequence::compareTo);
    }

    @Override
    public Optional<Watermark> watermark() {
        observe();
        Sequence synchpoint = watermark == 0 ? sequence(1) : commitSequence(watermark);
        return Optional.of(new Watermark(synchpoint, LONG_AGO.plusSeconds(++moments)));
    }

    /** The registrations, without a reader looking. */
    List<Registration> peekRegistrations() {
        return tables.keySet().stream().map(this::registration).toList();
    }

    private Registration registration(TableId table) {
        Sequence old = pruned == 0 ? sequence(1) : commitSequence(pruned);
        Integer newest = newSynchpoint.get(table);
        return new Registration(
                table,
                new TableId("ASNCDC", "CD" + table.name()),
                states.get(table),
                null,
                old,
                newest == null ? null : commitSequence(newest),
                null,
                true,
                LONG_AGO,
                LONG_AGO,
                LONG_AGO,
                LONG_AGO,
                true);
    }

    @Override
    public Map<TableId, Registration> registrations(Collection<String> schemas) {
        observe();
        Map<TableId, Registration> result = new TreeMap<>();
        tables.keySet().forEach(table -> result.put(table, registration(table)));
        return result;
    }

    @Override
    public ChangeTable changeTable(Registration registration, Selection selection, List<String> knownIdentity) {
        return tables.get(registration.source());
    }

    @Override
    public PresentStructure structure(Registration registration, List<String> knownKey) {
        TableSchema schema = tables.get(registration.source()).schema();
        SourceStructure structure = new SourceStructure(schema.columns(), List.of("ID"), List.of("ID"), true);
        return new PresentStructure(structure, schema.columns(), List.of());
    }

    @Override
    public ChangeTable changeTableOfMissing(Registration registration, Selection selection, TableSchema known) {
        throw new IllegalStateException("No table is ever missing here.");
    }

    @Override
    public void forgetStructure() {}

    @Override
    public SourceTime time() {
        return new SourceTime(LONG_AGO.plusSeconds(moments), ZoneOffset.UTC);
    }

    @Override
    public LogFacts logFacts(Sequence anchor) {
        observe();
        return new LogFacts(null, Set.of());
    }

    @Override
    public boolean hasNotesBefore(Sequence commit) {
        return false;
    }

    @Override
    public PruningFacts pruningFacts(Collection<String> schemas) {
        return new PruningFacts(null, Map.of());
    }

    @Override
    public Map<TableId, Sequence> whoHasRows(List<ChangeTable> asked, Sequence after, Sequence upTo) {
        Map<TableId, Sequence> result = new HashMap<>();
        for (ChangeTable table : asked) {
            observe();
            log.stream()
                    .filter(written -> written.table().equals(table.id()) && isVisible(written))
                    .map(written -> written.row().position().commit())
                    .filter(commit -> commit.compareTo(after) > 0 && commit.compareTo(upTo) <= 0)
                    .findFirst()
                    .ifPresent(commit -> result.put(table.id(), commit));
        }
        return result;
    }

    @Override
    public Page page(ChangeTable table, Position after, Sequence upTo, int mostRows, long mostBytes) {
        List<ChangeRow> rows = new ArrayList<>();
        long bytes = 0;
        for (Written written : log) {
            boolean inScan = written.table().equals(table.id())
                    && written.row().position().compareTo(after) > 0
                    && written.row().position().commit().compareTo(upTo) <= 0;
            if (!inScan) {
                continue;
            }
            observe();
            if (isVisible(written)) {
                rows.add(written.row());
                bytes += written.row().bytes();
            }
            if (rows.size() >= mostRows || bytes >= mostBytes) {
                return new Page(rows, true);
            }
        }
        return new Page(rows, false);
    }

    @Override
    public Map<Sequence, CommitNote> commitNotes(Set<Sequence> wanted, Sequence first, Sequence last) {
        observe();
        return Map.of();
    }

    @Override
    public Optional<Set<RowKey>> existingKeys(ChangeTable table, Collection<RowKey> keys) {
        return Optional.of(Set.of());
    }

    @Override
    public Optional<Map<RowKey, Object[]>> largeObjects(
            ChangeTable table, LargeObjectColumns columns, List<RowKey> keys, long mostBytes) {
        return Optional.of(Map.of());
    }
}
