package io.github.cameldb2cdc.test.catalog;

import io.github.cameldb2cdc.test.derby.Column;
import io.github.cameldb2cdc.test.derby.TableName;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;

/**
 * A table or view as the engine knows it.
 *
 * @param id the engine's identifier, new with each CREATE
 * @param name its present name
 * @param view whether it is a view
 * @param columns in their order
 * @param indexes in the order of their names
 * @param dataCapture whether its changes are logged
 * @param card the number of rows that statistics tell, -1 without
 */
record CatalogEntry(
        String id,
        TableName name,
        boolean view,
        List<Column> columns,
        List<Index> indexes,
        boolean dataCapture,
        long card) {

    /**
     * An index.
     *
     * @param schema its schema
     * @param name its name
     * @param uniqueRule P, U or D
     * @param keys its columns in order
     */
    record Index(String schema, String name, char uniqueRule, List<Key> keys) {}

    /**
     * A column of an index.
     *
     * @param column its name
     * @param number its number in the table, from 1
     * @param ascending its order
     */
    record Key(String column, int number, boolean ascending) {}

    /** The place of a column in the primary key, from 1; 0 when it is not in it. */
    int keyPosition(Column column) {
        for (Index index : indexes) {
            if (index.uniqueRule() == 'P') {
                for (int position = 0; position < index.keys().size(); position++) {
                    if (index.keys().get(position).column().equals(column.name())) {
                        return position + 1;
                    }
                }
            }
        }
        return 0;
    }

    int keyColumns() {
        return (int) columns.stream().filter(column -> keyPosition(column) > 0).count();
    }

    /** Differs when the structure differs, as ALTER_TIME does; indexes and statistics are no part of it. */
    String fingerprint() {
        String text = name + " " + columns + " " + dataCapture + " "
                + indexes.stream().filter(index -> index.uniqueRule() == 'P').toList();
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return HexFormat.of().formatHex(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
