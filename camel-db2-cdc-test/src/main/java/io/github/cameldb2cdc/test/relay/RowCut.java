package io.github.cameldb2cdc.test.relay;

/**
 * Where a result set is cut off: after a number of bytes or of blocks of rows, counted over all fetches of the cursor.
 * Used by one direction of one connection, so by one thread.
 */
final class RowCut {
    private final Unit unit;
    private long left;

    /** What is counted. */
    enum Unit {
        BYTES,
        BLOCKS
    }

    RowCut(Unit unit, long allowed) {
        this.unit = unit;
        this.left = allowed;
    }

    /**
     * Counts a segment of row data that is about to be passed on.
     *
     * @return how many of its bytes may pass, less than the segment has when the cut is inside of it
     */
    int allow(int segmentBytes, boolean startsBlock) {
        if (unit == Unit.BYTES) {
            int allowed = (int) Math.min(left, segmentBytes);
            left -= segmentBytes;
            return Math.max(allowed, 0);
        }
        if (startsBlock) {
            left--;
        }
        return left < 0 ? 0 : segmentBytes;
    }
}
