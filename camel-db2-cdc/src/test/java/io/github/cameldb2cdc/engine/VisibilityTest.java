package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cameldb2cdc.checkpoint.Anchor;
import io.github.cameldb2cdc.checkpoint.CaptureIdentity;
import io.github.cameldb2cdc.checkpoint.Checkpoint;
import io.github.cameldb2cdc.checkpoint.LoadState;
import io.github.cameldb2cdc.checkpoint.Phase;
import io.github.cameldb2cdc.checkpoint.TableCheckpoint;
import io.github.cameldb2cdc.engine.Interleavings.Choices;
import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.source.ChangeObserver;
import io.github.cameldb2cdc.source.ChangeReader;
import io.github.cameldb2cdc.source.ChangeRow;
import io.github.cameldb2cdc.source.ChangeSource;
import io.github.cameldb2cdc.source.ChangeTable;
import io.github.cameldb2cdc.source.LargeObjects;
import io.github.cameldb2cdc.source.LobMode;
import io.github.cameldb2cdc.source.Page;
import io.github.cameldb2cdc.source.ReadLimits;
import io.github.cameldb2cdc.source.Registration;
import io.github.cameldb2cdc.source.SourceClock;
import io.github.cameldb2cdc.source.Watermark;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/**
 * All interleavings of what a reader does (watermark, who has rows, each row of each page, gap check, delivery) with what
 * Capture does (commit, prune, cold start, activation), for two tables and three commits.
 */
class VisibilityTest {

    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-11-30T12:00:00Z"), ZoneOffset.UTC);
    private static final ReadLimits LARGE_PAGES = new ReadLimits(2048, 1 << 20);
    private static final ReadLimits PAGES_OF_ONE_ROW = new ReadLimits(1, 1);
    private static final int MOST_STEPS = 60;

    @Test
    void everyRowArrivesOnceAndInOrderWheneverCaptureCommits() {
        long runs = Interleavings.forAll(choices -> {
            VisibilityModel world = threeCommits(choices, VisibilityTest::mayCapture);
            Outcome outcome = readAll(world, world, LARGE_PAGES);
            assertThat(outcome.gap).isNull();
            assertThat(outcome.keys).isEqualTo(world.allKeys());
        });
        assertThat(runs).isGreaterThan(100);
    }

    @Test
    void everyRowArrivesOnceAndInOrderInPagesOfOneRow() {
        long runs = Interleavings.forAll(choices -> {
            VisibilityModel world = threeCommits(choices, VisibilityTest::mayCapture);
            Outcome outcome = readAll(world, world, PAGES_OF_ONE_ROW);
            assertThat(outcome.gap).isNull();
            assertThat(outcome.keys).isEqualTo(world.allKeys());
        });
        assertThat(runs).isGreaterThan(100);
    }

    @Test
    void aRowThatIsPrunedBeforeItArrivesIsNoticed() {
        long[] gaps = new long[1];
        Interleavings.forAll(choices -> {
            VisibilityModel world = threeCommits(choices, (answers, model) -> {
                mayCapture(answers, model);
                mayPruneOnce(answers, model);
            });
            Outcome outcome = readAll(world, world, LARGE_PAGES);
            assertNothingIsLostInSilence(world, outcome);
            gaps[0] += outcome.gap == null ? 0 : 1;
        });
        assertThat(gaps[0]).isPositive();
    }

    @Test
    void whatAColdStartSkipsIsNoticedWhenTheTablesAreActiveAgain() {
        long[] gaps = new long[1];
        Interleavings.forAll(choices -> {
            VisibilityModel world = threeCommits(choices, (answers, model) -> {
                mayCapture(answers, model);
                mayStartColdOnce(answers, model);
            });
            Outcome outcome = readAll(world, world, LARGE_PAGES);
            assertNothingIsLostInSilence(world, outcome);
            gaps[0] += outcome.gap == null ? 0 : 1;
        });
        assertThat(gaps[0]).isPositive();
    }

    @Test
    void theHighestCommitSeenAsBoundLosesARow() {
        assertThatThrownBy(() -> Interleavings.forAll(choices -> {
                    VisibilityModel world = threeCommits(choices, VisibilityTest::mayCapture);
                    assertThat(readUpToTheHighestSeen(world)).containsAll(world.allKeys());
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("With the choices");
    }

    /** Reads what is visible, table by table, and goes on behind the highest commit that was seen. */
    private static List<Object> readUpToTheHighestSeen(VisibilityModel world) {
        List<Object> keys = new ArrayList<>();
        Position position = VisibilityModel.start();
        do {
            Position highest = position;
            for (Registration registration : world.peekRegistrations()) {
                ChangeTable table = world.changeTable(registration, null, List.of());
                for (ChangeRow row : world.page(table, position, VisibilityModel.sequence(0xFFFF), 2048, 1 << 20)
                        .rows()) {
                    keys.add(row.row().get("ID"));
                    Position end = Position.endOf(row.position().commit());
                    highest = end.compareTo(highest) > 0 ? end : highest;
                }
            }
            position = highest;
        } while (world.finish()
                || !position.equals(Position.endOf(world.highestVisible().orElseThrow())));
        return keys;
    }

    @Test
    void skippingTablesByTheNewestChangeThatCaptureNotesLosesARow() {
        assertLoses(world -> new DelegatingSource(world) {
            private Map<TableId, Registration> known = Map.of();

            @Override
            public Optional<Watermark> watermark() {
                known = super.registrations(List.of("S"));
                return super.watermark();
            }

            @Override
            public Map<TableId, Sequence> whoHasRows(List<ChangeTable> tables, Sequence after, Sequence upTo) {
                Map<TableId, Sequence> result = new HashMap<>();
                for (ChangeTable table : tables) {
                    Sequence newest = known.get(table.id()).newSynchpoint();
                    if (newest != null && newest.compareTo(after) > 0) {
                        result.put(table.id(), newest);
                    }
                }
                return result;
            }
        });
    }

    @Test
    void aPageThatBytesCutAndThatCountsAsCompleteLosesARow() {
        assertLoses(world -> new DelegatingSource(world) {
            @Override
            public Page page(ChangeTable table, Position after, Sequence upTo, int rows, long bytes) {
                Page page = super.page(table, after, upTo, rows, bytes);
                return page.rows().size() < rows ? new Page(page.rows(), false) : page;
            }
        });
    }

    @Test
    void aWatermarkOfAnotherLengthIsRefusedAndNotCompared() {
        VisibilityModel world = new VisibilityModel(model -> {}).commit(VisibilityModel.A);
        world.capture();
        ChangeSource shorter = new DelegatingSource(world) {
            @Override
            public Optional<Watermark> watermark() {
                return Optional.of(PlanFixture.watermark(PlanFixture.short10(1000)));
            }
        };
        assertThatThrownBy(() -> readAll(world, shorter, LARGE_PAGES))
                .isInstanceOf(CdcException.class)
                .hasMessageContaining("10 bytes");
    }

    /** Three commits, of which one stands in both tables in one order, one in the other, one in one table. */
    private static VisibilityModel threeCommits(Choices choices, World moves) {
        return new VisibilityModel(model -> moves.move(choices, model))
                .commit(VisibilityModel.A, VisibilityModel.B)
                .commit(VisibilityModel.B, VisibilityModel.A)
                .commit(VisibilityModel.A);
    }

    /** What Capture may do at each point. */
    private interface World {
        void move(Choices choices, VisibilityModel model);
    }

    private static void mayCapture(Choices choices, VisibilityModel model) {
        while (model.canCapture() && choices.choose(2) == 1) {
            model.capture();
        }
    }

    private static void mayPruneOnce(Choices choices, VisibilityModel model) {
        if (!model.wasPruned() && model.canPrune() && choices.choose(2) == 1) {
            model.prune();
        }
    }

    private static void mayStartColdOnce(Choices choices, VisibilityModel model) {
        if (!model.isActive()) {
            if (choices.choose(2) == 1) {
                model.activate();
            }
        } else if (!model.wasPruned() && choices.choose(2) == 1) {
            model.coldStart();
        }
    }

    private static void assertLoses(Function<VisibilityModel, ChangeSource> mistake) {
        assertThatThrownBy(() -> Interleavings.forAll(choices -> {
                    VisibilityModel world = threeCommits(choices, VisibilityTest::mayCapture);
                    assertNothingIsLostInSilence(world, readAll(world, mistake.apply(world), new ReadLimits(64, 150)));
                }))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("With the choices");
    }

    private static void assertNothingIsLostInSilence(VisibilityModel world, Outcome outcome) {
        List<Object> all = world.allKeys();
        if (outcome.gap == null) {
            assertThat(outcome.keys).isEqualTo(all);
        } else {
            assertThat(outcome.keys).isEqualTo(all.subList(0, outcome.keys.size()));
        }
    }

    /** What was delivered until nothing more came, and the gap that ended it, if one did. */
    private record Outcome(List<Object> keys, GapException gap) {}

    private static Outcome readAll(VisibilityModel world, ChangeSource source, ReadLimits limits) {
        EngineOptions options = TestOptions.schema("S").build();
        Checkpoint checkpoint = checkpointOf(world);
        StructureCheck structures = new StructureCheck(options, CLOCK, (finding, known, at) -> {});
        CapturedTables tables = new CapturedTables(source, options.selection(), structures);
        Origin origin = new Origin("db2", "MODEL", "1");
        SourceClock sourceClock = new SourceClock(null, ZoneOffset.UTC);
        LargeObjects none = new LargeObjects(LobMode.OMIT, 0);
        Streaming streaming = new Streaming(
                options,
                source,
                tables,
                new GapCheck(CLOCK),
                start -> new ChangeReader(source, limits, none, origin, sourceClock, CLOCK, start, ChangeObserver.NONE),
                VisibilityModel.start(),
                (found, at) -> checkpoint,
                table -> null,
                row -> {},
                new CaptureHealth("test", Duration.ofMinutes(5), CLOCK),
                CLOCK);
        InFlight inFlight = new InFlight(4096, 1 << 20, OnFailure.RETRY, CLOCK, (place, round) -> null);
        List<Object> keys = new ArrayList<>();
        try {
            for (int step = 0; step < MOST_STEPS; step++) {
                if (!streaming.produce(checkpoint, inFlight) && !world.finish()) {
                    break;
                }
                deliver(inFlight, keys);
            }
            return new Outcome(keys, null);
        } catch (GapException e) {
            return new Outcome(keys, e);
        }
    }

    private static void deliver(InFlight inFlight, List<Object> keys) {
        for (Delivery delivery = inFlight.next(); delivery != null; delivery = inFlight.next()) {
            keys.add(((RowChange) delivery.event()).row().get("ID"));
            delivery.done();
        }
    }

    private static Checkpoint checkpointOf(VisibilityModel world) {
        Map<TableId, TableCheckpoint> tables = new TreeMap<>();
        Collection<Registration> registrations = world.peekRegistrations();
        for (Registration registration : registrations) {
            CaptureIdentity capture = new CaptureIdentity(
                    registration.changeTable(), registration.changeTableCreated(), registration.sourceCreated());
            tables.put(
                    registration.source(),
                    new TableCheckpoint(
                            capture,
                            world.changeTable(registration, null, List.of()).schema(),
                            VisibilityModel.sequence(1),
                            registration.oldSynchpoint(),
                            LoadState.LOADED,
                            null,
                            List.of(),
                            null));
        }
        Anchor anchor = new Anchor("MODEL", "ASNCDC", null, null, null);
        return new Checkpoint("owner", 1, 1, 1, Phase.STREAMING, VisibilityModel.start(), anchor, null, tables);
    }
}
