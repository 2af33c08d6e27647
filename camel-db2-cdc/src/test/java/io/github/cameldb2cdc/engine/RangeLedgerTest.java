package io.github.cameldb2cdc.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.cameldb2cdc.checkpoint.KeyRange;
import io.github.cameldb2cdc.event.RowKey;
import io.github.cameldb2cdc.snapshot.RangePlace;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Against a ledger that knows the keys as numbers and looks at all of them. */
class RangeLedgerTest {

    private static final int KEYS = 60;
    private static final int STARTS = 4;
    private static final int LONGEST_RANGE = 6;

    /** For each key how far it is. */
    private enum State {
        OPEN,
        HANDED_OVER,
        DONE
    }

    private final State[] states = new State[KEYS];
    private final List<Part> underWay = new ArrayList<>();

    /** Keys from one up to, and without, another. */
    private record Part(int from, int to, RangeLedger.Entry entry) {}

    /** A range as the finder found it. */
    private record Found(int from, int to, RangePlace place) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void rangesThatAreDoneInAnyOrderAreFinishedInTheOrderOfKeys(long firstSeed) {
        for (long seed = firstSeed * 1_000; seed < firstSeed * 1_000 + 250; seed++) {
            Random random = new Random(seed);
            Arrays.fill(states, State.OPEN);
            underWay.clear();
            RangeLedger ledger = new RangeLedger(finishedBefore(random));
            for (int start = 0; start < STARTS; start++) {
                List<KeyRange> left = ledger.startReaders();
                assertThat(left).as("seed %d", seed).isEqualTo(runsOf(State.HANDED_OVER, State.DONE));
                handOverSome(ledger, found(left, random), random, seed);
            }
        }
    }

    private List<KeyRange> finishedBefore(Random random) {
        int from = random.nextInt(KEYS / 2);
        Arrays.fill(states, from, from + random.nextInt(LONGEST_RANGE), State.DONE);
        return runsOf(State.DONE);
    }

    /** Cuts the gaps between ranges as the finder does. */
    private static List<Found> found(List<KeyRange> left, Random random) {
        List<Found> found = new ArrayList<>();
        int from = 0;
        for (int gap = 0; gap <= left.size(); gap++) {
            int end = gap == left.size() ? KEYS : numberOf(left.get(gap).after(), 0);
            for (int number = 0; from < end; number++) {
                int to = Math.min(end, from + 1 + random.nextInt(LONGEST_RANGE));
                found.add(new Found(from, to, new RangePlace(gap, number)));
                from = to;
            }
            from = gap == left.size() ? KEYS : numberOf(left.get(gap).upTo(), KEYS);
        }
        return found;
    }

    private void handOverSome(RangeLedger ledger, List<Found> found, Random random, long seed) {
        Collections.shuffle(found, random);
        for (Found each : found.subList(0, random.nextInt(found.size() + 1))) {
            KeyRange range = new KeyRange(keyOf(each.from()), keyOf(each.to()));
            underWay.add(new Part(each.from(), each.to(), ledger.handOver(range, each.place())));
            Arrays.fill(states, each.from(), each.to(), State.HANDED_OVER);
            if (random.nextBoolean()) {
                finishOne(ledger, random);
                assertThat(ledger.finished()).as("seed %d", seed).isEqualTo(runsOf(State.DONE));
            }
        }
    }

    private void finishOne(RangeLedger ledger, Random random) {
        Part done = underWay.remove(random.nextInt(underWay.size()));
        ledger.done(done.entry());
        Arrays.fill(states, done.from(), done.to(), State.DONE);
    }

    /** The ranges of adjacent keys in these states. */
    private List<KeyRange> runsOf(State... wanted) {
        List<State> either = List.of(wanted);
        List<KeyRange> runs = new ArrayList<>();
        for (int from = 0; from < KEYS; from++) {
            int to = from;
            while (to < KEYS && either.contains(states[to])) {
                to++;
            }
            if (to > from) {
                runs.add(new KeyRange(keyOf(from), keyOf(to)));
                from = to;
            }
        }
        return runs;
    }

    /** The border before a key; none before the first and behind the last. */
    private static RowKey keyOf(int border) {
        return border == 0 || border == KEYS ? null : new RowKey(new Object[] {border});
    }

    private static int numberOf(RowKey border, int atEnd) {
        return border == null ? atEnd : (Integer) border.get(0);
    }
}
