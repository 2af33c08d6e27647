package io.github.cameldb2cdc.snapshot;

/**
 * The place of a key range among those of its table, in the database's order, which is known here only because the
 * ranges were found in order.
 *
 * @param gap the number of the gap between finished ranges in which it was found
 * @param number its number in that gap
 */
public record RangePlace(int gap, int number) implements Comparable<RangePlace> {

    @Override
    public int compareTo(RangePlace other) {
        return gap != other.gap ? Integer.compare(gap, other.gap) : Integer.compare(number, other.number);
    }
}
