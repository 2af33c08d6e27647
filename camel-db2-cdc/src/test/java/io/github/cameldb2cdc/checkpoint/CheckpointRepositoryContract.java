package io.github.cameldb2cdc.checkpoint;

import static io.github.cameldb2cdc.checkpoint.SampleCheckpoints.after;
import static io.github.cameldb2cdc.checkpoint.SampleCheckpoints.first;
import static io.github.cameldb2cdc.checkpoint.SampleCheckpoints.loading;
import static io.github.cameldb2cdc.checkpoint.SampleCheckpoints.of;
import static io.github.cameldb2cdc.checkpoint.SampleCheckpoints.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.cameldb2cdc.event.CdcException;
import io.github.cameldb2cdc.event.FailureKind;
import io.github.cameldb2cdc.event.TableId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What every store of checkpoints does. */
abstract class CheckpointRepositoryContract {

    private static final String NAME = "DB2INST1";
    private static final int ROUNDS = 100;

    /** A repository over the same place each time: what one stored another one finds. */
    abstract CheckpointRepository repository();

    @Test
    void nothingIsLoadedWhereNothingWasStored() {
        assertThat(repository().load(NAME)).isEmpty();
    }

    @Test
    void whatWasStoredIsLoaded() {
        Checkpoint checkpoint = SampleCheckpoints.withVerdict(
                first("a", table("T1"), SampleCheckpoints.everyKeyType()),
                new Verdict(
                        Verdict.Kind.PRUNED, new TableId("S", "t 1"), "Changes are gone.", Instant.ofEpochSecond(1)));

        repository().store(NAME, null, checkpoint);

        assertThat(repository().load(NAME)).contains(checkpoint);
    }

    @Test
    void onlyTheNamedCheckpointIsLoaded() {
        Checkpoint one = first("a", table("T1"));
        Checkpoint other = first("b", table("T2"));

        repository().store("ONE", null, one);
        repository().store("OTHER", null, other);

        assertThat(repository().load("ONE")).contains(one);
        assertThat(repository().load("OTHER")).contains(other);
        assertThat(repository().load("one")).isEmpty();
    }

    @Test
    void eachWriteReplacesTheOneBefore() {
        Checkpoint one = first("a", table("T1"), table("T2"), table("T3"));
        Checkpoint two = after(one, one.tables().get(new TableId("DB2INST1", "T1")), loading("T2", "s", 7));
        Checkpoint three = after(two, loading("T2", "s", 8), table("T4"));
        Checkpoint none = after(three);

        Checkpoint previous = null;
        for (Checkpoint next : List.of(one, two, three, none)) {
            repository().store(NAME, previous, next);
            assertThat(repository().load(NAME)).contains(next);
            previous = next;
        }
    }

    static Stream<Checkpoint> othersThanTheStoredOne() {
        return Stream.of(of("b", 2, 5), of("a", 1, 5), of("a", 3, 5), of("a", 2, 3), of("a", 2, 6), null);
    }

    @ParameterizedTest
    @MethodSource("othersThanTheStoredOne")
    void aWriterThatKnowsAnotherOwnerEpochOrRecordNumberIsFenced(Checkpoint previous) {
        Checkpoint stored = storeUpTo(of("a", 2, 5, table("T1")));
        Checkpoint next = previous == null ? first("b") : after(previous, table("T2"));

        assertThatThrownBy(() -> repository().store(NAME, previous, next))
                .isInstanceOf(CheckpointFencedException.class)
                .hasMessageContaining("'" + NAME + "'");
        assertThat(repository().load(NAME)).contains(stored);
    }

    @Test
    void aWriterThatKnowsACheckpointWhereNoneIsStoredIsFenced() {
        Checkpoint known = first("a");

        assertThatThrownBy(() -> repository().store(NAME, known, after(known)))
                .isInstanceOf(CheckpointFencedException.class);
        assertThat(repository().load(NAME)).isEmpty();
    }

    @Test
    void aRepeatedCallWhoseFirstTryDidTheWorkSucceeds() {
        Checkpoint one = first("a", table("T1"));
        Checkpoint two = after(one, loading("T1", "s", 1));

        repository().store(NAME, null, one);
        repository().store(NAME, null, one);
        repository().store(NAME, one, two);
        repository().store(NAME, one, two);

        assertThat(repository().load(NAME)).contains(two);
    }

    @Test
    void theOwnerOfAnEarlierEpochWritesNoMore() {
        Checkpoint old = first("a", table("T1"));
        repository().store(NAME, null, old);
        Checkpoint claimed = old.claimedBy("b");
        repository().store(NAME, old, claimed);

        assertThatThrownBy(() -> repository().store(NAME, old, after(old, table("T2"))))
                .isInstanceOf(CheckpointFencedException.class);
        assertThat(repository().load(NAME)).contains(claimed);
    }

    @Test
    void recordNumbersThatDoNotFollowOneAnotherAreABug() {
        Checkpoint one = first("a");

        assertThatThrownBy(() -> repository().store(NAME, one, of("a", 1, 3)))
                .isInstanceOfSatisfying(CdcException.class, failure -> assertThat(failure.kind())
                        .isEqualTo(FailureKind.BUG));
    }

    @Test
    void exactlyOneOfTwoOwnersThatClaimAtOnceWins() throws Exception {
        Checkpoint current = first("first", table("T1"), table("T2"));
        repository().store(NAME, null, current);
        for (int round = 0; round < ROUNDS; round++) {
            Checkpoint known = current;
            List<Boolean> won = together(() -> claims(known, "a"), () -> claims(known, "b"));

            assertThat(won).containsExactlyInAnyOrder(true, false);
            current = repository().load(NAME).orElseThrow();
            assertThat(current).isEqualTo(known.claimedBy(won.get(0) ? "a" : "b"));
        }
    }

    @Test
    void exactlyOneOfTwoFirstWritesWins() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String name = "FIRST" + round;
            List<Boolean> won = together(
                    () -> stores(name, null, first("a", table("T1"))),
                    () -> stores(name, null, first("b", table("T1"))));

            assertThat(won).containsExactlyInAnyOrder(true, false);
            assertThat(repository().load(name).orElseThrow().owner()).isEqualTo(won.get(0) ? "a" : "b");
        }
    }

    private boolean claims(Checkpoint known, String owner) {
        return stores(NAME, known, known.claimedBy(owner));
    }

    /** Whether it was stored; what may pass is repeated, as the engine does. */
    private boolean stores(String name, Checkpoint previous, Checkpoint next) {
        while (true) {
            try {
                repository().store(name, previous, next);
                return true;
            } catch (CheckpointFencedException e) {
                return false;
            } catch (CdcException e) {
                assertThat(e.kind()).isEqualTo(FailureKind.TRANSIENT);
            }
        }
    }

    @Test
    void aLoadWhileAnotherThreadStoresNeverSeesAMixture() throws Exception {
        Checkpoint start = version(null, 1);
        repository().store(NAME, null, start);
        together(() -> storeVersions(start, ROUNDS), () -> loadUpTo(ROUNDS), () -> loadUpTo(ROUNDS));
    }

    private boolean storeVersions(Checkpoint start, int last) {
        Checkpoint previous = start;
        for (int i = 2; i <= last; i++) {
            Checkpoint next = version(previous, i);
            stores(NAME, previous, next);
            previous = next;
        }
        return true;
    }

    /** All of its tables say which version they belong to; their number changes, too. */
    private static Checkpoint version(Checkpoint previous, int number) {
        TableCheckpoint[] tables = IntStream.range(0, 3 + number % 4)
                .mapToObj(i -> loading("T" + i, "version " + number, number))
                .toArray(TableCheckpoint[]::new);
        return previous == null ? first("a", tables) : after(previous, tables);
    }

    private boolean loadUpTo(int last) {
        long number = 0;
        while (number < last) {
            try {
                Checkpoint loaded = repository().load(NAME).orElseThrow();
                assertThat(loaded.recordNumber()).isGreaterThanOrEqualTo(number);
                number = loaded.recordNumber();
                assertThat(loaded.tables()).hasSize(3 + (int) number % 4);
                assertThat(loaded.tables().values())
                        .extracting(TableCheckpoint::snapshotId)
                        .containsOnly("version " + number);
            } catch (CdcException e) {
                assertThat(e.kind()).as(e.getMessage()).isEqualTo(FailureKind.TRANSIENT);
            }
        }
        return true;
    }

    @Test
    void whatIsForgottenIsNotLoadedAndItsOwnerIsFenced() {
        Checkpoint one = first("a", SampleCheckpoints.wideTable(900), table("T1"));
        Checkpoint other = first("b", table("T1"));
        repository().store(NAME, null, one);
        repository().store("OTHER", null, other);
        repository().add(NAME);

        repository().forget(NAME);

        assertThat(repository().load(NAME)).isEmpty();
        assertThat(repository().load("OTHER")).contains(other);
        assertThat(repository().contains(NAME)).isTrue();
        assertThatThrownBy(() -> repository().store(NAME, one, after(one, table("T2"))))
                .isInstanceOf(CheckpointFencedException.class);
        Checkpoint anew = first("c", table("T2"));
        repository().store(NAME, null, anew);
        assertThatThrownBy(() -> repository().store(NAME, one, after(one, table("T2"))))
                .isInstanceOf(CheckpointFencedException.class);
        assertThat(repository().load(NAME)).contains(anew);
    }

    @Test
    void nothingIsForgottenWhereNothingIsStored() {
        repository().forget(NAME);

        assertThat(repository().load(NAME)).isEmpty();
        repository().store(NAME, null, first("a"));
    }

    /** After all of it the store has nothing, or what the winner of a first write stored. */
    @Test
    void whoWritesWhileItIsForgottenIsFencedOrForgotten() throws Exception {
        for (int round = 0; round < ROUNDS; round++) {
            String name = "ROUND" + round;
            Checkpoint known = first("a", table("T1"), table("T2"));
            repository().store(name, null, known);
            together(() -> stores(name, known, after(known, table("T3"))), () -> forgets(name));

            assertThat(repository().load(name)).isEmpty();
            repository().store(name, null, first("b", table("T2")));
            assertThat(repository().load(name)).contains(first("b", table("T2")));
        }
    }

    private boolean forgets(String name) {
        while (true) {
            try {
                repository().forget(name);
                return true;
            } catch (CdcException e) {
                assertThat(e.kind()).isEqualTo(FailureKind.TRANSIENT);
            }
        }
    }

    @Test
    void longContentIsStored() {
        Checkpoint one = first("a", SampleCheckpoints.wideTable(1000), table("T1"));
        Checkpoint longVerdict = SampleCheckpoints.withVerdict(
                after(one, SampleCheckpoints.wideTable(900), table("T1")),
                new Verdict(Verdict.Kind.CREATED_ANEW, null, "Ä long sentence. ".repeat(1000), Instant.EPOCH));
        Checkpoint shorter = after(longVerdict, SampleCheckpoints.wideTable(2));

        repository().store(NAME, null, one);
        assertThat(repository().load(NAME)).contains(one);
        repository().store(NAME, one, longVerdict);
        assertThat(repository().load(NAME)).contains(longVerdict);
        repository().store(NAME, longVerdict, shorter);
        assertThat(repository().load(NAME)).contains(shorter);
    }

    @Test
    void anyNameUpToTheLimitIsKeptApart() {
        List<String> names = List.of(
                "A/B",
                "..",
                ".",
                "A\\B",
                "A%2FB",
                "a b",
                "a b ",
                " a b",
                "a",
                "%KEYS",
                "Ä€😀",
                "CON",
                "*?\"<>|:\n",
                "x".repeat(200),
                "/".repeat(200),
                "€".repeat(22),
                "x".repeat(199) + "y");
        for (String name : names) {
            repository().store(name, null, named(name));
        }

        assertThat(names).allSatisfy(name -> assertThat(repository().load(name)).contains(named(name)));
    }

    private static Checkpoint named(String name) {
        return first("a", table("Table of " + name));
    }

    @ParameterizedTest
    @MethodSource("namesBeyondTheLimit")
    void aNameBeyondTheLimitIsRefusedWithTheLimit(String name) {
        for (Runnable use : List.<Runnable>of(
                () -> repository().load(name), () -> repository().store(name, null, first("a")))) {
            assertThatThrownBy(use::run)
                    .isInstanceOf(CdcException.class)
                    .hasMessageContaining("at most 200")
                    .hasMessageContaining("set a shorter checkpointName");
        }
    }

    static Stream<String> namesBeyondTheLimit() {
        return Stream.of("x".repeat(201), "€".repeat(23), "x".repeat(100_000));
    }

    @Test
    void anEmptyNameIsRefused() {
        assertThatThrownBy(() -> repository().load("")).hasMessageContaining("must not be empty");
    }

    @Test
    void anIdempotentKeyIsNewOnceUntilItIsRemoved() {
        for (String key : List.of("k", "k ", "K", "Ä€😀\n\"\\", "long".repeat(1000), "", "long".repeat(1000) + "er")) {
            assertThat(repository().contains(key)).isFalse();
            assertThat(repository().remove(key)).isFalse();
            assertThat(repository().add(key)).isTrue();
            assertThat(repository().add(key)).isFalse();
            assertThat(repository().confirm(key)).isTrue();
            assertThat(repository().contains(key)).isTrue();
        }
        assertThat(repository().remove("k")).isTrue();
        assertThat(repository().remove("k")).isFalse();
        assertThat(repository().contains("k")).isFalse();
        assertThat(repository().contains("k ")).isTrue();
        assertThat(repository().add("k")).isTrue();
    }

    @Test
    void clearForgetsTheKeysAndKeepsTheCheckpoints() {
        Checkpoint checkpoint = first("a", table("T1"));
        repository().store(NAME, null, checkpoint);
        repository().add("k");
        repository().add(NAME);

        repository().clear();

        assertThat(repository().contains("k")).isFalse();
        assertThat(repository().add(NAME)).isTrue();
        assertThat(repository().load(NAME)).contains(checkpoint);
    }

    @Test
    void eachKeyIsNewForExactlyOneOfTwoThreads() throws Exception {
        Set<String> added = ConcurrentHashMap.newKeySet();
        Callable<Boolean> adding = () -> {
            for (int i = 0; i < ROUNDS; i++) {
                if (repository().add("key " + i)) {
                    assertThat(added.add("key " + i)).isTrue();
                }
            }
            return true;
        };

        together(adding, adding);

        assertThat(added).hasSize(ROUNDS);
    }

    @Test
    void itWorksAfterAStopAndAStart() {
        CheckpointRepository repository = repository();
        Checkpoint checkpoint = first("a");
        repository.start();
        repository.store(NAME, null, checkpoint);
        repository.stop();
        repository.start();

        assertThat(repository.load(NAME)).contains(checkpoint);
        repository.stop();
    }

    /** Stores this owner's and epoch's checkpoints from number 1 on up to the given one. */
    private Checkpoint storeUpTo(Checkpoint last) {
        Checkpoint previous = null;
        for (long number = 1; number < last.recordNumber(); number++) {
            Checkpoint next = of(last.owner(), last.epoch(), number);
            repository().store(NAME, previous, next);
            previous = next;
        }
        repository().store(NAME, previous, last);
        return last;
    }

    @SafeVarargs
    private static List<Boolean> together(Callable<Boolean>... tasks) throws Exception {
        CyclicBarrier start = new CyclicBarrier(tasks.length);
        ExecutorService threads = Executors.newFixedThreadPool(tasks.length);
        try {
            List<Future<Boolean>> running = Stream.of(tasks)
                    .map(task -> threads.submit(() -> {
                        start.await();
                        return task.call();
                    }))
                    .toList();
            List<Boolean> results = new ArrayList<>();
            for (Future<Boolean> result : running) {
                results.add(result.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}
