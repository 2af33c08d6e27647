package io.github.cameldb2cdc.test;

import io.github.cameldb2cdc.test.derby.TriggerFunctions;
import java.nio.ByteBuffer;

/**
 * How numbers of the log become sequence values. A row change at log position p has the number 16 p, the new side of an
 * update 16 p + 1, and the commit of a transaction whose last change is at p has 16 p + 8 or more.
 *
 * @param lengthBytes 10 or 16
 */
record SequenceFormat(int lengthBytes) {
    static final long NUMBERS_PER_POSITION = 16;
    private static final long COMMIT_OFFSET = 8;
    /** A new database starts here, so that no value is mistaken for the all-zero one that means "none". */
    static final long FIRST_POSITION = 1L << 28;

    SequenceFormat {
        if (lengthBytes != 10 && lengthBytes != 16) {
            throw new IllegalArgumentException(
                    "sequenceBytes is " + lengthBytes + "; Db2 has 16 (LUW since 10.1) or 10 (older levels)");
        }
    }

    /** The type of sequence columns in this installation. */
    String columnType() {
        return lengthBytes == 16 ? "VARCHAR(16) FOR BIT DATA" : "CHAR(10) FOR BIT DATA";
    }

    LogSequence encode(long number) {
        return LogSequence.of(TriggerFunctions.sequence(number, lengthBytes));
    }

    long decode(LogSequence sequence) {
        byte[] bytes = sequence.bytes();
        if (bytes.length != lengthBytes) {
            throw new IllegalArgumentException("The sequence " + sequence + " has " + bytes.length
                    + " bytes, this installation has " + lengthBytes + "; pass a value read from it");
        }
        return ByteBuffer.wrap(bytes, lengthBytes - Long.BYTES, Long.BYTES).getLong();
    }

    static long numberOf(long position) {
        return position * NUMBERS_PER_POSITION;
    }

    static long commitOf(long lastPosition) {
        return numberOf(lastPosition) + COMMIT_OFFSET;
    }

    /** The position that contains a number. */
    static long positionOf(long number) {
        return number / NUMBERS_PER_POSITION;
    }
}
