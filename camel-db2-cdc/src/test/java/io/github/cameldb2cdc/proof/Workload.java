package io.github.cameldb2cdc.proof;

import io.github.cameldb2cdc.proof.WorkloadTables.Kind;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** Several connections that change the tables in interleaved transactions, as the seed says. */
final class Workload implements AutoCloseable {

    private static final int WRITERS = 3;
    private static final int NEW_KEYS = 100;

    private final Random random;
    private final Predicate<Kind> changeable;
    private final List<Writer> writers = new ArrayList<>();
    private int version;

    /** @param changeable which tables may be changed now */
    Workload(EmbeddedDb2 db2, WorkloadTables tables, Random random, Predicate<Kind> changeable) throws SQLException {
        this.random = random;
        this.changeable = changeable;
        for (int i = 0; i < WRITERS; i++) {
            writers.add(new Writer(db2.connect(), tables, random));
        }
    }

    /**
     * One statement or a few of one connection, or the end of its transaction. Two transactions share a table only for
     * new rows: the engine below may scan a small table, and then waits for any other row.
     */
    void act() throws SQLException {
        Writer writer = writers.get(random.nextInt(WRITERS));
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        version++;
        switch (random.nextInt(10)) {
            case 0, 1 -> writer.commit();
            case 2 -> writer.rollback();
            case 3, 4 -> {
                if (changeable.test(kind) && others(writer).noneMatch(other -> other.touches(kind))) {
                    writer.changeMany(kind, version);
                }
            }
            case 5 -> {
                if (changeable.test(kind) && others(writer).noneMatch(other -> other.changes(kind))) {
                    writer.insertNew(kind, NEW_KEYS + version, version);
                }
            }
            default -> {
                if (changeable.test(kind) && others(writer).noneMatch(other -> other.touches(kind))) {
                    writer.changeKey(kind, random.nextInt(Writer.KEYS), version);
                }
            }
        }
    }

    private Stream<Writer> others(Writer writer) {
        return writers.stream().filter(other -> other != writer);
    }

    /** Ends all open transactions, so that nobody waits for their locks. */
    void commitAll() throws SQLException {
        for (Writer writer : writers) {
            writer.commit();
        }
    }

    @Override
    public void close() throws SQLException {
        for (Writer writer : writers) {
            writer.close();
        }
    }
}
