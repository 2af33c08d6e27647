package io.github.cameldb2cdc.engine;

import io.github.cameldb2cdc.checkpoint.KeyRange;
import io.github.cameldb2cdc.snapshot.RangePlace;
import java.util.ArrayList;
import java.util.List;

/**
 * The key ranges of one table that were handed over, in the database's order, and which of them are done.
 *
 * <p>Keys are not compared: the order is that in which the ranges were found. Readers that start after a failure find
 * ranges in the gaps between those that were handed over, so a place is relative to the list with which they started.
 *
 * <p>Neighbours that are done become one, so that what is kept, and what each call takes, does not grow with the table. The
 * left one stays with its place: what is handed over later lies before both or behind both.
 *
 * <p>For one thread.
 */
final class RangeLedger {

    /** A range that was handed over. */
    static final class Entry {
        private KeyRange range;
        private final int start;
        private final RangePlace place;
        private boolean done;

        private Entry(KeyRange range, int start, RangePlace place) {
            this.range = range;
            this.start = start;
            this.place = place;
        }
    }

    private final List<Entry> entries = new ArrayList<>();
    /** For each gap of the present start the entry before it; null for the gap before all entries. */
    private final List<Entry> beforeGap = new ArrayList<>();

    private int start;
    private boolean discarded;

    /** @param finished ranges that an earlier process finished, in order */
    RangeLedger(List<KeyRange> finished) {
        for (KeyRange range : finished) {
            Entry entry = new Entry(range, 0, new RangePlace(0, entries.size()));
            entry.done = true;
            entries.add(entry);
        }
    }

    /** The ranges that readers leave out which start now, adjacent ones as one; their places are relative to these. */
    List<KeyRange> startReaders() {
        start++;
        beforeGap.clear();
        beforeGap.add(null);
        List<KeyRange> handedOver = new ArrayList<>();
        for (Entry entry : entries) {
            if (append(handedOver, entry.range)) {
                beforeGap.set(beforeGap.size() - 1, entry);
            } else {
                beforeGap.add(entry);
            }
        }
        return handedOver;
    }

    /** Appends a range, or extends the last one by it; answers whether it was extended. */
    private static boolean append(List<KeyRange> ranges, KeyRange range) {
        int last = ranges.size() - 1;
        if (last >= 0 && areAdjacent(ranges.get(last), range)) {
            ranges.set(last, new KeyRange(ranges.get(last).after(), range.upTo()));
            return true;
        }
        ranges.add(range);
        return false;
    }

    /** Notes that the last row of a range was handed over. */
    Entry handOver(KeyRange range, RangePlace place) {
        Entry entry = new Entry(range, start, place);
        Entry before = beforeGap.get(place.gap());
        int index = before == null ? 0 : entries.indexOf(before) + 1;
        while (index < entries.size() && isBefore(entries.get(index), place)) {
            index++;
        }
        entries.add(index, entry);
        return entry;
    }

    private boolean isBefore(Entry entry, RangePlace place) {
        return entry.start == start && entry.place.gap() == place.gap() && entry.place.compareTo(place) < 0;
    }

    /** Takes note that its ranges are those of a key that is no longer. */
    void discard() {
        discarded = true;
    }

    boolean isDiscarded() {
        return discarded;
    }

    /** Notes that all rows of a range are done. */
    void done(Entry entry) {
        entry.done = true;
        int index = entries.indexOf(entry);
        joinWithNext(index);
        joinWithNext(index - 1);
    }

    private void joinWithNext(int index) {
        if (index < 0 || index + 1 >= entries.size()) {
            return;
        }
        Entry left = entries.get(index);
        Entry right = entries.get(index + 1);
        if (left.done && right.done && areAdjacent(left.range, right.range)) {
            left.range = new KeyRange(left.range.after(), right.range.upTo());
            entries.remove(index + 1);
            beforeGap.replaceAll(before -> before == right ? left : before);
        }
    }

    private static boolean areAdjacent(KeyRange left, KeyRange right) {
        return left.upTo() != null && left.upTo().equals(right.after());
    }

    /** The ranges that are done, in order, adjacent ones as one. */
    List<KeyRange> finished() {
        List<KeyRange> finished = new ArrayList<>();
        entries.stream().filter(entry -> entry.done).forEach(entry -> append(finished, entry.range));
        return finished;
    }
}
