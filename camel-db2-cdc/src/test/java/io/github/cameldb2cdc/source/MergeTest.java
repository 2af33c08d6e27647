package io.github.cameldb2cdc.source;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.RowChange;
import java.time.Clock;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Random rows of several tables, pages that end anywhere, starts at every place that a process may have recorded. */
class MergeTest {

    private static final int RUNS = 400;
    private static final int LAST_COMMIT = 1_000_000;

    /** Three tables with random rows; positions may stand in more than one table. */
    private static final class World {
        final Random random;
        final ScriptedTables source;
        final List<ChangeTable> tables = new ArrayList<>();
        final ReadLimits limits;

        World(long seed, boolean ties) {
            random = new Random(seed);
            source = new ScriptedTables(random);
            limits = new ReadLimits(1 + random.nextInt(6), 1 + random.nextInt(400));
            int id = 0;
            for (String name : List.of("A", "B", "C")) {
                ChangeTable table = ScriptedTables.table(name, random.nextInt(3) > 0, List.of("ID"), List.of("ID"));
                tables.add(table);
                int commit = 10;
                for (int left = random.nextInt(4); left > 0; left--) {
                    commit += 10 * (1 + random.nextInt(2));
                    int intent = 0;
                    for (int row = random.nextInt(6); row >= 0; row--) {
                        intent += 1 + random.nextInt(2);
                        id++;
                        int own = ties ? intent : 3 * intent + tables.size();
                        char operation = random.nextBoolean() ? 'I' : 'D';
                        int bytes = random.nextInt(10) == 0 ? 10_000 : 50;
                        source.add(table, commit, own, operation, ScriptedTables.row(table, id, id, id), null, bytes);
                    }
                }
            }
        }

        List<Change> readFrom(Position start) {
            ChangeReader reader = new ChangeReader(
                    source,
                    limits,
                    new LargeObjects(LobMode.OMIT, 0),
                    new Origin("db2", "MODEL", "1"),
                    new SourceClock(null, ZoneOffset.UTC),
                    Clock.systemUTC(),
                    start,
                    ChangeObserver.NONE);
            reader.openSweep(tables, ScriptedTables.sequence(LAST_COMMIT));
            List<Change> changes = new ArrayList<>();
            while (reader.isInSweep()) {
                Batch batch = reader.nextBatch();
                changes.addAll(batch.changes());
                assertThat(batch.end()).isEqualTo(reader.position());
            }
            assertThat(reader.position()).isEqualTo(Position.endOf(ScriptedTables.sequence(LAST_COMMIT)));
            return changes;
        }
    }

    private static String line(Change change) {
        RowChange event = change.event();
        return event.operation() + " "
                + (event.before() == null ? "" : event.before().toMap())
                + (event.after() == null ? "" : event.after().toMap())
                + " at " + event.position() + " number " + event.transactionIndex();
    }

    private static Position beginning() {
        return Position.endOf(ScriptedTables.sequence(1));
    }

    /** Each row of a change table appears in one event, the events of a table in its order, all by position. */
    private static void checkAgainstRows(World world, List<Change> changes) {
        Position last = beginning();
        for (Change change : changes) {
            assertThat(change.event().position()).isGreaterThanOrEqualTo(last);
            last = change.event().position();
        }
        for (ChangeTable table : world.tables) {
            List<Object> wanted = world.source.rowsOf(table).stream()
                    .map(row -> row.row().get("ID"))
                    .toList();
            List<Object> seen = new ArrayList<>();
            for (Change change : changes) {
                if (change.event().table().id().equals(table.id())) {
                    if (change.event().before() != null) {
                        seen.add(change.event().before().get("ID"));
                    }
                    if (change.event().after() != null) {
                        seen.add(change.event().after().get("ID"));
                    }
                }
            }
            assertThat(seen).isEqualTo(wanted);
        }
    }

    private static void checkStartsAtEveryPlace(long seed, boolean ties) {
        List<Change> all = new World(seed, ties).readFrom(beginning());
        List<String> lines = all.stream().map(MergeTest::line).toList();
        for (int done = 0; done < all.size(); done++) {
            World again = new World(seed, ties);
            List<String> rest = again.readFrom(all.get(done).resumeAfter()).stream()
                    .map(MergeTest::line)
                    .toList();
            assertThat(rest.size())
                    .as("seed %s, start behind event %s", seed, done)
                    .isLessThanOrEqualTo(lines.size());
            assertThat(rest.size())
                    .as("seed %s, start behind event %s", seed, done)
                    .isGreaterThanOrEqualTo(lines.size() - done - 1);
            assertThat(rest)
                    .as("seed %s, start behind event %s", seed, done)
                    .isEqualTo(lines.subList(lines.size() - rest.size(), lines.size()));
        }
    }

    @Test
    void everyRowArrivesOnceAndInOrderWhereverPagesEnd() {
        for (long seed = 0; seed < RUNS; seed++) {
            World world = new World(seed, seed % 2 == 0);
            checkAgainstRows(world, world.readFrom(beginning()));
        }
    }

    @Test
    void aStartAtAnyRecordedPlaceGoesOnWithTheSameEvents() {
        for (long seed = 0; seed < RUNS; seed++) {
            checkStartsAtEveryPlace(seed, false);
        }
    }

    @Test
    void rowsOfTwoTablesAtOnePositionAreNotLostByAStartBetweenThem() {
        for (long seed = 0; seed < RUNS; seed++) {
            checkStartsAtEveryPlace(seed, true);
        }
    }

    @Test
    void aStartAtTheEndOfAnyBatchGoesOnBehindIt() {
        for (long seed = 0; seed < RUNS; seed++) {
            List<String> all = new World(seed, true)
                    .readFrom(beginning()).stream().map(MergeTest::line).toList();
            World world = new World(seed, true);
            Position position = beginning();
            List<String> seen = new ArrayList<>();
            while (!position.equals(Position.endOf(ScriptedTables.sequence(LAST_COMMIT)))) {
                ChangeReader reader = new ChangeReader(
                        world.source,
                        world.limits,
                        new LargeObjects(LobMode.OMIT, 0),
                        new Origin("db2", "MODEL", "1"),
                        new SourceClock(null, ZoneOffset.UTC),
                        Clock.systemUTC(),
                        position,
                        ChangeObserver.NONE);
                reader.openSweep(world.tables, ScriptedTables.sequence(LAST_COMMIT));
                Batch batch = reader.nextBatch();
                batch.changes().forEach(change -> seen.add(line(change)));
                position = batch.end();
            }
            assertThat(seen).as("seed %s", seed).isEqualTo(all);
        }
    }
}
