package io.github.cameldb2cdc.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.event.Column;
import io.github.cameldb2cdc.event.ColumnType;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.event.TableSchema;
import io.github.cameldb2cdc.event.Unavailable;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Large objects of the rows of a stream, by a source whose answers are scripted. */
class ReselectionTest {

    private static final int COMMITS = 40;

    private final Map<Integer, String> documents = new HashMap<>();
    private final List<Integer> questions = new ArrayList<>();

    private static ChangeTable table() {
        ChangeTable plain = ScriptedTables.table("T", true, List.of("ID"), List.of("ID"));
        List<Column> columns = List.of(
                new Column("ID", ColumnType.INTEGER, 4, 0, false), new Column("DOC", ColumnType.CLOB, 1000, 0, true));
        TableSchema schema = new TableSchema(plain.id(), columns, List.of("ID"), List.of("ID"));
        return new ChangeTable(plain.registration(), schema, Set.of(), true);
    }

    private static void insert(ScriptedTables source, ChangeTable table, int commit, int id) {
        Row row = ScriptedTables.row(table, id, Unavailable.VALUE);
        source.add(table, commit, commit, 'I', row, null, 10);
    }

    /** As the database does: the limit counts for all rows of an answer, except for a single one. */
    private Optional<Map<RowKey, Object[]>> answer(List<RowKey> keys, long mostBytes) {
        questions.add(keys.size());
        Map<RowKey, Object[]> found = new HashMap<>();
        long bytes = 0;
        for (RowKey key : keys) {
            String document = documents.get((Integer) key.get(0));
            if (document != null) {
                found.put(key, new Object[] {null, document});
                bytes += document.length();
            }
        }
        return keys.size() > 1 && bytes > mostBytes ? Optional.empty() : Optional.of(found);
    }

    private static ChangeReader reader(ScriptedTables source, long bytes, Position start) {
        return new ChangeReader(
                source,
                new ReadLimits(1000, bytes),
                new LargeObjects(LobMode.RESELECT, 1000),
                new Origin("db2", "MODEL", "1"),
                new SourceClock(null, ZoneOffset.UTC),
                Clock.systemUTC(),
                start,
                ChangeObserver.NONE);
    }

    private ScriptedTables source(ChangeTable table, int events, int documentLength) {
        ScriptedTables source = new ScriptedTables(new Random(1));
        source.reselect = this::answer;
        for (int i = 1; i <= events; i++) {
            insert(source, table, i, i);
            documents.put(i, "d".repeat(documentLength));
        }
        return source;
    }

    private static List<Batch> readAll(ChangeReader reader, ChangeTable table) {
        reader.openSweep(List.of(table), ScriptedTables.sequence(1000));
        List<Batch> batches = new ArrayList<>();
        while (reader.isInSweep()) {
            batches.add(reader.nextBatch());
        }
        return batches;
    }

    private static List<Object> idsOf(List<Batch> batches) {
        return batches.stream()
                .flatMap(batch -> batch.changes().stream())
                .map(change -> change.event().after().get("ID"))
                .toList();
    }

    private static Position beginning() {
        return Position.endOf(ScriptedTables.sequence(0));
    }

    @Test
    void sixtyFourKeysAreOneQuestion() {
        ChangeTable table = table();
        List<Batch> batches = readAll(reader(source(table, 130, 1), 1_000_000, beginning()), table);

        assertThat(questions).containsExactly(64, 64, 2);
        assertThat(batches).hasSize(1);
        assertThat(batches.get(0).changes())
                .allSatisfy(
                        change -> assertThat(change.event().after().get("DOC")).isEqualTo("d"));
    }

    @Test
    void aKeyIsAskedOnceForAllItsEventsAndTheBytesOfEachCount() {
        ChangeTable table = table();
        ScriptedTables source = source(table, 1, 7);
        insert(source, table, 2, 1);
        insert(source, table, 3, 1);
        List<Change> changes =
                readAll(reader(source, 1_000, beginning()), table).get(0).changes();

        assertThat(questions).containsExactly(1);
        assertThat(changes).extracting(Change::bytes).containsExactly(17, 17, 17);
        assertThat(changes)
                .extracting(change -> change.event().reselectedColumns())
                .containsOnly(List.of("DOC"));
    }

    @Test
    void aRowThatIsGoneHasNoDocument() {
        ChangeTable table = table();
        ScriptedTables source = source(table, 2, 3);
        documents.remove(1);
        List<Change> changes =
                readAll(reader(source, 1_000, beginning()), table).get(0).changes();

        assertThat(changes.get(0).event().after().get("DOC")).isEqualTo(Unavailable.VALUE);
        assertThat(changes.get(0).event().reselectedColumns()).isEmpty();
        assertThat(changes.get(1).event().after().get("DOC")).isEqualTo("ddd");
    }

    @Test
    void valuesThatAreTooManyTogetherAreAskedInFewerAndCutTheBatch() {
        ChangeTable table = table();
        // 1000 bytes hold ten documents
        List<Batch> batches = readAll(reader(source(table, 40, 100), 1_000, beginning()), table);

        assertThat(questions).hasSizeLessThan(12).startsWith(40, 19, 9);
        assertThat(batches).hasSizeBetween(4, 6);
        assertThat(batches).allSatisfy(batch -> assertThat(batch.changes()).hasSizeLessThanOrEqualTo(10));
        assertThat(idsOf(batches)).hasSize(40).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aSingleValueThatIsLargerThanAllTogetherIsRead() {
        ChangeTable table = table();
        List<Batch> batches = readAll(reader(source(table, 3, 900), 20, beginning()), table);

        assertThat(batches).hasSizeGreaterThanOrEqualTo(3);
        assertThat(idsOf(batches)).containsExactly(1, 2, 3);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aRestartBehindAnyCutGoesOnWithTheNextEvent(long seed) {
        Random random = new Random(seed);
        ChangeTable table = table();
        ScriptedTables source = new ScriptedTables(random);
        source.reselect = this::answer;
        List<Object> expected = new ArrayList<>();
        int intent = 0;
        for (int commit = 1; commit <= COMMITS; commit++) {
            for (int rows = 1 + random.nextInt(4); rows > 0; rows--) {
                intent++;
                Row row = ScriptedTables.row(table, intent, Unavailable.VALUE);
                source.add(table, commit, intent, 'I', row, null, 10);
                documents.put(intent, "d".repeat(random.nextInt(300)));
                expected.add(intent);
            }
        }
        List<Object> ids = new ArrayList<>();
        Position place = beginning();
        Position end = Position.endOf(ScriptedTables.sequence(1000));
        while (place.compareTo(end) < 0) {
            ChangeReader reader = reader(source, 1 + random.nextInt(800), place);
            reader.openSweep(List.of(table), end.commit());
            for (int batches = 1 + random.nextInt(2); batches > 0 && reader.isInSweep(); batches--) {
                Batch batch = reader.nextBatch();
                assertThat(batch.end()).as("seed " + seed).isEqualTo(reader.position());
                assertThat(batch.end().compareTo(place)).as("seed " + seed).isNotNegative();
                place = batch.end();
                batch.changes().forEach(change -> ids.add(idOf(change.event())));
            }
        }
        assertThat(ids).as("seed " + seed).isEqualTo(expected);
    }

    private Object idOf(RowChange event) {
        assertThat(event.after().get("DOC"))
                .isEqualTo(documents.get((Integer) event.after().get("ID")));
        return event.after().get("ID");
    }
}
