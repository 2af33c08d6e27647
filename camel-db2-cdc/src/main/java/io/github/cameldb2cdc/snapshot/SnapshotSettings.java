package io.github.cameldb2cdc.snapshot;

import io.github.cameldb2cdc.source.LargeObjects;

/**
 * How tables are read.
 *
 * @param readers how many threads read rows
 * @param rowsOfRange rows of a key range
 * @param fetchSize rows that the driver fetches at once
 * @param isolationClause what ends each statement
 * @param oneTransaction whether one transaction reads all tables; there is one reader then
 * @param largeObjects which large objects the rows have
 */
public record SnapshotSettings(
        int readers,
        int rowsOfRange,
        int fetchSize,
        String isolationClause,
        boolean oneTransaction,
        LargeObjects largeObjects) {}
