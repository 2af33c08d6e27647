package io.github.cameldb2cdc.docs;

import io.github.cameldb2cdc.EventHeadersAccess;
import io.github.cameldb2cdc.envelope.EnvelopeStyle;
import io.github.cameldb2cdc.envelope.JsonEnvelope;
import io.github.cameldb2cdc.event.Operation;
import io.github.cameldb2cdc.event.RowChange;
import io.github.cameldb2cdc.source.LobMode;
import io.github.cameldb2cdc.test.EmbeddedDb2;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.awaitility.Awaitility;

/** What events have of large objects: the blocks {@code lob-table} and {@code lob-changes}, run in both modes. */
final class LargeObjectExample {

    private static final String HEADER = "CamelDb2CdcReselectedColumns";

    private LargeObjectExample() {}

    /** A row for each event. */
    static String table(Manual manual) {
        List<RowChange> omitted = run(manual, LobMode.OMIT);
        List<RowChange> read = run(manual, LobMode.RESELECT);
        List<String> rows = new ArrayList<>(List.of("| event | OMIT | RESELECT | `" + HEADER + "`", ""));
        for (int i = 0; i < omitted.size(); i++) {
            Object columns =
                    EventHeadersAccess.of(read.get(i), EnvelopeStyle.PLAIN).get(HEADER);
            rows.add("| `" + read.get(i).operation().code() + "` | " + text(omitted.get(i)) + " | " + text(read.get(i))
                    + " |" + (columns == null ? "" : " `" + columns + '`'));
        }
        return String.join("\n", rows);
    }

    private static String text(RowChange change) {
        String side = change.operation() == Operation.DELETE ? "before" : "after";
        return "`" + side + ".TEXT` = `"
                + JsonEnvelope.plain().toTree(change).get(side).get("TEXT") + '`';
    }

    /** Both updates are there before one of them is read. */
    private static List<RowChange> run(Manual manual, LobMode mode) {
        List<RowChange> arrived = new CopyOnWriteArrayList<>();
        List<String> changes = manual.block("lob-changes").statements();
        try (EmbeddedDb2 db2 = EmbeddedDb2.builder().capturePaused().start()) {
            List<String> table = manual.block("lob-table").statements();
            db2.execute(table.get(0));
            db2.register("HR.CONTRACTS");
            db2.execute(table.get(1));
            db2.capture().publish();
            try (RouteUnderTest route = new RouteUnderTest(db2)) {
                route.run(
                        "db2-cdc:HR?tables=CONTRACTS&delay=20&lobMode=" + mode,
                        exchange -> arrived.add(exchange.getMessage().getBody(RowChange.class)));
                publish(db2, changes.subList(0, 0), arrived, 1);
                publish(db2, changes.subList(0, 2), arrived, 3);
                publish(db2, changes.subList(2, 3), arrived, 4);
            }
        }
        return arrived;
    }

    private static void publish(EmbeddedDb2 db2, List<String> statements, List<RowChange> arrived, int size) {
        statements.forEach(db2::execute);
        db2.capture().publish();
        Awaitility.await().until(() -> arrived.size() == size);
    }
}
