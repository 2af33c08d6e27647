package io.github.cameldb2cdc.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.Row;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.RowKey;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Random transactions as Capture writes them, a sink that applies events by key, starts inside commits. */
class ReplayTest {

    private static final int RUNS = 3_000;
    private static final int KEYS = 5;

    /** What the source says when it is asked for keys. */
    private enum Lookup {
        /** The truth, at the commit or later. */
        SOURCE,
        /** That there are none: every delete is delivered, in plain order. */
        PLAIN_ORDER,
        /** Nothing: the user may not read the table. */
        NONE
    }

    /** A source table with its change table. */
    private static final class World {
        final Random random;
        final ScriptedTables source;
        final ChangeTable table;
        final boolean pairs;
        final boolean distinct;
        final TreeMap<Integer, Row> rows = new TreeMap<>();
        final List<Set<RowKey>> keysAfter = new ArrayList<>();
        private int commit = 10;
        private int intent;
        private int values;

        World(long seed, boolean pairs, String messageKey, boolean distinct) {
            random = new Random(seed);
            source = new ScriptedTables(random);
            table = ScriptedTables.table("T", pairs, List.of("ID"), List.of(messageKey));
            this.pairs = pairs;
            this.distinct = distinct;
            for (int transaction = 0; transaction < 3; transaction++) {
                commit += 10;
                intent = 0;
                for (int id = 0; transaction == 0 && id < KEYS; id++) {
                    insert(id);
                }
                for (int statement = 1 + random.nextInt(3); statement > 0; statement--) {
                    runStatement();
                }
                Set<RowKey> keys = new HashSet<>();
                rows.values().forEach(row -> keys.add(table.schema().messageKeyOf(row)));
                keysAfter.add(keys);
            }
        }

        private void write(char operation, Row row, Row before) {
            source.add(table, commit, ++intent, operation, row, before, 50);
        }

        private Object value() {
            return distinct ? ++values : 0;
        }

        private void runStatement() {
            switch (random.nextInt(4)) {
                case 0 -> insert(random.nextInt(KEYS));
                case 1 -> delete();
                default -> permute();
            }
        }

        private void insert(int id) {
            boolean emailTaken =
                    rows.values().stream().anyMatch(row -> row.get("EMAIL").equals(id));
            if (!rows.containsKey(id) && !emailTaken) {
                Row row = ScriptedTables.row(table, id, id, value());
                rows.put(id, row);
                write('I', row, null);
            }
        }

        private void delete() {
            List<Integer> ids = shuffled();
            ids.subList(0, Math.min(ids.size(), random.nextInt(3))).forEach(id -> write('D', rows.remove(id), null));
        }

        private List<Integer> shuffled() {
            List<Integer> ids = new ArrayList<>(rows.keySet());
            Collections.shuffle(ids, random);
            return ids;
        }

        /** One update of several rows that moves ids and mails among them, or to free ones, or only values. */
        private void permute() {
            List<Integer> chosen = shuffled();
            chosen = new ArrayList<>(chosen.subList(0, random.nextInt(chosen.size() + 1)));
            boolean movesId = random.nextInt(3) > 0;
            boolean movesMail = random.nextInt(3) > 0;
            List<Integer> ids = targets(chosen, "ID", movesId);
            List<Integer> mails = targets(chosen, "EMAIL", movesMail);
            Map<Integer, Row> after = new HashMap<>();
            for (int i = 0; i < chosen.size(); i++) {
                Row before = rows.get(chosen.get(i));
                Object value = random.nextBoolean() ? before.get("V") : value();
                Row next = ScriptedTables.row(table, ids.get(i), mails.get(i), value);
                after.put(ids.get(i), next);
                if (pairs) {
                    write('D', before, null);
                    write('I', next, null);
                } else {
                    write('U', next, before);
                }
            }
            chosen.forEach(rows::remove);
            rows.putAll(after);
        }

        private List<Integer> targets(List<Integer> chosen, String column, boolean moves) {
            List<Integer> own = new ArrayList<>();
            chosen.forEach(id -> own.add((Integer) rows.get(id).get(column)));
            if (!moves) {
                return own;
            }
            Set<Object> taken = new HashSet<>();
            rows.forEach((id, row) -> {
                if (!chosen.contains(id)) {
                    taken.add(row.get(column));
                }
            });
            List<Integer> free = new ArrayList<>();
            for (int candidate = 0; candidate < KEYS + 2; candidate++) {
                if (!taken.contains(candidate)) {
                    free.add(candidate);
                }
            }
            Collections.shuffle(free, random);
            return free.subList(0, chosen.size());
        }

        Map<RowKey, Map<String, Object>> byKey() {
            Map<RowKey, Map<String, Object>> result = new HashMap<>();
            rows.values().forEach(row -> result.put(table.schema().messageKeyOf(row), row.toMap()));
            return result;
        }

        /** Answers at the watermark's commit or at a later one. */
        Optional<Set<RowKey>> answer(Lookup lookup, int watermark, Collection<RowKey> keys) {
            return switch (lookup) {
                case NONE -> Optional.empty();
                case PLAIN_ORDER -> Optional.of(Set.of());
                case SOURCE -> {
                    int state = watermark + random.nextInt(keysAfter.size() - watermark);
                    Set<RowKey> found = new HashSet<>(keys);
                    found.retainAll(keysAfter.get(state));
                    yield Optional.of(found);
                }
            };
        }
    }

    /** A run: reads from watermark to watermark and starts anew at any event, in a process that forgot everything. */
    private static final class Run {
        final World world;
        final Map<RowKey, Map<String, Object>> sink = new HashMap<>();
        long undecided;

        Run(World world, Lookup lookup, boolean restarts) {
            this.world = world;
            Position position = Position.endOf(ScriptedTables.sequence(1));
            int watermark = 0;
            while (true) {
                int asked = watermark;
                world.source.lookup = (table, keys) -> world.answer(lookup, asked, keys);
                ReadLimits limits = new ReadLimits(1 + world.random.nextInt(8), 1 + world.random.nextInt(400));
                ChangeReader reader = new ChangeReader(
                        world.source,
                        limits,
                        new LargeObjects(LobMode.OMIT, 0),
                        new Origin("db2", "MODEL", "1"),
                        new SourceClock(null, ZoneOffset.UTC),
                        Clock.systemUTC(),
                        position,
                        ChangeObserver.NONE);
                Position end = Position.endOf(ScriptedTables.sequence(20 + 10 * watermark));
                if (position.compareTo(end) < 0) {
                    reader.openSweep(List.of(world.table), end.commit());
                    position = readSome(reader, restarts);
                    undecided += reader.undecidedDeletes();
                }
                if (position.equals(end)) {
                    if (watermark == world.keysAfter.size() - 1) {
                        return;
                    }
                    watermark++;
                }
            }
        }

        private Position readSome(ChangeReader reader, boolean restarts) {
            Position acknowledged = reader.position();
            while (reader.isInSweep()) {
                Batch batch = reader.nextBatch();
                for (Change change : batch.changes()) {
                    apply(change.event());
                    boolean dies = restarts && world.random.nextInt(6) == 0;
                    if (dies && world.random.nextBoolean()) {
                        return acknowledged;
                    }
                    acknowledged = change.resumeAfter();
                    if (dies) {
                        return acknowledged;
                    }
                }
                acknowledged = batch.end();
            }
            return acknowledged;
        }

        private void apply(RowChange event) {
            if (event.operation() == Operation.DELETE) {
                sink.remove(event.key());
            } else {
                sink.put(event.key(), event.after().toMap());
            }
        }

        boolean failed() {
            return !sink.equals(world.byKey());
        }
    }

    private static int failures(boolean pairs, String key, boolean distinct, Lookup lookup, boolean restarts) {
        int failures = 0;
        for (long seed = 0; seed < RUNS; seed++) {
            failures += new Run(new World(seed, pairs, key, distinct), lookup, restarts).failed() ? 1 : 0;
        }
        return failures;
    }

    @ParameterizedTest
    @CsvSource({
        "true, ID, true, false",
        "true, ID, false, false",
        "true, ID, true, true",
        "true, ID, false, true",
        "false, ID, true, true",
        "false, ID, false, true",
        "true, EMAIL, true, true",
        "true, EMAIL, false, true",
        "false, EMAIL, true, true"
    })
    void theSinkEndsWhereTheSourceDoes(boolean pairs, String key, boolean distinct, boolean restarts) {
        assertThat(failures(pairs, key, distinct, Lookup.SOURCE, restarts)).isZero();
    }

    @ParameterizedTest
    @CsvSource({"true, ID", "false, ID", "true, EMAIL"})
    void replayedPlainlyManyRunsEndElsewhere(boolean pairs, String key) {
        assertThat(failures(pairs, key, true, Lookup.PLAIN_ORDER, false)).isGreaterThan(RUNS / 20);
    }

    @ParameterizedTest
    @CsvSource({"true, ID, false", "true, ID, true", "false, ID, true", "true, EMAIL, true"})
    void imagesDecideWhereTheSourceMayNotBeRead(boolean pairs, String key, boolean restarts) {
        assertThat(failures(pairs, key, true, Lookup.NONE, restarts)).isZero();
    }

    @Test
    void equalImagesAreCountedWhereverTheyCostARow() {
        for (long seed = 0; seed < RUNS; seed++) {
            Run run = new Run(new World(seed, true, "ID", false), Lookup.NONE, false);
            if (run.failed()) {
                assertThat(run.undecided).as("seed %s", seed).isPositive();
            }
        }
    }

    @Test
    void imagesThatDifferDifferAlsoWhereTheirHashesOnceDidNot() {
        ChangeTable table = ScriptedTables.table("T", true, List.of("ID"), List.of("ID"));
        // 31 * 10 + 41 is 31 * 11 + 10.
        Row written = ScriptedTables.row(table, 2, 10, 41);
        Row deleted = ScriptedTables.row(table, 2, 11, 10);
        WrittenKeys keys = new WrittenKeys(10);
        keys.add(table.schema().messageKeyOf(written), written);
        assertThat(keys.differsFromWritten(table.schema().messageKeyOf(deleted), deleted))
                .contains(true);
    }

    @Test
    void aTableWithoutAKeyEndsWithTheSameRows() {
        for (long seed = 0; seed < RUNS; seed++) {
            Random random = new Random(seed);
            ScriptedTables source = new ScriptedTables(random);
            ChangeTable table = ScriptedTables.table("T", true, List.of(), List.of());
            List<Map<String, Object>> rows = new ArrayList<>();
            for (int intent = 1; intent < 20; intent++) {
                boolean inserts = rows.isEmpty() || random.nextBoolean();
                Row row = ScriptedTables.row(table, random.nextInt(3), 0, 0);
                if (inserts) {
                    rows.add(row.toMap());
                } else {
                    Map<String, Object> gone = rows.remove(random.nextInt(rows.size()));
                    row = ScriptedTables.row(table, gone.values().toArray());
                }
                source.add(table, 20 + intent / 7, intent, inserts ? 'I' : 'D', row, null, 50);
            }
            assertThat(readKeyless(source, table)).containsExactlyInAnyOrderElementsOf(rows);
        }
    }

    private static List<Map<String, Object>> readKeyless(ScriptedTables source, ChangeTable table) {
        ChangeReader reader = new ChangeReader(
                source,
                new ReadLimits(3, 1000),
                new LargeObjects(LobMode.OMIT, 0),
                new Origin("db2", "MODEL", "1"),
                new SourceClock(null, ZoneOffset.UTC),
                Clock.systemUTC(),
                Position.endOf(ScriptedTables.sequence(1)),
                ChangeObserver.NONE);
        reader.openSweep(List.of(table), ScriptedTables.sequence(1000));
        List<Map<String, Object>> sink = new ArrayList<>();
        while (reader.isInSweep()) {
            for (Change change : reader.nextBatch().changes()) {
                if (change.event().before() != null) {
                    assertThat(sink.remove(change.event().before().toMap())).isTrue();
                }
                if (change.event().after() != null) {
                    sink.add(change.event().after().toMap());
                }
            }
        }
        return sink;
    }

    @Test
    void beyondTheExactKeysAFilterForgetsNoKeyAndKnowsNoImage() {
        ChangeTable table = ScriptedTables.table("T", true, List.of("ID"), List.of("ID"));
        WrittenKeys keys = new WrittenKeys(10);
        for (int id = 0; id < 10_000; id++) {
            Row row = ScriptedTables.row(table, id, id, id);
            keys.add(table.schema().messageKeyOf(row), row);
        }
        int wrong = 0;
        for (int id = 0; id < 20_000; id++) {
            Row row = ScriptedTables.row(table, id, id, 0);
            RowKey key = table.schema().messageKeyOf(row);
            if (id < 10_000) {
                assertThat(keys.mayContain(key)).isTrue();
                assertThat(keys.differsFromWritten(key, row).isPresent()).isEqualTo(id < 10);
            } else {
                wrong += keys.mayContain(key) ? 1 : 0;
            }
        }
        assertThat(wrong).isLessThan(10);
        keys.clear();
        assertThat(keys.mayContain(new RowKey(new Object[] {5}))).isFalse();
        assertThat(keys.mayContain(new RowKey(new Object[] {5_000}))).isFalse();
    }
}
