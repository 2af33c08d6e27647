package io.github.cameldb2cdc.docs;

import io.github.cameldb2cdc.event.CommitTime;
import io.github.cameldb2cdc.event.Origin;
import io.github.cameldb2cdc.event.Position;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.event.Sequence;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;

/**
 * The events of the example that the manual tells: its statements run on an embedded Db2, its events come out of a
 * route. Places, times and names of the source are then replaced by fixed ones, so that a page can show them.
 */
final class ExampleEvents {

    private static final List<String> NAMES =
            List.of("read", "created", "updated", "old-key-deleted", "new-key-created", "deleted");
    private static final Origin ORIGIN = new Origin("db2", "SAMPLE", "0.1.0");
    private static final Instant READ = Instant.parse("2026-11-30T12:00:01.250Z");
    private static final CommitTime COMMIT = new CommitTime(Instant.parse("2026-11-30T12:00:00Z"), false, "PAYROLL");
    private static final int FIRST_COMMIT = 0xC350;

    private final Map<String, RowChange> events = new LinkedHashMap<>();

    private ExampleEvents() {}

    /** Runs the blocks {@code example-table} and {@code example-changes}. */
    static ExampleEvents run(Manual manual) {
        List<RowChange> arrived = new CopyOnWriteArrayList<>();
        try (EmbeddedDb2 db2 = EmbeddedDb2.start()) {
            prepare(db2, manual);
            try (RouteUnderTest route = new RouteUnderTest(db2)) {
                route.run(
                        "db2-cdc:HR?tables=EMPLOYEES&delay=20",
                        exchange -> arrived.add(exchange.getMessage().getBody(RowChange.class)));
                Awaitility.await().until(() -> arrived.size() == 1);
                manual.block("example-changes").statements().forEach(db2::execute);
                Awaitility.await().until(() -> arrived.size() == NAMES.size());
            }
        }
        ExampleEvents example = new ExampleEvents();
        List<RowChange> fixed = new ArrayList<>();
        arrived.forEach(change -> fixed.add(fixed(change, arrived)));
        for (int i = 0; i < NAMES.size(); i++) {
            example.events.put(NAMES.get(i), fixed.get(i));
        }
        return example;
    }

    /** Makes and registers the table of the example, with its row, which Capture has seen when this returns. */
    static void prepare(EmbeddedDb2 db2, Manual manual) {
        List<String> statements = manual.block("example-table").statements();
        db2.execute(statements.get(0));
        db2.register("HR.EMPLOYEES");
        statements.subList(1, statements.size()).forEach(db2::execute);
        db2.capture().publish();
    }

    /** Commits are numbered as they came; both halves of a changed key stand at one place. */
    private static RowChange fixed(RowChange change, List<RowChange> all) {
        List<Sequence> commits =
                all.stream().map(other -> other.position().commit()).distinct().toList();
        int commit = FIRST_COMMIT + 16 * commits.indexOf(change.position().commit());
        Position position = change.isSnapshot()
                ? Position.endOf(sequence(commit))
                : Position.row(sequence(commit), sequence(commit - 1));
        return new RowChange(
                ORIGIN,
                change.operation(),
                change.table(),
                change.before(),
                change.after(),
                position,
                change.transactionIndex(),
                change.commitTime() == null ? null : COMMIT,
                change.isSnapshot() ? "b1946ac92492" : null,
                READ,
                change.otherKey());
    }

    private static Sequence sequence(int number) {
        return Sequence.parse(String.format("%032X", number));
    }

    /** The event with one of the names. */
    RowChange get(String name) {
        return events.get(name);
    }

    Map<String, RowChange> all() {
        return events;
    }
}
