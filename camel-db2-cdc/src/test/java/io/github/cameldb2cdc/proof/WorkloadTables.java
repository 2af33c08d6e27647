package io.github.cameldb2cdc.proof;

import io.github.cameldb2cdc.event.TableId;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import io.github.cameldb2cdc.test.Registration;
import java.nio.ByteBuffer;
import java.sql.Timestamp;
import java.time.LocalDateTime;
import java.util.Arrays;
import java.util.List;

/** The tables of a random workload, one for each way a table can be keyed and registered. */
final class WorkloadTables {

    /** A time that Europe/Berlin has not. */
    private static final LocalDateTime FIRST_TIME = LocalDateTime.of(2026, 3, 29, 2, 30, 0, 999_990_000);

    private final String schema;

    WorkloadTables(String schema) {
        this.schema = schema;
    }

    /** The tables in the order of {@link Kind}. */
    List<TableUnderProof> all() {
        return Arrays.stream(Kind.values())
                .map(kind -> new TableUnderProof(new TableId(schema, kind.name()), kind.columns, kind.key))
                .toList();
    }

    void create(EmbeddedDb2 db2) {
        for (Kind kind : Kind.values()) {
            db2.execute("CREATE TABLE " + schema + "." + kind + " (" + kind.definition + ")");
            db2.register(kind.registration(Registration.of(schema, kind.name())));
        }
    }

    /** Removes all rows, so that another run may begin. */
    void empty(EmbeddedDb2 db2) {
        for (Kind kind : Kind.values()) {
            db2.execute("DELETE FROM " + name(kind));
        }
        db2.capture().publish();
    }

    String name(Kind kind) {
        return schema + "." + kind;
    }

    /** A way a table is keyed and registered. */
    enum Kind {
        /** One key column, updates as pairs. */
        SINGLE(
                "ID INTEGER NOT NULL PRIMARY KEY, V INTEGER NOT NULL, NAME VARCHAR(20)",
                List.of("ID"),
                "ID",
                "V",
                "NAME"),
        /** Two key columns, updates as rows with before images. */
        DOUBLED(
                "A INTEGER NOT NULL, B VARCHAR(10) NOT NULL, V INTEGER NOT NULL, PRIMARY KEY (A, B)",
                List.of("A", "B"),
                "A",
                "B",
                "V"),
        /** Key columns that are compared byte by byte, and a time. */
        BITS(
                "K CHAR(4) FOR BIT DATA NOT NULL, T TIMESTAMP NOT NULL, W VARCHAR(6) FOR BIT DATA NOT NULL,"
                        + " V INTEGER NOT NULL, PRIMARY KEY (K, T, W)",
                List.of("K", "T", "W"),
                "K",
                "T",
                "W",
                "V"),
        /** No key. */
        LOOSE("X INTEGER NOT NULL, V INTEGER NOT NULL", List.of(), "X", "V"),
        /** One key column, updates as rows with before images. */
        ROWWISE("ID INTEGER NOT NULL PRIMARY KEY, V INTEGER NOT NULL", List.of("ID"), "ID", "V"),
        /** A column is not registered. */
        SUBSET("ID INTEGER NOT NULL PRIMARY KEY, SECRET VARCHAR(10), V INTEGER NOT NULL", List.of("ID"), "ID", "V");

        private final String definition;
        private final List<String> key;
        private final List<String> columns;

        Kind(String definition, List<String> key, String... columns) {
            this.definition = definition;
            this.key = key;
            this.columns = List.of(columns);
        }

        private Registration registration(Registration plain) {
            return switch (this) {
                case DOUBLED, ROWWISE -> plain.updatesAsRows().beforeImages("X");
                case SUBSET -> plain.columns("ID", "V");
                default -> plain;
            };
        }

        /** The condition that finds a key. */
        String where() {
            return switch (this) {
                case DOUBLED -> "A = ? AND B = ?";
                case BITS -> "K = ? AND T = ? AND W = ?";
                case LOOSE -> "X = ?";
                default -> "ID = ?";
            };
        }

        /** The assignment that sets a key. */
        String assignment() {
            return where().replace(" AND", ",");
        }

        /** The column that a shift of keys moves; null where none is a number. */
        String shifted() {
            return switch (this) {
                case DOUBLED -> "A";
                case BITS -> null;
                case LOOSE -> "X";
                default -> "ID";
            };
        }

        /** The columns of an INSERT: those of the key, then V. */
        String inserted() {
            return where().replace(" = ? AND ", ", ").replace(" = ?", "") + ", V";
        }

        /** The key with a number. */
        Object[] key(int number) {
            return switch (this) {
                case DOUBLED -> new Object[] {number / 4, "b" + number % 4};
                case BITS ->
                    new Object[] {
                        ByteBuffer.allocate(4).putInt(0x7FFFFFFE + number / 6).array(),
                        Timestamp.valueOf(FIRST_TIME.plusNanos(1000L * (number / 3 % 2))),
                        Arrays.copyOf(new byte[] {(byte) (number * 60), 0, -1}, 1 + number % 3)
                    };
                default -> new Object[] {number};
            };
        }
    }
}
