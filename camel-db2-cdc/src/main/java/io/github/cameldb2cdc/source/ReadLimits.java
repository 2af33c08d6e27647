package io.github.cameldb2cdc.source;

/**
 * How much is read at once.
 *
 * @param rows rows of change tables in one batch
 * @param bytes about how many bytes one batch has, and all rows that wait together
 */
public record ReadLimits(int rows, long bytes) {

    public ReadLimits {
        if (rows < 1 || bytes < 1) {
            throw new IllegalArgumentException("At least one row and one byte is read at once.");
        }
    }
}
